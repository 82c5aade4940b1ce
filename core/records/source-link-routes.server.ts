import type { FastifyPluginAsync } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { isSourceName, withSource } from "../../shared/source-link.ts";
import { findSourceLink } from "./source-links.server.ts";

/** GET /go/{name}: leads to the page of a source link, whose address carries the name. Nothing about the visitor is kept. */
export const sourceLinkRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
	app.get<{ Params: { name: string } }>("/go/:name", async ({ params }, reply) => {
		const name = params.name.toLowerCase();
		const link = isSourceName(name) ? await findSourceLink(database.db, name) : undefined;
		if (!link?.isOn) throw new HttpProblem(404, "There is nothing at this address.");
		return reply.header("cache-control", "no-store").redirect(withSource(link.target, name), 302);
	});
};
