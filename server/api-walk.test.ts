import type { FastifyInstance, InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { revokeApiToken } from "../core/api-tokens/api-token-store.server.ts";
import { apiAreas, type ApiScope } from "../desk/api/api-scopes.ts";
import { addProgram, type ApiProgram } from "../tests/support/api-tokens.ts";
import { listOpenApiFaults, type OpenApiDocument } from "../tests/support/openapi-faults.ts";
import { readTables } from "../tests/support/stored-data.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const allScopes = apiAreas.flatMap(({ key, canChange }): ApiScope[] => [
	`${key}:read`,
	...(canChange ? [`${key}:change` as const] : []),
]);

/** docs/api.md, Scopes, address by address: which scopes open it, stated independently of the code. To change includes to read. */
const expected: Record<string, string[]> = {
	"GET /api/v1/enquiries": ["enquiries:read"],
	"POST /api/v1/enquiries": ["enquiries:change"],
	"GET /api/v1/enquiries/{reference}": ["enquiries:read"],
	"PATCH /api/v1/enquiries/{reference}": ["enquiries:change"],
	"POST /api/v1/enquiries/{reference}/notes": ["enquiries:change"],
	"GET /api/v1/enquiries/{reference}/messages": ["enquiries:read"],
	"GET /api/v1/bookings/{reference}/messages": ["bookings:read"],
	"GET /api/v1/applications/{reference}/messages": ["applications:read"],
	"GET /api/v1/people": ["people:read"],
	"GET /api/v1/people/{reference}": ["people:read"],
	"GET /api/v1/calls": ["bookings:read"],
	"POST /api/v1/calls": ["bookings:change"],
	"GET /api/v1/call-types": ["bookings:read"],
	"GET /api/v1/call-types/{type}/times": ["bookings:read"],
	"GET /api/v1/calls/{reference}": ["bookings:read"],
	"PATCH /api/v1/calls/{reference}": ["bookings:change"],
	"GET /api/v1/calls/{reference}/times": ["bookings:read"],
	"GET /api/v1/interviews": ["applications:read"],
	"GET /api/v1/jobs": ["jobs:read"],
	"GET /api/v1/jobs/{id}": ["jobs:read"],
	"GET /api/v1/documents": ["content:read"],
	"GET /api/v1/documents/{path}": ["content:read"],
	"GET /api/v1/bookings": ["bookings:read"],
	"GET /api/v1/bookings/{reference}": ["bookings:read"],
	"PATCH /api/v1/bookings/{reference}": ["bookings:change"],
	"POST /api/v1/bookings/{reference}/notes": ["bookings:change"],
	"GET /api/v1/applications": ["applications:read"],
	"POST /api/v1/applications": ["applications:change"],
	"GET /api/v1/applications/{reference}": ["applications:read"],
	"PATCH /api/v1/applications/{reference}": ["applications:change"],
	"POST /api/v1/applications/{reference}/notes": ["applications:change"],
};

const document = "/api/v1/openapi.json";

async function startApi() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk();
	const { app } = desk;
	const reader = await addProgram(server, desk, ["none:read"]);
	const { paths } = (await reader.get(document)).json<OpenApiDocument>();
	const routes = Object.entries(paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
	);
	return { server, desk, app, routes };
}

type Route = { method: string; path: string };

function toRequest({ method, path }: Route): InjectOptions {
	const url = path
		.replace("{reference}", "ENQ-7K3F9QXM")
		.replace("{id}", "no-such-job")
		.replace("{type}", "no-such-type")
		.replace("{path}", "no-such-document.md");
	return {
		method: method as "GET",
		url,
		...(method !== "GET" && { payload: {} }),
		headers: { host: "localhost:3001" },
	};
}

const wayOf = ({ method, path }: Route) => `${method} ${path}`;

test("every address of the API has its scopes written down", async () => {
	const { routes } = await startApi();
	expect(routes.map(wayOf).toSorted()).toEqual(Object.keys(expected).toSorted());
});

test("the document is valid OpenAPI 3.1 and names the scopes of each operation", async () => {
	const { server, desk } = await startApi();
	const program = await addProgram(server, desk, ["jobs:read"]);
	const described = (await program.get(document)).json<OpenApiDocument>();
	expect(await listOpenApiFaults(described)).toEqual([]);
	const named = Object.entries(described.paths).flatMap(([path, operations]) =>
		Object.entries(operations as Record<string, { security: { token: string[] }[] }>).map(
			([method, { security }]) => [`${method.toUpperCase()} ${path}`, security.flatMap(({ token }) => token)] as const,
		),
	);
	expect(Object.fromEntries(named)).toEqual(expected);
});

test("each scope opens exactly its own addresses", async () => {
	const { server, desk, routes } = await startApi();
	const holders: { scopes: string[]; program: ApiProgram }[] = [];
	for (const scopes of [...allScopes.map((scope) => [scope]), ["own-interviews:read"], ["ENQUIRIES:READ"], [""]])
		holders.push({ scopes, program: await addProgram(server, desk, scopes) });
	const before = await readTables(server.database);
	for (const { scopes, program } of holders)
		for (const route of routes) {
			const { statusCode, body } = await program.send(toRequest(route));
			const isOpen = (expected[wayOf(route)] ?? []).some(
				(wanted) => scopes.includes(wanted) || scopes.includes(wanted.replace(/:read$/, ":change")),
			);
			const asked = [...scopes, wayOf(route)];
			if (isOpen) expect([...asked, [200, 400, 404, 422].includes(statusCode), body]).toEqual([...asked, true, body]);
			else expect([...asked, statusCode]).toEqual([...asked, 403]);
		}
	expect(withoutUse(await readTables(server.database))).toBe(withoutUse(before));
});

