import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { deleteDiscardedDrafts, type TypedDraft } from "../core/conversations/drafts.server.ts";
import { maxReplyFileBytes } from "../core/conversations/reply-files.server.ts";
import { removeErasedFiles } from "../core/people/erased-files.ts";
import { findRecord } from "../core/records/record-store.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { storeMessage } from "../tests/support/person-events.ts";
import { openTestRecords } from "../tests/support/records.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

async function setUp(kind: DatabaseKind) {
	const { database, clock, files, config, records } = await openTestRecords(kind);
	const reference = await storeEnquiry(database);
	const meera = { id: "meera", name: "Meera Iyer" };
	const own = { by: meera.id, kind: "reply" as const };
	return {
		...records,
		database,
		clock,
		files,
		config,
		reference,
		meera,
		own,
		find: (of: TypedDraft["kind"] = "reply") => records.drafts.find(reference, { ...own, kind: of }),
		type: (typed: Partial<TypedDraft>) =>
			records.drafts.save(reference, { ...own, subject: "App", text: "Hello", version: 0, tab: "a", ...typed }),
		attach: async (names: string[], typed: Partial<TypedDraft> = {}) =>
			records.drafts.attach(
				reference,
				{ ...own, subject: "App", text: "Hello", version: 0, tab: "a", ...typed },
				await Promise.all(
					names.map(async (name) => ({
						file: await files.receive(Readable.from([Buffer.from(name)])),
						name,
						contentType: "text/plain",
					})),
				),
			),
		listFiles: async () => (await Array.fromAsync(files.list())).flat(),
	};
}

