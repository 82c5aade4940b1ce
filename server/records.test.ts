import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { databaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { openTestRecords } from "../tests/support/records.ts";
import { readTables } from "../tests/support/stored-data.ts";

async function setUp(kind: DatabaseKind) {
	const { database, files, records, addMember } = await openTestRecords(kind);
	const { id: by } = await addMember("Meera", "sales");
	const reference = await storeEnquiry(database);
	const other = await storeEnquiry(database, { reference: "ENQ-00000002" });
	const template = { kind: "enquiry", name: "A", subject: "b", text: "c", by };
	const saved = await records.templates.save(template);
	const moved = await records.templates.save(template);
	const note = await records.notes.add(reference, { text: "x", by });
	const changed = await records.changes.change(other, { field: "stage", value: "won", version: 1, by });
	const reply = { subject: "Hello", text: "you", by: { id: by, name: "Meera" } };
	const sent = await records.replies.send(reference, reply);
	const noteId = note.ok ? note.note.id : "";
	const batch = changed.ok ? (changed.batch ?? "") : "";
	const replyId = sent.ok ? sent.reply.id : "";
	const templateId = saved.ok ? saved.template.id : "";
	const movedId = moved.ok ? moved.template.id : "";
	return {
		database,
		files,
		/** Everything that staff do with a record, each with its entry in the audit log. */
		actions: {
			"enquiry.stage": () => records.changes.change(reference, { field: "stage", value: "won", version: 1, by }),
			"enquiry.quarantine": async () => {
				const version = (await records.find(reference))?.version ?? 0;
				return records.changes.applyPlan([{ reference, version }], { field: "spam", value: "yes", by });
			},
			"enquiry.undo": () => records.changes.undo({ batch, kind: "enquiry", reference: other }, by),
			"enquiry.note": () => records.notes.add(reference, { text: "y", by }),
			"enquiry.edit-note": () => records.notes.edit({ id: noteId, reference }, { text: "z", version: 1, by }),
			"enquiry.remove-note": () => records.notes.remove({ id: noteId, reference }, by),
			"enquiry.withdraw": () => records.replies.undoSend({ id: replyId, reference }, by),
			"enquiry.reply": () => records.replies.send(other, reply),
			"template.add": () => records.templates.save(template),
			"template.change": () => records.templates.save({ ...template, id: templateId, version: 1, text: "d" }),
			"template.move": () => records.templates.move({ id: movedId, kinds: ["enquiry"] }, "up", by),
			"template.remove": () => records.templates.remove({ id: templateId, kinds: ["enquiry"] }, by),
		},
	};
}

describe.each(databaseKinds)("staff's actions on %s", (kind) => {
	test("are in the audit log", async () => {
		const { database, actions } = await setUp(kind);
		for (const [name, act] of Object.entries(actions)) {
			await act();
			const last = await database.db.selectFrom("auditLog").select("action").orderBy("sequence", "desc").execute();
			expect(last[0]?.action).toBe(name);
		}
	});

	test("is not done when the audit log cannot tell of it", async () => {
		const { database, files, actions } = await setUp(kind);
		await sql`drop table audit_log`.execute(database.db);
		const before = await readTables(database);
		for (const [name, act] of Object.entries(actions)) {
			await expect(act(), name).rejects.toThrow();
			expect([name, await readTables(database)]).toEqual([name, before]);
		}
		for await (const names of files.list()) expect(names).toEqual([]);
	});
});
