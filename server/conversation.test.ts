import { Readable } from "node:stream";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { updateAccount } from "../core/accounts/store.server.ts";
import { replyEmailKind } from "../core/conversations/email-kinds.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { noteEditableHours } from "../core/records/notes.server.ts";
import { findRecord } from "../core/records/record-store.server.ts";
import { listEnquiryEmails } from "../features/enquiries/email-intents.server.ts";
import { claimDueEmails } from "../platform/email/delivery-store.ts";
import { enqueueEmail } from "../platform/email/enqueue-email.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createSmtpTransport } from "../platform/email/transport.ts";
import { createLog } from "../platform/log.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { eventually } from "../tests/support/eventually.ts";
import { startMailServer } from "../tests/support/mail-server.ts";
import { openTestRecords } from "../tests/support/records.ts";
import { createTestRenderers, renderEmails } from "../tests/support/rendered-emails.ts";
import { readTables } from "../tests/support/stored-data.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

async function setUp(kind: DatabaseKind) {
	const { records, addMember, ...parts } = await openTestRecords(kind);
	const { database, files, clock } = parts;
	const meera = await addMember("Meera Iyer", "sales");
	const ravi = await addMember("Ravi Das", "sales");
	const noor = await addMember("Noor Khan", "recruiter");
	const renderers = createTestRenderers(testCompany, files);
	const receive = (content: string | Buffer) => files.receive(Readable.from([Buffer.from(content)]));
	return {
		...records,
		...parts,
		meera,
		ravi,
		noor,
		get: (reference: string) => findRecord(database.db, reference),
		search: async (search: string) =>
			(await records.list({ kinds: records.kinds, found: await records.search(search) }, { limit: 9 })).records.map(
				({ reference }) => reference,
			),
		renderEmails: () => renderEmails({ database, clock }, renderers),
		receive,
		/** Creates a member's draft of a reply with files. */
		attach: async (reference: string, by: string, named: Record<string, string>, formKey?: string) =>
			records.drafts.attach(
				reference,
				{ by, kind: "reply", subject: "", text: "", version: 0, tab: "a", formKey },
				await Promise.all(
					Object.entries(named).map(async ([name, content]) => ({
						file: await receive(content),
						name,
						contentType: "text/plain",
					})),
				),
			),
		async startOutbox() {
			const mailServer = await startMailServer();
			onTestFinished(() => mailServer.stop());
			const outbox = createOutbox({
				database,
				clock,
				log: createLog({ logLevel: "silent" }),
				transport: createSmtpTransport(mailServer.url, { name: "Narangi", address: "hello@narangi.example" }),
				getRenderers: () => renderers,
			});
			onTestFinished(() => outbox.stop());
			return { ...mailServer, runOnce: () => outbox.runOnce() };
		},
	};
}

const draft = { subject: "Your app", text: "Hello Asha,\n\nlet us talk." };

