import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../core/accounts/audit-log.server.ts";
import { access } from "../desk/guard/access.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { loadTestDesk } from "../tests/support/test-desk.ts";
import { startTestServer, type TestServer } from "../tests/support/test-server.ts";

const { pages } = await loadTestDesk();
/** All routes with a method, except the 403 page itself. */
const listRoutesOf = (method: "get" | "post") =>
	pages.routes.filter(({ id }) => access[id]?.[method] !== undefined && id !== "routes/forbidden");
const addressOf = (pattern: string) => pattern.replaceAll(/:\w+|\*/g, "ENQ-7K3F9QXM");

/** Headers of old and new browsers with another site's form. */
const foreignForms = [
	{},
	{ "sec-fetch-site": "cross-site" },
	{ "sec-fetch-site": "same-site" },
	{ "sec-fetch-site": "none" },
	{ "sec-fetch-site": "cross-site", origin: "http://localhost:3001" },
	{ origin: "https://evil.example" },
	{ origin: "http://localhost:3002" },
	{ origin: "http://localhost:3001.evil.example" },
	{ origin: "null" },
	{ origin: "" },
	{ referer: "http://localhost:3001/enquiries" },
];

/** Headers of browsers when another site's page reads something: by script, as a picture, script, frame or event stream. */
const foreignReads = [
	{ "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
	{ "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
	{ "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" },
	{ "sec-fetch-mode": "no-cors", "sec-fetch-dest": "style" },
	{ "sec-fetch-mode": "no-cors", "sec-fetch-dest": "object" },
	{ "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
	{ "sec-fetch-mode": "navigate", "sec-fetch-dest": "embed" },
	{ "sec-fetch-mode": "websocket", "sec-fetch-dest": "websocket" },
].flatMap((headers) =>
	["cross-site", "same-site"].map((site) => ({ "sec-fetch-site": site, origin: "https://evil.example", ...headers })),
);

async function openDesk(): Promise<TestServer & { desk: FastifyInstance; signIn(): Promise<string> }> {
	const server = await startTestServer("sqlite");
	const { app } = await server.openDesk();
	let people = 0;
	return {
		...server,
		desk: app,
		/** Signing out ends a session. */
		async signIn() {
			people += 1;
			const email = `${people}@staff.example`;
			const { token } = await signInStaff(server.database, { now: server.clock.now(), email });
			return `desk-session=${token}`;
		},
	};
}

describe.each([false, true])("with its data alone %j", (isData) => {
	const urlOf = (pattern: string) => {
		const url = addressOf(pattern);
		return isData ? `${url === "/" ? "/_" : url}.data` : url;
	};

	test("no form of another site does anything, at any address", async () => {
		const { desk, database, signIn } = await openDesk();
		const cookie = await signIn();
		const before = await listAuditEntries(database.db, { limit: 99 });
		const send = (pattern: string, headers: Record<string, string>) =>
			desk.inject({
				method: "POST",
				url: urlOf(pattern),
				headers: { host: "localhost:3001", "content-type": "application/x-www-form-urlencoded", cookie, ...headers },
				payload: "",
			});
		for (const { pattern } of listRoutesOf("post"))
			for (const headers of foreignForms) {
				const { statusCode, cookies } = await send(pattern, headers as Record<string, string>);
				expect([pattern, headers, statusCode, cookies]).toEqual([pattern, headers, 403, []]);
			}
		expect(await listAuditEntries(database.db, { limit: 99 })).toEqual(before);
		for (const { pattern } of listRoutesOf("post"))
			for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: "http://localhost:3001" }]) {
				const own = await send(pattern, { ...headers, cookie: await signIn() });
				expect([pattern, own.statusCode]).not.toEqual([pattern, 403]);
			}
	});

	test("no page of another site reads anything, at any address", async () => {
		const { desk, signIn } = await openDesk();
		const cookie = await signIn();
		const get = (pattern: string, headers: Record<string, string>) =>
			desk.inject({ url: urlOf(pattern), headers: { host: "localhost:3001", cookie, ...headers } });
		for (const { id, pattern } of listRoutesOf("get")) {
			for (const headers of foreignReads) {
				const { statusCode } = await get(pattern, headers);
				expect([pattern, headers, statusCode]).toEqual([pattern, headers, 403]);
			}
			const link = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
			const followed = await get(pattern, { "sec-fetch-site": "cross-site", ...link });
			expect([pattern, followed.statusCode === 403]).toEqual([pattern, access[id]?.isDownload === true]);
			const own = await get(pattern, { "sec-fetch-site": "same-origin", origin: "https://evil.example" });
			expect([pattern, own.statusCode]).not.toEqual([pattern, 403]);
			// For browsers that do not tell where a request comes from.
			for (const { headers } of [followed, own]) {
				expect([pattern, headers["cross-origin-resource-policy"]]).toEqual([pattern, "same-origin"]);
				expect([pattern, headers["access-control-allow-origin"]]).toEqual([pattern, undefined]);
				expect([pattern, headers["content-security-policy"]]).toEqual([
					pattern,
					expect.stringMatching(/frame-ancestors 'none'|sandbox/),
				]);
			}
		}
	});

	test("no other site is allowed to ask for more", async () => {
		const { desk, signIn } = await openDesk();
		const cookie = await signIn();
		for (const { pattern } of pages.routes) {
			const { statusCode, headers } = await desk.inject({
				method: "OPTIONS",
				url: urlOf(pattern),
				headers: {
					host: "localhost:3001",
					cookie,
					origin: "https://evil.example",
					"access-control-request-method": "POST",
				},
			});
			expect([pattern, statusCode >= 400]).toEqual([pattern, true]);
			expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
		}
	});
});