/** A use is noted. */
const withoutUse = (tables: unknown) =>
	JSON.stringify(tables).replaceAll(/\\*"usedAt\\*":(?:null|\\*"[^"\\]*\\*")/g, "");

test("nothing but a token that works opens anything", async () => {
	const { server, desk, app, routes } = await startApi();
	const { database, clock } = server;
	const revoked = await addProgram(server, desk, allScopes);
	await database.write((transaction) => revokeApiToken(transaction, revoked.id, clock.now()));
	const ended = await addProgram(server, desk, allScopes);
	await database.db
		.updateTable("apiTokens")
		.set({ endsAt: clock.now().toString({ smallestUnit: "millisecond" }) })
		.where("id", "=", ended.id)
		.execute();
	const good = await addProgram(server, desk, allScopes);
	const headers: Record<string, Record<string, string>> = {
		none: {},
		empty: { authorization: "" },
		"no secret": { authorization: "Bearer " },
		"another scheme": { authorization: `Basic ${Buffer.from(`x:${good.secret}`).toString("base64")}` },
		"no scheme": { authorization: good.secret },
		"a session": { cookie: desk.cookie },
		"a session as a token": { authorization: `Bearer ${desk.cookie.split("=")[1]}` },
		"a token as a session": { cookie: `desk-session=${good.secret}` },
		unknown: { authorization: `Bearer fo_${"a".repeat(43)}` },
		shortened: { authorization: `Bearer ${good.secret.slice(0, -1)}` },
		revoked: { authorization: `Bearer ${revoked.secret}` },
		ended: { authorization: `Bearer ${ended.secret}` },
	};
	const addresses = [
		...routes.map(toRequest),
		{ method: "GET", url: document },
		{ method: "GET", url: "/api/v1/no/such/address" },
		{ method: "DELETE", url: "/api/v1/enquiries" },
	] as InjectOptions[];
	for (const [index, request] of addresses.entries())
		for (const [kind, sent] of Object.entries(headers)) {
			// Each from its own network, which may send few such requests.
			const remoteAddress = `10.0.${index}.${Object.keys(headers).indexOf(kind)}`;
			const response = await app.inject({ ...request, remoteAddress, headers: { ...request.headers, ...sent } });
			const asked = [request.method, request.url, kind];
			expect([...asked, response.statusCode]).toEqual([...asked, 401]);
			expect(response.headers["www-authenticate"]).toMatch(/^Bearer/);
			expect(response.json()).toMatchObject({ status: 401, message: expect.any(String) as string });
		}
	expect((await good.get("/api/v1/no/such/address")).statusCode).toBe(404);
	expect((await good.send({ method: "DELETE", url: "/api/v1/enquiries" })).statusCode).toBe(405);
});

test("a page of another site gets no leave to read, and a query no leave to enter", async () => {
	const { server, desk, app } = await startApi();
	const program = await addProgram(server, desk, ["enquiries:read"]);
	const response = await program.get("/api/v1/enquiries", { origin: "https://elsewhere.example" });
	expect(response.statusCode).toBe(200);
	expect(Object.keys(response.headers).filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([]);
	const preflight = await app.inject({
		method: "OPTIONS",
		url: "/api/v1/enquiries",
		headers: { origin: "https://elsewhere.example", "access-control-request-method": "GET" },
	});
	expect(preflight.statusCode).toBeGreaterThanOrEqual(400);
	const inQuery = await app.inject({ method: "GET", url: `/api/v1/enquiries?access_token=${program.secret}` });
	expect(inQuery.statusCode).toBe(401);
});

test("a token may send so many requests a minute, and a network so many unknown tokens", async () => {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk();
	const [busy, other] = [await addProgram(server, desk, ["jobs:read"]), await addProgram(server, desk, ["jobs:read"])];
	for (let sent = 1; sent <= 300; sent += 1) expect((await busy.get(document)).statusCode).toBe(200);
	const refused = await busy.get(document);
	expect(refused.statusCode).toBe(429);
	expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
	expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
	expect((await other.get(document)).statusCode).toBe(200);
	for (let sent = 1; sent <= 30; sent += 1) expect(await sendUnknown(desk.app)).toBe(401);
	expect(await sendUnknown(desk.app)).toBe(429);
	// The other programs of the office go on, and its members sign in.
	expect((await desk.app.inject({ method: "GET", url: "/sign-in" })).statusCode).toBe(200);
	expect((await other.get(document)).statusCode).toBe(200);
});

async function sendUnknown(app: FastifyInstance): Promise<number> {
	const headers = { authorization: `Bearer fo_${"b".repeat(43)}` };
	return (await app.inject({ method: "GET", url: "/api/v1/enquiries", headers })).statusCode;
}