describe.each(serverDatabaseKinds)("notes on %s", (kind) => {
	test("whoever is mentioned is told once, in the desk and by e-mail, and nobody who may not read the record", async () => {
		const { database, notes, notifications, meera, ravi, noor, renderEmails: render } = await setUp(kind);
		const listOf = (accountId: string) => notifications.list({ accountId, kinds: ["enquiry"] }, { limit: 9 });
		const reference = await storeEnquiry(database);
		const added = await notes.add(reference, { text: "@ravi and @noor, call <b>her</b>. @Meera Iyer", by: meera.id });
		if (!added.ok) throw new Error("It was not added");
		expect(added.notified).toEqual(["Ravi Das"]);
		expect(await listOf(ravi.id)).toMatchObject([
			{ kind: "mention", reference, author: "Meera Iyer", senderName: "Asha Rao", isRead: false },
		]);
		for (const { id } of [meera, noor]) expect(await listOf(id)).toEqual([]);
		expect(await notes.edit(added.note, { text: "@ravi call her today", version: 1, by: meera.id })).toMatchObject({
			notified: [],
		});
		expect(await listOf(ravi.id)).toHaveLength(1);
		const emails = await render();
		expect(emails).toMatchObject([
			{
				kind: "record-mention",
				recipient: "ravi@narangi.example",
				subject: `Meera Iyer mentioned you in ${reference}`,
				text: expect.stringContaining(`http://localhost:3001/enquiries/${reference}`),
			},
		]);
		expect(emails[0]?.text).toContain("@ravi call her today");
		await notifications.markRead(ravi.id, reference);
		expect(await notifications.countUnread({ accountId: ravi.id, kinds: ["enquiry"] })).toBe(0);
		await notes.remove(added.note, meera.id);
		expect(await listOf(ravi.id)).toEqual([]);
		expect(await render()).toEqual([]);
	});

	test("whoever is made the owner is told, and not any more once that is undone", async () => {
		const { database, changes, notifications, meera, ravi } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const of = { accountId: ravi.id, kinds: ["enquiry"] };
		const own = await changes.change(reference, { field: "owner", value: meera.id, version: 1, by: meera.id });
		expect(own.ok).toBe(true);
		expect(await notifications.list({ ...of, accountId: meera.id }, { limit: 9 })).toEqual([]);
		const given = await changes.change(reference, { field: "owner", value: ravi.id, version: 2, by: meera.id });
		expect(await notifications.list(of, { limit: 9 })).toMatchObject([
			{ kind: "owner", reference, author: "Meera Iyer", text: "", isRead: false },
		]);
		expect(await notifications.countUnread(of)).toBe(1);
		for (const kinds of [["application"], []]) {
			expect(await notifications.list({ ...of, kinds }, { limit: 9 })).toEqual([]);
			expect(await notifications.countUnread({ ...of, kinds })).toBe(0);
		}
		await changes.undo({ batch: given.ok ? (given.batch ?? "") : "", kind: "enquiry" }, meera.id);
		expect(await notifications.list(of, { limit: 9 })).toEqual([]);
	});

	test("whoever wants no e-mails about mentions is told in the desk alone", async () => {
		const { database, notes, notifications, meera, ravi, renderEmails: render } = await setUp(kind);
		const reference = await storeEnquiry(database);
		expect(await notifications.wantsEmails(ravi.id)).toBe(true);
		await notifications.setWantsEmails(ravi.id, false);
		await notes.add(reference, { text: "@ravi look", by: meera.id });
		expect(await render()).toEqual([]);
		expect(await notifications.countUnread({ accountId: ravi.id, kinds: ["enquiry"] })).toBe(1);
		await notifications.setWantsEmails(ravi.id, true);
		await notes.add(reference, { text: "@ravi look again", by: meera.id });
		expect(await render()).toMatchObject([{ recipient: "ravi@narangi.example" }]);
		await notifications.markRead(ravi.id);
		expect(await notifications.countUnread({ accountId: ravi.id, kinds: ["enquiry"] })).toBe(0);
	});

	test("one that is sent again stands once, also at the same time, and tells once", async () => {
		const { database, notes, notifications, meera, ravi } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const note = { text: "@ravi call her", by: meera.id, idempotencyKey: "note-1" };
		const results = await Promise.all(Array.from({ length: 8 }, () => notes.add(reference, note)));
		const stored = await database.db.selectFrom("recordNotes").selectAll().execute();
		expect(stored).toHaveLength(1);
		for (const result of results) expect(result).toMatchObject({ ok: true, note: { id: stored[0]?.id } });
		expect(await notifications.countUnread({ accountId: ravi.id, kinds: ["enquiry"] })).toBe(1);
		expect(await database.db.selectFrom("emails").select("id").execute()).toHaveLength(1);
		expect(await notes.add(reference, { ...note, text: "Other" })).toMatchObject({ ok: false, why: "refused" });
		expect(await notes.add(reference, { ...note, by: ravi.id })).toMatchObject({ ok: false, why: "refused" });
		await notes.remove({ id: stored[0]?.id ?? "", reference }, meera.id);
		expect(await notes.add(reference, note)).toMatchObject({ ok: false, why: "refused" });
		expect(await database.db.selectFrom("recordNotes").selectAll().execute()).toEqual([]);
	});

	test("a note is found, and changed or removed by its author alone, within a day", async () => {
		const { database, clock, notes, meera, ravi, search } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const added = await notes.add(reference, { text: "Wants a hippopotamus\r\nand more\u0007", by: meera.id });
		if (!added.ok) throw new Error("It was not added");
		expect(added.note.text).toBe("Wants a hippopotamus\nand more");
		expect(await search("hippo")).toEqual([reference]);
		expect(await notes.edit(added.note, { text: "x", version: 1, by: ravi.id })).toEqual({
			ok: false,
			why: "not-yours",
		});
		expect(await notes.remove(added.note, ravi.id)).toEqual({ ok: false, why: "not-yours" });
		expect(await notes.edit(added.note, { text: "Wants a giraffe", version: 1, by: meera.id })).toMatchObject({
			ok: true,
		});
		expect(await search("hippo")).toEqual([]);
		expect(await search("giraffe asha")).toEqual([reference]);
		expect(await notes.edit(added.note, { text: "Other", version: 1, by: meera.id })).toMatchObject({
			ok: false,
			why: "conflict",
			note: { text: "Wants a giraffe", version: 2 },
		});
		expect(await notes.add(reference, { text: " \n", by: meera.id })).toMatchObject({ ok: false, why: "refused" });
		clock.advance({ hours: noteEditableHours, seconds: 1 });
		expect(await notes.remove(added.note, meera.id)).toEqual({ ok: false, why: "too-late" });
	});
});

