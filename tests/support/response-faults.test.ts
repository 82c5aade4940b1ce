import fastify, { type FastifyInstance } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { apiRoutes } from "../../platform/http/api-routes.ts";
import { describeResponse, emptyResponse, problemsOfReads } from "../../platform/http/openapi.ts";
import { HttpProblem, sendProblem } from "../../platform/http/problem.ts";
import { takeFaults } from "./response-faults.ts";

type Told = { status?: number; type?: string; body: string };

const wrong: [name: string, told: Told, fault: string][] = [
	["a field of another type", { body: '{"count":"one"}' }, "200: /count must be integer"],
	["a field too few", { body: "{}" }, "200: the body must have required property 'count'"],
	["a field too many", { body: '{"count":1,"secret":2}' }, "200: the body must NOT have additional properties"],
	["a body that is no JSON", { body: "count 1" }, "200: the body must be object"],
	["another status", { status: 201, body: '{"count":1}' }, "201: the document does not say this status"],
	["another content type", { type: "text/plain", body: '{"count":1}' }, "200: the document does not say text/plain"],
	["a body too many", { status: 304, body: "1" }, "304: the document says that there is no body"],
	[
		"a problem without a message",
		{
			status: 503,
			type: "application/problem+json",
			body: '{"type":"about:blank","title":"No","status":503,"detail":"No"}',
		},
		"503: the body must have required property 'message'",
	],
];

/** A server of one operation with a given response. */
async function start(): Promise<FastifyInstance> {
	const app = fastify();
	onTestFinished(() => app.close());
	app.setErrorHandler((error, _request, reply) => sendProblem(reply, error as HttpProblem));
	const feature: FastifyPluginAsyncZod = async (api) => {
		api.get(
			"/count/:name",
			{
				schema: {
					params: z.object({ name: z.string() }),
					response: {
						...problemsOfReads,
						200: describeResponse("How many.", z.object({ count: z.int() })),
						304: emptyResponse("As before."),
					},
				},
			},
			async ({ params }, reply) => {
				const [, told] = wrong.find(([name]) => name === params.name) ?? [];
				if (!told) return { count: 1 };
				const { status = 200, type = "application/json", body } = told;
				// The types would refuse it.
				return reply
					.code(status as 200)
					.type(type)
					.send(body as never);
			},
		);
	};
	await app.register(apiRoutes, {
		getTitle: () => "Count",
		publicUrl: "https://narangi.example",
		documentUrl: "/openapi.json",
		below: "/api",
		getNamedSettings: () => ({}),
		getLocale: () => "en-IN",
		isOffered: () => true,
		features: [(api) => api.register(feature)],
	});
	app.get("/page", (_request, reply) => reply.type("text/html").send("<h1>Page</h1>"));
	return app;
}

describe("an answer that the document does not describe", () => {
	test.each(wrong)("is a fault: %s", async (name, _told, fault) => {
		const app = await start();
		await app.inject(`/count/${encodeURIComponent(name)}`);
		expect(takeFaults()).toEqual([`GET /count/{name} answered ${fault}`]);
	});
});

test("a documented response is no fault, nor is one outside the API", async () => {
	const app = await start();
	for (const url of ["/count/right", "/page", "/api/nothing", "/openapi.json"]) await app.inject(url);
	await app.inject({ method: "HEAD", url: "/count/right" });
	await app.inject({ method: "PUT", url: "/count/right" });
	expect(takeFaults()).toEqual([]);
});
