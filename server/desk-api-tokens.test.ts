import { expect, test } from "vitest";
import { eraseAccount } from "../core/accounts/retention.server.ts";
import { updateAccount } from "../core/accounts/store.server.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { listOpenApiFaults, type OpenApiDocument } from "../tests/support/openapi-faults.ts";
import { followToSecret } from "../tests/support/read-new-secret.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { renewProofOf, signInStaff } from "../tests/support/staff.ts";
import { readTables } from "../tests/support/stored-data.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const form = { do: "add", name: "CRM sync", "area-enquiries": "change", "area-jobs": "read", days: "90" };

async function openDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["admin"] });
	return { server, desk, accountId: desk.accountId, ...createDeskBrowser(desk) };
}

test("an admin adds a token, sees its secret once, and revokes it", async () => {
	const { server, desk, accountId, get, post } = await openDesk();
	const { db } = server.database;
	expect(await get("/api-tokens")).toContain("No tokens yet.");
	const added = await post("/api-tokens/new", form);
	const { id, scopes, tokenHash, endsAt } = await db.selectFrom("apiTokens").selectAll().executeTakeFirstOrThrow();
	const { secret, load, hide } = await followToSecret(added, desk, /fo_[\w-]{43}/);
	expect(await load()).toBe(secret);
	await hide();
	expect(await load()).toBeUndefined();
	expect(await db.selectFrom("apiTokens").select("id").execute()).toHaveLength(1);
	expect(JSON.stringify(await readTables(server.database))).not.toContain(secret);
	expect(scopes).toBe("enquiries:change,jobs:read");
	expect(Temporal.Instant.from(endsAt).since(server.clock.now()).total("hours")).toBe(90 * 24);
	const path = `/api-tokens/${id}`;
	for (const page of [await get("/api-tokens"), await get(path)]) {
		expect(page).toContain("Enquiries (read and change), Jobs (read)");
		expect(page).toContain("Active");
		expect(page).not.toContain(secret);
		expect(page).not.toContain(tokenHash);
	}
	expect((await post(path, { do: "unknown" })).statusCode).toBe(400);
	expect(readNotice(await post(path, { do: "revoke" })).text).toContain("Token revoked.");
	expect(await get("/api-tokens")).toContain("Revoked");
	expect(await get(path)).not.toContain("Revoke token");
	await post(path, { do: "revoke" });
	const noted = await db
		.selectFrom("auditLog")
		.select(["actor", "action", "subject"])
		.where("action", "like", "api-token.%")
		.execute();
	expect(noted).toEqual(
		["add", "revoke"].map((deed) => ({ actor: accountId, action: `api-token.${deed}`, subject: id })),
	);
	expect(await get("/audit-log")).toContain("API token “CRM sync”");
});

test("a token's page stays open when the proof lapses, and a new secret outlasts a proof", async () => {
	const { server, desk, get, post } = await openDesk();
	server.clock.advance({ minutes: 8 });
	const added = await followToSecret(await post("/api-tokens/new", form), desk, /fo_[\w-]{43}/);
	expect(await get(added.path)).toContain("Revoke token");
	server.clock.advance({ minutes: 3 });
	const page = await get(added.path);
	expect(page).toContain("Confirm it’s you");
	expect(page).not.toContain("Revoke token");
	expect((await post(added.path, { do: "revoke" })).headers.location).toMatch(/^\/prove\?/);
	expect(await added.load()).toBe(added.secret);
	const cookie = await renewProofOf(server, desk);
	expect(await added.load(added.path, cookie)).toBe(added.secret);
});

test("a form says what is wrong with it", async () => {
	const { server, post } = await openDesk();
	const empty = await post("/api-tokens/new", { do: "add", name: " ", "area-content": "change", "area-other": "read" });
	expect(empty.statusCode).toBe(422);
	expect(empty.body).toContain("Enter a name");
	expect(empty.body).toContain("Choose what the token may read or change");
	expect((await post("/api-tokens/new", { ...form, name: "a".repeat(61) })).body).toContain(
		"Use at most 60 characters",
	);
	expect(await server.database.db.selectFrom("apiTokens").select("id").execute()).toEqual([]);
	await post("/api-tokens/new", form);
	const again = await post("/api-tokens/new", form);
	expect(again.statusCode).toBe(422);
	expect(again.body).toContain("Another token has this name");
});

test("a token whose creator has left works on and is marked", async () => {
	const { server, get, post } = await openDesk();
	const { database, clock } = server;
	await post("/api-tokens/new", form);
	const { id } = await database.db.selectFrom("apiTokens").select("id").executeTakeFirstOrThrow();
	const colleague = await signInStaff(database, { now: clock.now(), name: "Meera Nair", email: "meera@staff.example" });
	await database.db.updateTable("apiTokens").set({ createdBy: colleague.accountId }).execute();
	expect(await get("/api-tokens")).toContain(">Active<");
	await database.write((transaction) => updateAccount(transaction, colleague.accountId, { disabledAt: clock.now() }));
	expect(await get("/api-tokens")).toContain(">Check<");
	expect(await get(`/api-tokens/${id}`)).toContain("Meera Nair, who created it, is no longer an admin");
	await database.write((transaction) => eraseAccount(transaction, colleague.accountId));
	expect(await get("/api-tokens")).toContain("By Former member");
});

test("the reference shows each operation of the API with its scope, and offers the document as a file", async () => {
	const { get } = await openDesk();
	expect(await get("/api-tokens")).toContain('href="/api-reference"');
	const page = (await get("/api-reference")).replaceAll("<wbr/>", "");
	const document = JSON.parse(await get("/api-reference/openapi.json")) as OpenApiDocument;
	expect(await listOpenApiFaults(document)).toEqual([]);
	for (const [path, operations] of Object.entries(document.paths))
		for (const method of Object.keys(operations)) expect(page).toContain(`${method.toUpperCase()} ${path}`);
	expect(page).toContain("enquiries:change");
	expect(page).toContain("Idempotency-Key");
	expect(page).toContain("Asked for an offer at the fair.");
});