describe.each(serverDatabaseKinds)("replies on %s", (kind) => {
	test("one leaves after ten seconds as its preview showed it, by its author's name, in one thread", async () => {
		const { database, clock, config, replies, meera, get, startOutbox } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const [, confirmation] = listEnquiryEmails(
			{ reference, email: "asha@visitor.example" },
			{ salesEmail: "sales@narangi.example" },
		);
		const confirmationId = await database.write((transaction) =>
			enqueueEmail(transaction, confirmation as NonNullable<typeof confirmation>, {
				now: clock.now(),
				messageIdDomain: "narangi.example",
			}),
		);
		const { emails, runOnce } = await startOutbox();
		const preview = await replies.preview(reference, { ...draft, by: meera });
		const sent = await replies.send(reference, { ...draft, by: meera });
		if (!sent.ok) throw new Error("It was not sent");
		expect(sent.reply.messageId).toMatch(new RegExp(`@${config.mailFrom?.address.split("@")[1]}>$`));
		clock.advance({ seconds: 9, milliseconds: 999 });
		await runOnce();
		await eventually(() => expect(emails.map(({ messageId }) => messageId)).toEqual([confirmationId]));
		// A relay may replace Message-IDs; this id is the same in all e-mails of the thread.
		const thread = `<${reference}${confirmationId.slice(confirmationId.indexOf("@"))}`;
		expect([emails[0]?.inReplyTo, emails[0]?.references]).toEqual([undefined, thread]);
		expect((await get(reference))?.answeredAt).toEqual(sent.reply.writtenAt);
		clock.advance({ milliseconds: 1 });
		await runOnce();
		await eventually(() => expect(emails).toHaveLength(2));
		expect(emails[1]).toMatchObject({
			from: { name: "Meera Iyer", address: "hello@narangi.example" },
			replyTo: [{ address: "sales@narangi.example" }],
			envelopeRecipients: ["asha@visitor.example"],
			messageId: sent.reply.messageId,
			inReplyTo: confirmationId,
			references: `${thread} ${confirmationId}`,
			subject: preview?.subject,
		});
		expect(emails[1]?.text?.trimEnd()).toBe(preview?.text.trimEnd());
		expect(emails[1]?.html?.trimEnd()).toBe(preview?.html.trimEnd());
		const second = await replies.send(reference, { subject: "Re: Your app", text: "And?", by: meera });
		clock.advance({ seconds: 10 });
		await runOnce();
		await eventually(() => expect(emails).toHaveLength(3));
		expect(emails[2]).toMatchObject({
			messageId: second.ok && second.reply.messageId,
			inReplyTo: sent.reply.messageId,
			references: `${thread} ${confirmationId} ${sent.reply.messageId}`,
		});
	});

	test("one that is taken back within ten seconds is never sent, and the record waits for its answer again", async () => {
		const { database, clock, replies, meera, ravi, get, search, listTimeline, startOutbox } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const { attempts, runOnce } = await startOutbox();
		const sent = await replies.send(reference, { ...draft, text: "A hippopotamus", by: meera });
		if (!sent.ok) throw new Error("It was not sent");
		expect(await search("hippo")).toEqual([reference]);
		expect(await replies.undoSend(sent.reply, ravi.id)).toEqual({ ok: false, why: "unknown" });
		clock.advance({ seconds: 9 });
		expect(await replies.undoSend(sent.reply, meera.id)).toMatchObject({
			ok: true,
			reply: { text: "A hippopotamus" },
		});
		expect((await get(reference))?.answeredAt).toBeUndefined();
		expect(await search("hippo")).toEqual([]);
		clock.advance({ seconds: 60 });
		await runOnce();
		expect(attempts).toEqual([]);
		expect((await listTimeline(reference, { limit: 9 }))?.entries.at(-1)).toMatchObject({
			type: "reply",
			state: "withdrawn",
		});
		const late = await replies.send(reference, { ...draft, by: meera });
		clock.advance({ seconds: 10 });
		expect(await replies.undoSend({ id: late.ok ? late.reply.id : "", reference }, meera.id)).toEqual({
			ok: false,
			why: "too-late",
		});
	});

	test("one that a server whose clock is ahead has begun to send cannot be taken back any more", async () => {
		const { database, clock, replies, meera, get } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const sent = await replies.send(reference, { ...draft, by: meera });
		if (!sent.ok) throw new Error("It was not sent");
		const now = sent.reply.sendsAt;
		const claimed = await claimDueEmails(database.db, {
			now,
			leaseUntil: now.add({ seconds: 60 }),
			limit: 9,
			kinds: [replyEmailKind],
		});
		expect(claimed).toHaveLength(1);
		clock.advance({ seconds: 9 });
		expect(await replies.undoSend(sent.reply, meera.id)).toEqual({ ok: false, why: "too-late" });
		expect((await get(reference))?.answeredAt).toEqual(sent.reply.writtenAt);
	});

	test("one that is sent again, also at the same time, is stored and leaves once, with its files once", async () => {
		const { database, files, replies, meera, ravi, attach } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const send = async (changed: Partial<Parameters<typeof replies.send>[1]> = {}) => {
			await attach(reference, meera.id, { "offer.txt": "offer" }, changed.idempotencyKey ?? "reply-1");
			return replies.send(reference, {
				...draft,
				by: meera,
				uploaded: ["offer.txt"],
				idempotencyKey: "reply-1",
				...changed,
			});
		};
		const results = await Promise.all(Array.from({ length: 8 }, () => send()));
		const [reply] = await database.db.selectFrom("recordReplies").selectAll().execute();
		for (const result of results) expect(result).toMatchObject({ ok: true, reply: { id: reply?.id } });
		expect(results.filter((result) => result.ok && !result.again)).toHaveLength(1);
		const listFiles = async () => (await Array.fromAsync(files.list())).flat();
		const countAll = async () => ({
			replies: (await database.db.selectFrom("recordReplies").select("id").execute()).length,
			emails: (await database.db.selectFrom("emails").select("id").execute()).length,
			files: (await listFiles()).length,
		});
		const once = { replies: 1, emails: 1, files: 1 };
		expect(await countAll()).toEqual(once);
		for (const changed of [{ text: "Other" }, { by: ravi }, { uploaded: [] }, { quotedId: "another-message" }])
			expect(await send(changed)).toMatchObject({ ok: false, why: "refused" });
		expect(await countAll()).toEqual(once);
		await replies.undoSend({ id: reply?.id ?? "", reference }, meera.id);
		expect(await send()).toMatchObject({
			ok: false,
			why: "refused",
			errors: [{ message: expect.stringContaining("You undid sending") }],
		});
		expect(await countAll()).toEqual({ replies: 1, emails: 0, files: 1 });
		expect(await send({ idempotencyKey: "reply-2" })).toMatchObject({ ok: true, again: false });
	});

	test("a key that was refused is as good as new", async () => {
		const { database, replies, changes, meera } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const reply = { ...draft, by: meera, idempotencyKey: "reply-1" };
		const spam = { field: "spam" as const, by: meera.id };
		await changes.change(reference, { ...spam, value: "yes", version: 1 });
		expect(await replies.send(reference, reply)).toEqual({ ok: false, why: "spam" });
		await changes.change(reference, { ...spam, value: "no", version: 2 });
		expect(await replies.send(reference, reply)).toMatchObject({ ok: true, again: false });
	});

	test("no line of what is typed becomes a header", async () => {
		const { database, clock, replies, meera, startOutbox } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const { emails, runOnce } = await startOutbox();
		const evil = "x\r\nBcc: victim@else.example\n\nX-Evil: 1\u2028y\0";
		await replies.send(reference, {
			subject: evil,
			text: `${evil}\r\n.\r\n<script>alert(1)</script>`,
			by: { ...meera, name: `Meera\r\nBcc: victim@else.example` },
		});
		clock.advance({ seconds: 10 });
		await runOnce();
		await eventually(() => expect(emails).toHaveLength(1));
		const [email] = emails;
		expect(email?.envelopeRecipients).toEqual(["asha@visitor.example"]);
		expect(email?.headers.map(({ key }) => key)).not.toContain("bcc");
		expect(email?.headers.map(({ key }) => key)).not.toContain("x-evil");
		expect(email?.subject).toBe("x Bcc: victim@else.example X-Evil: 1 y");
		expect(email?.from).toMatchObject({ address: "hello@narangi.example" });
		expect(email?.html).not.toContain("<script>");
		expect(email?.text).toContain("<script>alert(1)</script>");
	});

	test("files go with it, and stay with the record", async () => {
		const { database, clock, files, drafts, replies, meera, receive, startOutbox } = await setUp(kind);
		const reference = await storeEnquiry(database);
		const { emails, runOnce } = await startOutbox();
		const attachments = [
			{ file: await receive("one"), name: "C:\\Offers\\offer\r\n.txt", contentType: "text/plain" },
			{ file: await receive("two"), name: "", contentType: "text/plain\r\nX-Evil: 1" },
		];
		const typed = { ...draft, by: meera.id, kind: "reply" as const, version: 0, tab: "a" };
		expect(await drafts.attach(reference, typed, attachments)).toEqual({ ok: true });
		expect(await replies.send(reference, { ...draft, by: meera })).toMatchObject({ ok: true });
		clock.advance({ seconds: 10 });
		await runOnce();
		await eventually(() => expect(emails).toHaveLength(1));
		expect(
			emails[0]?.attachments.map(({ filename, mimeType, content }) => [
				filename,
				mimeType,
				Buffer.from(content as ArrayBuffer).toString(),
			]),
		).toEqual([
			["file", "application/octet-stream", "two"],
			["offer .txt", "text/plain", "one"],
		]);
		const stored = await database.db.selectFrom("replyFiles").select("storedAs").execute();
		expect(stored).toHaveLength(2);
		for (const { storedAs } of stored) expect(await files.stat(storedAs)).toBeDefined();
	});

	test("nothing is sent of one that is refused, and its files stay with the draft", async () => {
		const { database, files, replies, changes, drafts, meera, attach } = await setUp(kind);
		const reference = await storeEnquiry(database);
		expect(await replies.send(reference, { subject: " ", text: "", by: meera })).toEqual({
			ok: false,
			why: "refused",
			errors: [
				{ field: "subject", message: "Enter a subject" },
				{ field: "text", message: "Enter your reply" },
			],
		});
		await changes.change(reference, { field: "spam", value: "yes", version: 1, by: meera.id });
		await attach(reference, meera.id, { "a.txt": "small" });
		expect(await replies.send(reference, { ...draft, by: meera })).toEqual({ ok: false, why: "spam" });
		expect(await replies.send("ENQ-GONE0000", { ...draft, by: meera })).toEqual({ ok: false, why: "gone" });
		expect(await database.db.selectFrom("recordReplies").selectAll().execute()).toEqual([]);
		expect(await database.db.selectFrom("emails").selectAll().execute()).toEqual([]);
		const [file] = (await drafts.find(reference, { by: meera.id, kind: "reply" }))?.files ?? [];
		expect(file).toMatchObject({ name: "a.txt", bytes: 5 });
		expect((await Array.fromAsync(files.list())).flat()).toEqual([file?.storedAs]);
	});

	test("its stage moves with it, or nothing happens", async () => {
		const { database, replies, meera, get, listTimeline } = await setUp(kind);
		const reference = await storeEnquiry(database);
		expect(await replies.send(reference, { ...draft, by: meera, stage: "none-such" })).toMatchObject({
			ok: false,
			errors: [{ field: "stage" }],
		});
		expect(await database.db.selectFrom("recordReplies").selectAll().execute()).toEqual([]);
		expect(await replies.send(reference, { ...draft, by: meera, stage: "won" })).toMatchObject({ ok: true });
		expect((await get(reference))?.stage).toBe("won");
		const entries = (await listTimeline(reference, { limit: 9 }))?.entries.map(({ type }) => type);
		expect(entries).toEqual(["sent", "change", "reply"]);
	});

	test("one that answers no message has a subject that says what it is about", async () => {
		const { database, replies, meera } = await setUp(kind);
		const reference = await storeEnquiry(database);
		expect(await replies.begin(reference, { by: meera })).toMatchObject({ subject: `Your enquiry (${reference})` });
		expect(await replies.begin("ENQ-GONE0000", { by: meera })).toBeUndefined();
	});

	test("a template begins it with what is known of the record", async () => {
		const { database, templates, replies, meera } = await setUp(kind);
		const reference = await storeEnquiry(database, { firstName: "{senderName}" });
		const saved = await templates.save({
			kind: "enquiry",
			name: "Greeting",
			subject: "About {reference}",
			text: "Hello {firstName},\n\nyours, {senderName} of {companyName}",
			by: meera.id,
		});
		expect(await replies.begin(reference, { template: saved.ok ? saved.template : undefined, by: meera })).toEqual({
			subject: `About ${reference}`,
			text: "Hello {senderName},\n\nyours, Meera Iyer of Narangi Technologies",
		});
	});
});

