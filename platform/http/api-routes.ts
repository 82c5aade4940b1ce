import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { HttpProblem } from "./problem.ts";

type ApiRoutesOptions = { document: object; features: ((api: FastifyInstance) => PromiseLike<unknown>)[] };

/** The features' API routes, their description, 405 for every method that they do not have, and 404 for the rest of /api. */
export const apiRoutes: FastifyPluginAsync<ApiRoutesOptions> = async (app, { document, features }) => {
	const methodsByUrl = new Map<string, Set<string>>();
	app.addHook("onRoute", ({ url, method }) => {
		const methods = methodsByUrl.get(url) ?? new Set();
		for (const name of [method].flat()) methods.add(name);
		methodsByUrl.set(url, methods);
	});
	app.get("/openapi.json", () => document);
	for (const register of features) await register(app);
	for (const [url, methods] of Array.from(methodsByUrl)) {
		const allow = [...methods].join(", ");
		const refuse = refuseWith(new HttpProblem(405, `This address answers ${allow}.`, { headers: { allow } }));
		app.route({
			url,
			method: ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.has(method)),
			onRequest: refuse,
			handler: refuse,
		});
	}
	const refuse = refuseWith(new HttpProblem(404, "There is nothing at this address."));
	app.all("/api/*", { onRequest: refuse, handler: refuse });
};

/** As a hook it refuses before the body is read, of whatever kind that is. */
function refuseWith(problem: HttpProblem): () => Promise<never> {
	return () => Promise.reject(problem);
}
