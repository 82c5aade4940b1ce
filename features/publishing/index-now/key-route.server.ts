import type { FastifyPluginAsync } from "fastify";
import { deriveIndexNowKey, indexNowKeyPath } from "./index-now.server.ts";

/** Serves the key by which search engines recognise requests in the site's name. */
export const indexNowKeyRoute: FastifyPluginAsync<{ getSecret(): Promise<string> }> = async (app, { getSecret }) => {
	app.get(indexNowKeyPath, async (_request, reply) =>
		reply
			.header("cache-control", "no-store")
			.type("text/plain; charset=utf-8")
			.send(deriveIndexNowKey(await getSecret())),
	);
};
