import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listen } from "../tests/support/listen.ts";
import { postJson } from "./post-json.ts";

async function serve(answer: RequestListener): Promise<string> {
	const address = (await listen(createServer(answer))).address();
	if (typeof address !== "object" || !address) throw new Error("The server does not listen");
	return `http://127.0.0.1:${address.port}/`;
}

test("the body arrives as JSON, with its key", async () => {
	let received: { headers: IncomingHttpHeaders; body: string } | undefined;
	const url = await serve(async (request, response) => {
		received = { headers: request.headers, body: await text(request) };
		response.end(`{"data":{"reference":"ENQ-1"}}`);
	});
	expect(await postJson(url, `{"email":"asha@visitor.example"}`, "key")).toEqual({
		ok: true,
		status: 200,
		errors: [],
		members: { data: { reference: "ENQ-1" } },
	});
	expect(received).toMatchObject({
		headers: { "content-type": "application/json", "idempotency-key": "key" },
		body: `{"email":"asha@visitor.example"}`,
	});
});

test("a problem keeps its status and its message", async () => {
	const problem = {
		message: "Check the fields named in errors.",
		errors: [{ field: "email", message: "Enter your e-mail address" }],
	};
	const url = await serve((_, response) =>
		response.writeHead(422, { "content-type": "application/problem+json" }).end(JSON.stringify(problem)),
	);
	expect(await postJson(url, "{}", "key")).toEqual({ ok: false, status: 422, ...problem, members: {} });
});

test.each(["null", "[1]", `"text"`, `{"message":{},"errors":{"length":1}}`, `{"errors":[null,{"field":1}]}`])(
	"JSON of another shape, %s, has no members, message or errors",
	async (json) => {
		const url = await serve((_, response) => response.writeHead(422).end(json));
		expect(await postJson(url, "{}", "key")).toEqual({ ok: false, status: 422, errors: [], members: {} });
	},
);

test.each([
	[200, true],
	[502, false],
])("a response %i without JSON means its status", async (status, ok) => {
	const url = await serve((_, response) => response.writeHead(status).end("<h1>Proxy</h1>"));
	expect(await postJson(url, "{}", "key")).toEqual({ ok, status, errors: [], members: {} });
});

test("no answer at all is no success", async () => {
	const url = await serve((request) => request.destroy());
	expect(await postJson(url, "{}", "key")).toEqual({ ok: false, errors: [], members: {} });
});