describe.each(serverDatabaseKinds)("drafts on %s", (kind) => {
	test("each member has one reply and one note for a record, and nobody has another's", async () => {
		const { type, find, drafts, reference } = await setUp(kind);
		expect(await find()).toBeUndefined();
		await type({ text: "Hello Asha", templateId: "t", stage: "won" });
		await type({ kind: "note", subject: "", text: "Call her" });
		expect(await find()).toMatchObject({
			subject: "App",
			text: "Hello Asha",
			templateId: "t",
			stage: "won",
			files: [],
		});
		expect(await find("note")).toMatchObject({ text: "Call her" });
		expect(await drafts.find(reference, { by: "ravi", kind: "reply" })).toBeUndefined();
		await type({ kind: "note", subject: "", text: " " });
		expect(await find("note")).toBeUndefined();
		expect(
			await drafts.save("ENQ-GONE0000", { by: "meera", kind: "reply", subject: "", text: "x", version: 0, tab: "a" }),
		).toBeUndefined();
	});

	test("the last tab to save wins, and the other tab's text is set aside and can be had again", async () => {
		const { type, find, drafts, reference, own } = await setUp(kind);
		const first = await type({ text: "From the first tab" });
		const second = await type({ text: "From the second tab", tab: "b" });
		expect(second).toMatchObject({ text: "From the second tab", setAside: [{ text: "From the first tab" }] });
		// A tab does not conflict with itself, even before it knows about its last save.
		await type({ text: "From the second tab, longer", tab: "b" });
		const back = await type({ text: "From the first tab again", version: first?.version ?? 0 });
		expect(back?.setAside).toMatchObject([{ text: "From the second tab, longer", isReplaced: false }]);
		expect(await drafts.exchange(reference, { ...own, tab: "a" }, back?.setAside[0]?.id ?? "")).toBe(true);
		expect(await find()).toMatchObject({
			text: "From the second tab, longer",
			setAside: [{ text: "From the first tab again" }],
		});
		expect(await drafts.exchange(reference, { ...own, tab: "a" }, "gone")).toBe(false);
	});

	test("tabs that save at the same moment lose no text", async () => {
		const { type, find } = await setUp(kind);
		const texts = ["one", "two", "three", "four"];
		await Promise.all(texts.map((text) => type({ text, tab: text })));
		const draft = await find();
		const all = [draft?.text, ...(draft?.setAside ?? []).map(({ text }) => text)];
		expect(all.toSorted()).toEqual(texts.toSorted());
	});

	test("a text that is replaced on purpose is set aside", async () => {
		const { type } = await setUp(kind);
		const typed = await type({ text: "My own words" });
		const filled = await type({
			text: "The template's words",
			version: typed?.version ?? 0,
			replaces: { subject: "App", text: "My own words" },
		});
		expect(filled?.setAside).toMatchObject([{ subject: "App", text: "My own words", isReplaced: true }]);
	});

	test("it ends when its reply is sent, with its files; a late save does not bring it back", async () => {
		const { type, find, attach, replies, reference, meera, database } = await setUp(kind);
		const draft = await type({ text: "Hello Asha", formKey: "key" });
		await attach(["offer.txt"], { formKey: "key" });
		const sent = await replies.send(reference, {
			subject: "App",
			text: "Hello Asha",
			by: meera,
			draft: { version: draft?.version ?? 0, tab: "a" },
			idempotencyKey: "key",
		});
		expect(await find()).toBeUndefined();
		expect(await database.db.selectFrom("replyFiles").select(["replyId", "name"]).execute()).toEqual([
			{ replyId: sent.ok && sent.reply.id, name: "offer.txt" },
		]);
		expect(await type({ text: "Hello As", formKey: "key" })).toBeUndefined();
		expect(await attach(["offer.txt"], { formKey: "key" })).toEqual({ ok: false, why: "sent" });
		expect(await find()).toBeUndefined();
	});

	test("another tab's newer text survives the sending", async () => {
		const { type, find, replies, notes, reference, meera } = await setUp(kind);
		const first = await type({ text: "First" });
		await type({ text: "Second", tab: "b" });
		await replies.send(reference, {
			subject: "App",
			text: "First",
			by: meera,
			draft: { version: first?.version ?? 0, tab: "a" },
		});
		expect(await find()).toMatchObject({ text: "Second", setAside: [] });
		await type({ text: "Third", tab: "c" });
		await replies.send(reference, { subject: "App", text: "Third", by: meera, draft: { version: 0, tab: "c" } });
		expect(await find()).toMatchObject({ text: "Second", setAside: [] });
		await type({ kind: "note", subject: "", text: "In the other tab", tab: "b" });
		await notes.add(reference, { text: "Added here", by: meera.id, draft: { version: 0, tab: "a" } });
		expect(await find("note")).toMatchObject({ text: "In the other tab" });
		await notes.add(reference, { text: "In the other tab", by: meera.id, draft: { version: 0, tab: "c" } });
		expect(await find("note")).toBeUndefined();
	});

	test("undoing a send makes the reply a draft again, with its files, beside newer text", async () => {
		const { type, find, attach, replies, reference, meera, listFiles } = await setUp(kind);
		await attach(["offer.txt"]);
		const sent = await replies.send(reference, {
			subject: "App",
			text: "Hello",
			by: meera,
			draft: { version: 0, tab: "a" },
		});
		await type({ text: "One more thing", tab: "b" });
		expect(await replies.undoSend({ id: sent.ok ? sent.reply.id : "", reference }, meera.id)).toMatchObject({
			ok: true,
		});
		expect(await find()).toMatchObject({
			text: "Hello",
			setAside: [{ text: "One more thing" }],
			files: [{ name: "offer.txt" }],
		});
		expect(await listFiles()).toHaveLength(1);
	});

	test("undoing a send moves the record back to its stage, unless somebody has moved it since", async () => {
		const { database, find, replies, changes, reference, meera } = await setUp(kind);
		const send = () =>
			replies.send(reference, {
				subject: "App",
				text: "Not for us",
				by: meera,
				stage: "won",
				draft: { version: 0, tab: "a" },
			});
		const first = await send();
		expect((await findRecord(database.db, reference))?.stage).toBe("won");
		await replies.undoSend({ id: first.ok ? first.reply.id : "", reference }, meera.id);
		expect((await findRecord(database.db, reference))?.stage).toBe("new");
		expect(await find()).toMatchObject({ text: "Not for us", stage: "won" });

		const second = await send();
		const { version = 0 } = (await findRecord(database.db, reference)) ?? {};
		await changes.change(reference, { field: "stage", value: "in-conversation", version, by: meera.id });
		await replies.undoSend({ id: second.ok ? second.reply.id : "", reference }, meera.id);
		expect((await findRecord(database.db, reference))?.stage).toBe("in-conversation");
	});

	test("each message has its own forward, whose text and files do not leave with another's", async () => {
		const { type, attach, drafts, replies, reference, meera, own, database, clock, listTimeline } = await setUp(kind);
		for (const id of ["first", "second"])
			await storeMessage(database.db, { id, reference, at: clock.now(), text: `The ${id}` });
		const owner = { ...own, kind: "forward" as const, quotedId: "first" };
		const typed = { ...owner, text: "The salaries", cc: "boss@narangi.example" };
		await type(typed);
		await attach(["a.txt"], typed);
		await type({ ...owner, quotedId: "second", text: "Not yet", tab: "b" });
		const send = (quotedId: string, text: string) =>
			replies.send(reference, {
				subject: "Fwd",
				text,
				cc: "partner@elsewhere.example",
				quotedId,
				isForward: true,
				by: meera,
			});
		const findEntry = async (id: string) =>
			(await listTimeline(reference, { limit: 9 }))?.entries.find((entry) => entry.id === id);
		const second = await send("second", "Not yet");
		expect(await findEntry(second.ok ? second.reply.id : "")).toMatchObject({ type: "reply", files: [] });
		expect(await drafts.find(reference, { ...owner, quotedId: "second" })).toBeUndefined();
		const kept = { text: "The salaries", setAside: [], files: [{ name: "a.txt" }] };
		expect(await drafts.find(reference, owner)).toMatchObject({ ...kept, cc: "boss@narangi.example" });

		const first = await send("first", "The salaries");
		await type({ ...owner, quotedId: "second", text: "Once more" });
		await replies.undoSend({ id: first.ok ? first.reply.id : "", reference }, meera.id);
		expect(await drafts.find(reference, owner)).toMatchObject(kept);
		expect(await drafts.discard(reference, { ...owner, quotedId: "second", tab: "a" })).toBeDefined();
		expect(await drafts.find(reference, owner)).toMatchObject(kept);
	});

	test("a forward of an earlier version is the draft of its own message alone", async () => {
		const { type, attach, drafts, reference, own, database } = await setUp(kind);
		const owner = { ...own, kind: "forward" as const, quotedId: "first" };
		await type({ ...owner, text: "Before the upgrade" });
		await attach(["a.txt"], owner);
		await database.db.updateTable("recordDrafts").set({ kind: "forward" }).execute();
		expect(await drafts.find(reference, { ...owner, quotedId: "second" })).toBeUndefined();
		await type({ ...owner, quotedId: "second", text: "Another" });
		await type({ ...owner, text: "Before the upgrade, and after" });
		expect(await drafts.find(reference, owner)).toMatchObject({
			text: "Before the upgrade, and after",
			files: [{ name: "a.txt" }],
		});
		expect(await database.db.selectFrom("recordDrafts").select("kind").orderBy("kind").execute()).toEqual([
			{ kind: "forward:first" },
			{ kind: "forward:second" },
		]);
	});

	test("files are stored once, within the limits, and go when they are removed or the draft is discarded", async () => {
		const { find, attach, drafts, reference, own, listFiles, files, database, clock } = await setUp(kind);
		await attach(["a.txt", "b.txt"]);
		expect(await attach(["a.txt"])).toEqual({ ok: true });
		expect((await find())?.files.map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
		const many = Array.from({ length: 9 }, (_, index) => `${index}.txt`);
		expect(await attach(many)).toMatchObject({ ok: false, why: "refused" });
		const large = { ...(await files.receive(Readable.from([Buffer.from("x")]))), bytes: maxReplyFileBytes };
		const typed = { ...own, subject: "App", text: "Hello", version: 0, tab: "a" };
		expect(await drafts.attach(reference, typed, [{ file: large, name: "c", contentType: "a/b" }])).toMatchObject({
			ok: false,
			why: "refused",
		});
		expect(await listFiles()).toHaveLength(2);
		const [file] = (await find())?.files ?? [];
		expect(await drafts.removeFile(reference, { ...own, by: "ravi" }, file?.storedAs ?? "")).toBe(false);
		expect(await drafts.removeFile(reference, own, file?.storedAs ?? "")).toBe(true);
		expect(await drafts.removeFile(reference, own, file?.storedAs ?? "")).toBe(false);
		expect(await listFiles()).toHaveLength(1);
		const id = await drafts.discard(reference, { ...own, tab: "a" });
		expect(await drafts.discard(reference, { ...own, tab: "a" })).toBeUndefined();
		expect(await listFiles()).toHaveLength(1);
		clock.advance({ minutes: 61 });
		await deleteDiscardedDrafts(database, clock.now());
		await removeErasedFiles({ database, files });
		expect(await listFiles()).toEqual([]);
		expect(await drafts.undoDiscard(reference, { by: own.by, id: id ?? "" })).toBeUndefined();
	});

	test("one that is discarded by mistake comes back to its author with its files, beside newer text", async () => {
		const { type, find, attach, drafts, reference, own, database, clock } = await setUp(kind);
		await type({ text: "Half an hour of work", stage: "won" });
		await attach(["offer.txt"]);
		await type({ kind: "note", subject: "", text: "Call her" });
		const reply = (await drafts.discard(reference, { ...own, tab: "a" })) ?? "";
		const note = (await drafts.discard(reference, { ...own, kind: "note", tab: "a" })) ?? "";
		expect([await find(), await find("note")]).toEqual([undefined, undefined]);
		await deleteDiscardedDrafts(database, clock.now());
		expect(await drafts.undoDiscard(reference, { by: "ravi", id: reply })).toBeUndefined();
		await type({ text: "Begun anew", tab: "b" });
		expect(await drafts.undoDiscard(reference, { by: own.by, id: reply })).toMatchObject({ kind: "reply" });
		expect(await drafts.undoDiscard(reference, { by: own.by, id: note })).toMatchObject({ kind: "note" });
		expect(await find()).toMatchObject({
			text: "Half an hour of work",
			stage: "won",
			setAside: [{ text: "Begun anew" }],
			files: [{ name: "offer.txt" }],
		});
		expect(await find("note")).toMatchObject({ text: "Call her" });
		expect(await drafts.undoDiscard(reference, { by: own.by, id: reply }), "a draft that is in use").toBeUndefined();
	});

	test("the export of a person includes it, with its files", async () => {
		const { type, attach, config, database, reference } = await setUp(kind);
		await type({ text: "Not sent yet" });
		await attach(["offer.txt"], { text: "Not sent yet" });
		const owner = listPersonalRecords(config, testCompany).find(({ kind: name }) => name === "enquiries");
		const [described] = (await owner?.describe(database.db, [reference])) ?? [];
		expect(described?.work).toMatchObject([{ title: "Draft reply: App", text: "Not sent yet" }]);
		expect(described?.files).toMatchObject([{ name: "offer.txt" }]);
	});
});
