import type { FastifyPluginAsync } from "fastify";
import { HttpProblem } from "../http/problem.ts";
import { addressProofPath, proveAddress } from "./address-check.ts";

/** Lets an installation recognise itself at its public URL; the response tells others nothing. */
export const addressProofRoute: FastifyPluginAsync<{ getSecret(): Promise<string> }> = async (app, { getSecret }) => {
	app.get<{ Params: { challenge: string } }>(`${addressProofPath}/:challenge`, async (request, reply) => {
		const proof = proveAddress(await getSecret(), request.params.challenge);
		if (proof === undefined) throw new HttpProblem(404, "There is nothing at this address.");
		return reply.header("cache-control", "no-store").type("text/plain").send(proof);
	});
};
