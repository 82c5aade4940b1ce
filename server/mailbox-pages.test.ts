import { describe, expect, test } from "vitest";
import {
	addMailbox,
	claimMailboxes,
	noteRead,
	type ClaimedMailbox,
} from "../core/conversations/incoming/mailbox-store.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const imapMailbox: Parameters<typeof addMailbox>[1] = {
	address: "sales@narangi.example",
	kind: "enquiry",
	hasPlusAddresses: false,
	readsEarlier: false,
	settings: {
		by: "imap",
		host: "imap.narangi.example",
		port: 993,
		security: "tls",
		user: "sales",
		folder: "INBOX",
		trustedAuthserv: "",
		login: { with: "password", password: "not-to-be-seen" },
	},
};

async function openPages(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const desk = await server.openDesk({ roles: ["admin"] });
	const get = async (url: string) => (await desk.inject({ url, headers: { host: "localhost:3001" } })).body;
	const send = (url: string, fields: Record<string, string>) =>
		desk.inject({
			method: "POST",
			url,
			headers: {
				host: "localhost:3001",
				"sec-fetch-site": "same-origin",
				"content-type": "application/x-www-form-urlencoded",
			},
			payload: new URLSearchParams(fields).toString(),
		});
	return { server, get, send };
}

describe.each(serverDatabaseKinds)("the pages of mailboxes on %s", (kind) => {
	test("connect one, send it a test e-mail, and remove it", async () => {
		const { server, get, send } = await openPages(kind);
		expect(await get("/mailboxes")).toContain("No mailbox yet.");
		const fields = { do: "save", by: "http", address: "Sales@narangi.example", kind: "enquiry" };
		const added = await send("/mailboxes/new", fields);
		expect(added.statusCode).toBe(303);
		const path = String(added.headers.location);
		expect(await get("/mailboxes")).toContain("sales@narangi.example");
		expect((await send("/mailboxes/new", fields)).body).toContain("This mailbox is already connected");
		await send(path, { do: "test" });
		expect(await server.database.db.selectFrom("emails").select(["kind", "recipient"]).execute()).toEqual([
			{ kind: "test-email", recipient: "sales@narangi.example" },
		]);
		expect(await get(path)).toContain("Test e-mail waiting to be sent");
		expect((await send(path, { do: "remove" })).statusCode).toBe(303);
		expect(await server.database.db.selectFrom("mailboxes").select("id").execute()).toEqual([]);
		const log = await server.database.db.selectFrom("auditLog").select("action").orderBy("sequence").execute();
		expect(log.map(({ action }) => action)).toEqual(["mailbox.add", "mailbox.test", "mailbox.remove"]);
	});

	test("say what is wrong with a form, and never show a secret again", async () => {
		const { server, get, send } = await openPages(kind);
		const refused = await send("/mailboxes/new", { do: "save", by: "imap", address: "nobody", host: "", port: "x" });
		for (const message of [
			"Enter the mailbox’s e-mail address",
			"Choose what new messages become",
			"Enter the IMAP server",
			"Enter a port",
			"Enter the user name",
			"Enter the password",
		])
			expect(refused.body).toContain(message);
		const unencrypted = { do: "save", by: "imap", host: "imap.example", port: "143", security: "none" };
		expect((await send("/mailboxes/new", unencrypted)).body).toContain("only this machine may go without");
		const id = await server.database.write((transaction) => addMailbox(transaction, imapMailbox, server.clock.now()));
		expect(await get(`/mailboxes/${id}`)).not.toContain("not-to-be-seen");
	});

	test.each([
		["A message could not be stored, and will be tried again every ten minutes.", /full/i],
		["The mailbox is 96% full.", /could not be stored/],
	])("call a mailbox that is read and has a warning by no other warning: %s", async (warning, other) => {
		const { server, get } = await openPages(kind);
		const { database, clock } = server;
		const id = await database.write((transaction) => addMailbox(transaction, imapMailbox, clock.now()));
		const [claimed] = await claimMailboxes(database, clock.now());
		await noteRead(database, claimed as ClaimedMailbox, clock.now(), warning);
		for (const path of ["/mailboxes", `/mailboxes/${id}`]) {
			const page = await get(path);
			expect(page).toContain("Needs attention");
			expect(page).not.toMatch(other);
			expect(page).not.toMatch(/Not connected|Failing since/);
		}
		expect(await get(`/mailboxes/${id}`)).toContain(warning);
	});
});
