import { describe, expect, test } from "vitest";
import { addMailbox, removeMailbox } from "../core/conversations/incoming/mailbox-store.server.ts";
import { toSnoozeText } from "../core/records/snooze.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { openDeskWithMail } from "../tests/support/desk-mail.ts";

const newsletter = { headers: { "Auto-Submitted": "auto-generated", Subject: "October news" } };

async function openUnfiled(kind: DatabaseKind, role: "admin" | "sales" | "recruiter" = "sales") {
	const desk = await openDeskWithMail(kind, role, "enquiry");
	const { database, clock } = desk.server;
	const mailbox = { address: "mailbox@narangi.example", kind: "enquiry", hasPlusAddresses: false, readsEarlier: false };
	const settings = { by: "http" as const, secret: "secret" };
	const mailboxId = await database.write((transaction) =>
		addMailbox(transaction, { ...mailbox, settings }, clock.now()),
	);
	const { id } = await desk.receive("Our offers of the month.", newsletter);
	await desk.db
		.updateTable("incomingMessages")
		.set({ mailboxId: mailboxId ?? "" })
		.where("id", "=", id)
		.execute();
	return {
		...desk,
		id,
		removeMailbox: () => database.write((transaction) => removeMailbox(transaction, mailboxId ?? "")),
		find: (reference: string) =>
			desk.db
				.selectFrom("records")
				.select(["stage", "snoozedUntil"])
				.where("reference", "=", reference)
				.executeTakeFirst(),
	};
}

