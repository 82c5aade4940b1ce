import { describe, expect, onTestFinished, test } from "vitest";
import { endSessionsOf } from "../core/accounts/sessions.server.ts";
import { updateAccount } from "../core/accounts/store.server.ts";
import { recordChange } from "../platform/database/changes.ts";
import { followChanges } from "../platform/database/follow-changes.ts";
import { createLog } from "../platform/log.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { eventually } from "../tests/support/eventually.ts";
import { startTestServer, type TestDesk } from "../tests/support/test-server.ts";

/** Two servers on one database, and a member signed in at the first. */
async function openTwoServers(kind: DatabaseKind) {
	const one = await startTestServer(kind);
	const other = await startTestServer(kind, { databaseConfig: one.database, clock: one.clock });
	const follower = await followChanges({
		database: other.database,
		config: one.database,
		watched: [],
		log: createLog({ logLevel: "silent" }),
	});
	onTestFinished(() => follower.close());
	const desks = [await one.openDesk({ roles: ["sales"] }), await other.openDesk({ roles: ["editor"] })] as const;
	const urls = await Promise.all(desks.map(({ app }) => app.listen({ port: 0, host: "127.0.0.1" })));
	const [desk] = desks;
	const listen = async (url: string, { cookie }: Pick<TestDesk, "cookie">) => {
		const { body } = await fetch(`${url}/live`, {
			headers: { cookie, accept: "text/event-stream", "sec-fetch-site": "same-origin" },
		});
		return readToEnd(body as ReadableStream<Uint8Array>);
	};
	const admin = await one.openDesk({ roles: ["admin"] });
	return {
		database: one.database,
		desk,
		/** A stream of an admin. */
		openAdmin: () => listen(urls[0] ?? "", admin),
		/** The member's streams at both servers. */
		open: () => Promise.all(urls.map((url) => listen(url, desk))),
		/** A stream of somebody else. */
		openOther: () => listen(urls[1] ?? "", desks[1]),
	};
}

/** Reads a stream in the background; `ended` resolves to all of it. */
function readToEnd(body: ReadableStream<Uint8Array>) {
	const reader = body.getReader();
	const state = { text: "" };
	const ended = (async () => {
		const decoder = new TextDecoder();
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			state.text += decoder.decode(value, { stream: true });
		}
		return state.text;
	})();
	onTestFinished(() => reader.cancel().catch(() => undefined));
	return { state, ended };
}

describe.each(serverDatabaseKinds)("live updates on %s", (kind) => {
	test("end on every server when the member signs out, and go on for others", async () => {
		const { desk, open, openOther, database } = await openTwoServers(kind);
		const streams = await open();
		const other = await openOther();
		const answer = await createDeskBrowser(desk).post("/sign-out", {});
		expect(answer.statusCode).toBe(303);
		await Promise.all(streams.map(({ ended }) => ended));
		await database.write((transaction) => recordChange(transaction, ["pictures"]));
		await eventually(() => expect(other.state.text).toContain("pictures"));
	});

	test.each([
		["loses a role", (transaction, id) => updateAccount(transaction, id, { roles: ["editor"] })],
		[
			"is disabled",
			(transaction, id) =>
				updateAccount(transaction, id, { disabledAt: Temporal.Instant.from("2026-11-23T06:00:00Z") }),
		],
		["has its sessions ended", (transaction, id) => endSessionsOf(transaction, id)],
	] satisfies [string, (...parts: Parameters<typeof endSessionsOf>) => Promise<unknown>][])(
		"end on every server when the account %s, and tell nothing that is changed with it",
		async (_, act) => {
			const { desk, open, database } = await openTwoServers(kind);
			const streams = await open();
			await database.write(async (transaction) => {
				await act(transaction, desk.accountId);
				await recordChange(transaction, ["records:enquiry"]);
			});
			for (const text of await Promise.all(streams.map(({ ended }) => ended))) expect(text).not.toContain("data:");
		},
	);

	test("go on when the account changes in another way", async () => {
		const { desk, open, database } = await openTwoServers(kind);
		const streams = await open();
		await database.write((transaction) => updateAccount(transaction, desk.accountId, { name: "Robin" }));
		await database.write((transaction) => recordChange(transaction, ["records:enquiry"]));
		for (const { state } of streams) await eventually(() => expect(state.text).toContain("records:enquiry"));
	});

	test("tell members of what they work with, and of nothing else", async () => {
		const { open, openAdmin, database } = await openTwoServers(kind);
		const [stream] = await open();
		const admin = await openAdmin();
		await database.write((transaction) => recordChange(transaction, ["mailboxes"]));
		await database.write((transaction) => recordChange(transaction, ["records:enquiry"]));
		for (const { state } of [stream, admin].flatMap((one) => one ?? []))
			await eventually(() => expect(state.text).toContain("records:enquiry"));
		expect([admin.state.text.includes("mailboxes"), stream?.state.text.includes("mailboxes")]).toEqual([true, false]);
	});
});