describe.each(serverDatabaseKinds)("timelines on %s", (kind) => {
	test("all that happened stands in one list, newest last, page by page", async () => {
		const { database, clock, changes, notes, replies, meera, ravi, listTimeline } = await setUp(kind);
		const reference = await storeEnquiry(database);
		clock.advance({ minutes: 1 });
		const changed = await changes.change(reference, { field: "owner", value: ravi.id, version: 1, by: meera.id });
		clock.advance({ seconds: 30 });
		await changes.undo({ batch: changed.ok ? (changed.batch as string) : "", kind: "enquiry" }, meera.id);
		clock.advance({ minutes: 1 });
		await notes.add(reference, { text: "Called", by: meera.id });
		clock.advance({ minutes: 1 });
		await replies.send(reference, { ...draft, by: ravi });
		clock.advance({ minutes: 1 });
		await database.write((transaction) => updateAccount(transaction, meera.id, { name: "Meera Sen" }));
		await changes.change(reference, { field: "stage", value: "won", version: 3, by: meera.id });
		const whole = await listTimeline(reference, { limit: 20 });
		expect(whole?.earlier).toBeUndefined();
		expect(whole?.entries).toMatchObject([
			{ type: "sent", sent: { email: "asha@visitor.example", text: { value: "We need an app.\nSoon." } } },
			{ type: "change", author: "Meera Sen", field: "owner", from: "Unassigned", to: "Ravi Das", isUndo: false },
			{ type: "change", field: "owner", from: "Ravi Das", to: "Unassigned", isUndo: true, undoable: undefined },
			{ type: "note", author: "Meera Sen", text: "Called", editable: true },
			{ type: "reply", state: "waiting", reply: { senderName: "Ravi Das", text: draft.text } },
			{ type: "change", field: "stage", from: "New", to: "Won", undoable: { batch: expect.any(String) } },
		]);
		expect(whole?.entries[1]).toMatchObject({ undoable: undefined });
		const paged = [];
		for (let before: string | undefined, more = true; more;) {
			const page = await listTimeline(reference, { limit: 2, before });
			paged.unshift(...(page?.entries ?? []));
			before = page?.earlier;
			more = before !== undefined;
		}
		expect(paged.map(({ id }) => id)).toEqual(whole?.entries.map(({ id }) => id));
		expect(await listTimeline("ENQ-GONE0000", { limit: 2 })).toBeUndefined();
	});
});