describe.each(serverDatabaseKinds)("an unfiled message on %s", (kind) => {
	test("is listed with its reason, suggests the sender's open record, and moves there", async () => {
		const { get, send, receive, db, id } = await openUnfiled(kind);
		expect(await get("/enquiries")).toContain('href="/messages"');
		const page = await get("/messages");
		for (const text of ["October news", "Automatic message", "Our offers of the month."]) expect(page).toContain(text);
		expect((await send("/messages", { do: "move", id, to: "ENQ-00000000" })).body).toContain(
			"There is no record ENQ-00000000",
		);
		const { reference } = await receive("We need an app.");
		expect(await get("/messages")).toContain(`value="${reference}"`);
		const moved = await send("/messages", { do: "move", id, to: reference });
		expect(moved.headers.location).toBe(`/enquiries/${reference}`);
		expect(await get(`/enquiries/${reference}`)).toContain("Automatic message from Asha Rao: October news");
		expect(await get("/messages")).toContain("Nothing unfiled");
		const log = await db.selectFrom("auditLog").select("subject").where("action", "=", "message.move").execute();
		expect(log).toEqual([{ subject: reference }]);
	});

	test("opens the closed enquiry that it moves to, if a person wrote it", async () => {
		const { send, receive, db, id } = await openUnfiled(kind);
		for (const [sort, stage] of [
			["automatic", "won"],
			["person", "new"],
		] as const) {
			const { reference } = await receive("We need an app.");
			await send(`/enquiries/${reference}`, { do: "stage", value: "won", version: "1" });
			await db.updateTable("incomingMessages").set({ sort, reference: null }).where("id", "=", id).execute();
			await send("/messages", { do: "move", id, to: reference });
			const record = db.selectFrom("records").select("stage").where("reference", "=", reference);
			expect(await record.executeTakeFirst(), sort).toEqual({ stage });
		}
	});

	test("leaves its record as it was when it is moved back by Undo, unless the record has changed since", async () => {
		const { send, receive, find, findUndo, db, server, id } = await openUnfiled(kind);
		await db.updateTable("incomingMessages").set({ sort: "person" }).where("id", "=", id).execute();
		const { reference } = await receive("We need an app.");
		const path = `/enquiries/${reference}`;
		const until = server.clock.now().add({ hours: 48 }).round("second");
		await send(path, { do: "stage", value: "won", version: "1" });
		const snoozedUntil = toSnoozeText(until);
		await db.updateTable("records").set({ snoozedUntil }).where("reference", "=", reference).execute();
		const move = async () => findUndo(await send("/messages", { do: "move", id, to: reference }));
		const first = await move();
		expect(await find(reference)).toEqual({ stage: "new", snoozedUntil: toSnoozeText(server.clock.now()) });
		expect((await send(path, { do: "undo-move", id: first })).headers.location).toBe("/messages");
		expect(await find(reference)).toEqual({ stage: "won", snoozedUntil });

		const stale = await move();
		const { version } = await db
			.selectFrom("records")
			.select("version")
			.where("reference", "=", reference)
			.executeTakeFirstOrThrow();
		await send(path, { do: "stage", value: "in-conversation", version: String(version) });
		await send(path, { do: "undo-move", id: stale });
		expect(await find(reference)).toMatchObject({ stage: "in-conversation" });
	});

	test("ends in no other stage, and snoozes nothing for long, by a forged Undo", async () => {
		const { send, receive, find, findUndo, db, server, id } = await openUnfiled(kind);
		await db.updateTable("incomingMessages").set({ sort: "person" }).where("id", "=", id).execute();
		const { reference } = await receive("We need an app.");
		const path = `/enquiries/${reference}`;
		await send(path, { do: "stage", value: "won", version: "1" });
		const farSeconds = server.clock.now().add({ hours: 24 * 400 }).epochMilliseconds / 1_000;
		for (const forge of [
			(undo: string) => undo.replace(/won$/, "hired"),
			(undo: string) => undo.replace(/won$/, "in-conversation"),
			(undo: string) => undo.replace(/__won$/, `_${Math.round(farSeconds)}_`),
			(undo: string) => undo.replace(/__won$/, "_99999999999999999999_won-"),
			(undo: string) => undo.replace(/_\d+__won$/, "_x_y_z"),
		]) {
			const version = await db
				.selectFrom("records")
				.select("version")
				.where("reference", "=", reference)
				.executeTakeFirstOrThrow();
			await send(path, { do: "stage", value: "won", version: String(version.version) });
			const undo = findUndo(await send("/messages", { do: "move", id, to: reference }));
			const forged = forge(undo);
			expect(forged).not.toBe(undo);
			expect((await send(path, { do: "undo-move", id: forged })).headers.location, forged).toBe("/messages");
			expect(await find(reference), forged).toEqual({ stage: "new", snoozedUntil: null });
		}
	});

	test("is moved back by Undo", async () => {
		const { get, send, receive, id, db } = await openUnfiled(kind);
		const { reference } = await receive("We need an app.");
		await send("/messages", { do: "move", id, to: reference });
		const path = `/enquiries/${reference}`;
		const undone = await send(path, { do: "undo-move", id: `_${id}` });
		expect(undone.headers.location).toBe("/messages");
		expect(await get("/messages")).toContain("October news");
		expect(await get(path)).not.toContain("October news");
		const [message] = await db.selectFrom("incomingMessages").selectAll().where("id", "=", id).execute();
		expect(message).toMatchObject({ reference: null, isFirst: 0 });
		// Messages that answer it do not come to the record that it was in.
		const named = db
			.selectFrom("threadIds")
			.selectAll()
			.where("messageId", "=", message?.messageId ?? "");
		expect(await named.execute()).toEqual([]);
	});

	test("has its files, before and after it is moved and until it is deleted", async () => {
		const { get, send, receive, id, db, files } = await openUnfiled(kind);
		const page = await get("/messages");
		const [, href = ""] = /href="(\/messages\/[^"]+\/files\/[^"]+)"/.exec(page) ?? [];
		expect(await get(href)).toBe("Plan");
		const { reference } = await receive("We need an app.", { files: {} });
		await send("/messages", { do: "move", id, to: reference });
		expect(await get(href)).toContain("There is no such file.");
		const storedAs = href.split("/").at(-1) ?? "";
		expect(await get(`/enquiries/${reference}/files/${storedAs}`)).toBe("Plan");
		await send(`/enquiries/${reference}`, { do: "undo-move", id: `_${id}` });
		expect(await get(href)).toBe("Plan");
		await send("/messages", { do: "delete", id });
		expect(await files.stat(storedAs)).toBeUndefined();
		expect(await db.selectFrom("replyFiles").select("name").execute()).toEqual([]);
	});

	test("opens as an enquiry, which then shows it", async () => {
		const { get, send, id } = await openUnfiled(kind);
		expect(await get(`/enquiries/new?message=${id}`)).toContain("Our offers of the month.");
		const opened = await send("/enquiries/new", {
			message: id,
			senderName: "Asha Rao",
			email: "asha@visitor.example",
			text: "Wants to work with us.",
			source: "email",
		});
		expect(await get(String(opened.headers.location))).toContain("Our offers of the month.");
		expect(await get("/messages")).toContain("Nothing unfiled");
	});

	test("is deleted, once", async () => {
		const { get, send, db, id } = await openUnfiled(kind);
		for (let times = 0; times < 2; times++) await send("/messages", { do: "delete", id });
		expect(await get("/messages")).toContain("Nothing unfiled");
		const log = await db.selectFrom("auditLog").select("action").where("action", "=", "message.delete").execute();
		expect(log).toHaveLength(1);
	});

	test("of a removed mailbox stays, with its files, for admins", async () => {
		const { get, send, id, removeMailbox: remove } = await openUnfiled(kind, "admin");
		await remove();
		const page = await get("/messages");
		for (const text of ["October news", "Removed mailbox"]) expect(page).toContain(text);
		const [, href = ""] = /href="(\/messages\/[^"]+\/files\/[^"]+)"/.exec(page) ?? [];
		expect(await get(href)).toBe("Plan");
		expect(await get(`/enquiries/new?message=${id}`)).toContain("Our offers of the month.");
		await send("/messages", { do: "delete", id });
		expect(await get("/messages")).toContain("Nothing unfiled");
		const ofSales = await openUnfiled(kind);
		await ofSales.removeMailbox();
		expect(await ofSales.get("/messages")).toContain("Nothing unfiled");
	});

	test("is nothing to a member who does not work with its mailbox's kind of record", async () => {
		const { get, send, db, id } = await openUnfiled(kind, "recruiter");
		expect(await get("/messages")).toContain("Nothing unfiled");
		const file = await db.selectFrom("replyFiles").select("storedAs").executeTakeFirst();
		expect(await get(`/messages/${id}/files/${file?.storedAs}`)).toContain("There is no such file.");
		expect(await get(`/applications/new?message=${id}`)).not.toContain("Our offers");
		await send("/messages", { do: "delete", id });
		expect(await db.selectFrom("incomingMessages").select("id").execute()).toHaveLength(1);
	});
});
