import { describe, expect, test } from "vitest";
import { listOpenApiFaults, type OpenApiDocument } from "../tests/support/openapi-faults.ts";
import { startTestServer } from "../tests/support/test-server.ts";

async function readDocument(): Promise<OpenApiDocument> {
	const { app } = await startTestServer("sqlite");
	return (await app.inject("/openapi.json")).json();
}

test("/openapi.json is valid OpenAPI 3.1", async () => {
	const document = await readDocument();
	expect(Object.keys(document.paths)).not.toHaveLength(0);
	expect(await listOpenApiFaults(document)).toEqual([]);
});

describe("a document is refused", () => {
	const operation = {
		operationId: "getThing",
		parameters: [{ in: "path", name: "id", required: true, schema: { type: "string" } }],
		responses: { 200: { description: "The thing." } },
	};
	const complete = {
		openapi: "3.1.1",
		info: { title: "Things", version: "1" },
		paths: { "/things/{id}": { get: operation } },
	};
	const change = (changed: object) => ({
		...complete,
		paths: { "/things/{id}": { get: { ...operation, ...changed } } },
	});
	const answer = (schema: object) => ({
		responses: { 200: { description: "The thing.", content: { "application/json": { schema } } } },
	});

	test("not when nothing is wrong with it", async () => {
		expect(await listOpenApiFaults(complete)).toEqual([]);
	});

	test.each([
		["without its head", { ...complete, info: undefined }, "info"],
		["with an answer that says nothing", change({ responses: { 200: {} } }), "description"],
		["that refers to what is not there", change(answer({ $ref: "#/components/schemas/Thing" })), "Thing"],
		["with a type that no schema knows", change(answer({ type: "thing" })), "no JSON Schema"],
		["without a description of its address", change({ parameters: [] }), "nothing describes {id}"],
		[
			"that names two operations alike",
			{ ...complete, paths: { ...complete.paths, "/others/{id}": { get: operation } } },
			'operationId "getThing"',
		],
	])("%s", async (_, document, fault) => {
		expect(await listOpenApiFaults(JSON.parse(JSON.stringify(document)) as OpenApiDocument)).toEqual([
			expect.stringContaining(fault),
		]);
	});
});