describe.each(serverDatabaseKinds)("erasing on %s", (kind) => {
	test("a person's notes, replies, files, notifications and words go with what they sent, and nobody else's", async () => {
		const { database, files, clock, config, changes, notes, replies, drafts, meera, ravi, attach, search } =
			await setUp(kind);
		const others = "ENQ-0THER000";
		await storeEnquiry(database, { reference: others, email: "bela@visitor.example", firstName: "Bela" });
		const reference = await storeEnquiry(database, { firstName: "Hippolyta" });
		for (const each of [reference, others]) {
			await changes.change(each, { field: "owner", value: ravi.id, version: 1, by: meera.id });
			await notes.add(each, { text: "@ravi hippopotamus", by: meera.id });
			await attach(each, meera.id, { "hippo.txt": each });
			await replies.send(each, { subject: "Hippodrome", text: "hippo", by: meera, draft: { version: 0, tab: "a" } });
			await attach(each, ravi.id, { "draft.txt": `draft of ${each}` });
			const typed = { by: ravi.id, kind: "reply" as const, subject: "Hippo", version: 0, tab: "a" };
			await drafts.save(each, { ...typed, text: `About ${each}` });
		}
		const personalRecords = listPersonalRecords(config, testCompany);
		const erased = await erasePerson({ database, files, personalRecords }, ["ASHA@visitor.example"], clock.now());
		expect(erased).toMatchObject({ files: 2 });
		expect(await search("hippo")).toEqual([others]);
		// It names what was done to which record, and is kept.
		await sql`drop table audit_log`.execute(database.db);
		const all = await readTables(database);
		expect(all).not.toContain(reference);
		expect(all.toLowerCase()).not.toContain("hippolyta");
		expect(all).toContain(others);
		for (const table of ["recordNotes", "recordReplies", "recordDrafts", "recordChanges"] as const)
			expect(await database.db.selectFrom(table).selectAll().execute(), table).toHaveLength(1);
		expect(
			await database.db.selectFrom("notifications").select(["kind", "reference"]).orderBy("kind", "desc").execute(),
		).toEqual([
			{ kind: "owner", reference: others },
			{ kind: "mention", reference: others },
		]);
		const named = await database.db.selectFrom("replyFiles").select("storedAs").orderBy("storedAs").execute();
		expect(named).toHaveLength(2);
		expect((await Array.fromAsync(files.list())).flat().toSorted()).toEqual(named.map(({ storedAs }) => storedAs));
	});
});
