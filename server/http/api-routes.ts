import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { HttpProblem } from "./problem.ts";

type ApiRoutesOptions = { document: object; features: ((api: FastifyInstance) => PromiseLike<unknown>)[] };

/** The features' API routes, their description, and 405 for every method that they do not have. */
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
		app.route({
			url,
			method: ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.has(method)),
			handler() {
				throw new HttpProblem(405, `This address answers ${allow}.`, { headers: { allow } });
			},
		});
	}
};
