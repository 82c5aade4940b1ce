import { expect, test } from "vitest";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer } from "../tests/support/test-server.ts";

async function openDesks() {
	const server = await startTestServer("sqlite");
	const writer = createDeskBrowser(await server.openDesk({ roles: ["sales"] }));
	const desk = await server.openDesk({ roles: ["admin"] });
	return {
		...server,
		writer,
		desk,
		told: createDeskBrowser(desk),
		path: `/enquiries/${await storeEnquiry(server.database)}`,
	};
}

const countIn = (page: string) => Number(/class="unread-count">(\d+)/.exec(page)?.[1] ?? 0);

test("mentions and records that are assigned are counted on every page, until they are opened", async () => {
	const { writer, told, desk, path } = await openDesks();
	expect(await told.get("/notifications")).toContain("No notifications yet");
	await writer.post(path, { do: "note", text: "@Robin admin <b>look</b>" });
	await writer.post(path, { do: "owner", value: desk.accountId, version: "1" });
	for (const page of ["/", "/enquiries", "/account"]) expect([page, countIn(await told.get(page))]).toEqual([page, 2]);
	expect(countIn(await writer.get("/"))).toBe(0);
	const list = await told.get("/notifications");
	expect(list).toContain("Robin sales mentioned you");
	expect(list).toContain("@Robin admin &lt;b&gt;look&lt;/b&gt;");
	expect(list).toContain("Robin sales assigned you");
	expect(list).toContain(`href="${path}"`);
	// Pointing at a link to the record opens nothing.
	await desk.inject({ url: path, headers: { "sec-purpose": "prefetch" } });
	expect(countIn(await told.get("/notifications"))).toBe(2);
	await told.get(path);
	expect(countIn(await told.get("/notifications"))).toBe(0);
	await writer.post(path, { do: "note", text: "@Robin admin again" });
	expect(countIn(await told.get("/"))).toBe(1);
	expect((await told.post("/notifications", { do: "read-all" })).statusCode).toBe(303);
	expect(countIn(await told.get("/"))).toBe(0);
});

test("e-mails about mentions are turned off and on again on one's own account", async () => {
	const { writer, told, path, database } = await openDesks();
	const countEmails = async () =>
		(await database.db.selectFrom("emails").select("id").where("kind", "=", "record-mention").execute()).length;
	await told.post("/account", { action: "mention-emails", wants: "no" });
	expect(await told.get("/account")).toContain("Turn on");
	await writer.post(path, { do: "note", text: "@Robin admin one" });
	expect(await countEmails()).toBe(0);
	await told.post("/account", { action: "mention-emails", wants: "yes" });
	await writer.post(path, { do: "note", text: "@Robin admin two" });
	expect(await countEmails()).toBe(1);
});

test("only its author changes a note, and a conflict loses nothing", async () => {
	const { writer, told, path, database } = await openDesks();
	await writer.post(path, { do: "note", text: "First" });
	const { id } = await database.db.selectFrom("recordNotes").select("id").executeTakeFirstOrThrow();
	expect(await told.get(path)).not.toContain("Edit note");
	expect(await writer.get(path)).toContain("Edit note");
	expect((await writer.post(path, { do: "edit-note", id, version: "1", text: "Second" })).statusCode).toBe(303);
	const page = await writer.get(path);
	expect(page).toMatch(/edited .*\d{4}/);
	expect(page).toContain("Second");
	const conflict = await writer.post(path, { do: "edit-note", id, version: "1", text: "Mine <i>" });
	expect(conflict.body).toContain("You changed this note in another window");
	expect(conflict.body).toContain("Mine &lt;i&gt;</textarea>");
	expect(conflict.body).toContain('name="version" value="2"');
	expect(conflict.body).toContain(">Second</p>");
	expect((await writer.post(path, { do: "edit-note", id, version: "2", text: "Mine <i>" })).statusCode).toBe(303);
	const others = await told.post(path, { do: "edit-note", id, version: "3", text: "Not mine" });
	expect(others.body).toContain("Only its author can change a note");
	expect((await database.db.selectFrom("recordNotes").select("text").execute())[0]?.text).toBe("Mine <i>");
});
