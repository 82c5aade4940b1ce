import { describe, expect, test } from "vitest";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { databaseKinds } from "../tests/support/databases.ts";
import { openMail } from "../tests/support/incoming-mail.ts";
import { meera } from "../tests/support/records.ts";
import { createTestRenderers, renderEmails } from "../tests/support/rendered-emails.ts";
import { readTables } from "../tests/support/stored-data.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

const vikram = "Vikram <vikram@other.example>";
const part = (headers: string[], body: string) => ["--b", ...headers, "", body];

describe.each(databaseKinds)("a person who took part in somebody else's conversation, on %s", (kind) => {
	test("is erased from it with their messages, files and copies; the others' words stay", async () => {
		const { receive, records, database, files, config, clock } = await openMail(kind);
		const reference = (await receive({ Cc: vikram, "Message-ID": "<first@visitor.example>" }, "We need an app.")) ?? "";
		const answers = { "In-Reply-To": "<first@visitor.example>", "MIME-Version": "1.0" };
		const attached = [
			...part(["Content-Type: text/plain"], "The password is mango."),
			...part(["Content-Disposition: attachment; filename=plan.txt"], "Plan"),
			"--b--",
		].join("\r\n");
		const mixed = { "Content-Type": "multipart/mixed; boundary=b" };
		expect(await receive({ ...answers, ...mixed, From: vikram, Cc: "asha@visitor.example" }, attached)).toBe(reference);
		const quoting = [
			"Ask VIKRAM@other.example, not natavikram@other.example.",
			"",
			"On Mon, 23 Nov 2026 at 11:30, Vikram <vikram@other.example> wrote:",
			"> The password is mango.",
		].join("\r\n");
		await receive({ ...answers, Cc: vikram }, quoting);
		await records.replies.send(reference, {
			subject: "Re: An app",
			text: "Gladly.",
			cc: "vikram@other.example",
			by: meera,
		});
		const [file] = await database.db.selectFrom("replyFiles").select("storedAs").execute();
		const personalRecords = listPersonalRecords(config, testCompany);
		const elsewhere = personalRecords.find(({ kind: name }) => name === "messages");
		const own = await elsewhere?.listOfAddress(database.db, "vikram@other.example", { limit: 9 });
		expect(await elsewhere?.describe(database.db, own ?? [])).toMatchObject([
			{ text: { value: "The password is mango." }, files: [{ name: "plan.txt" }] },
		]);

		const erased = await erasePerson({ database, files, personalRecords }, ["Vikram@other.example"], clock.now());
		expect(erased.files).toBe(1);
		expect(await files.stat(file?.storedAs ?? "")).toBeUndefined();
		const stored = await readTables(database);
		expect(stored.toLowerCase()).not.toContain("mango");
		expect(stored.toLowerCase().replaceAll("natavikram@other.example", "")).not.toContain("vikram@other.example");
		expect(
			(await records.list({ kinds: [...records.kinds], found: await records.search("mango") }, { limit: 5 })).records,
		).toEqual([]);
		const texts = await database.db.selectFrom("incomingMessages").select("text").orderBy("id").execute();
		expect(texts.map(({ text }) => text.trim())).toEqual([
			"We need an app.",
			"Ask [erased], not natavikram@other.example.",
		]);
		expect(await records.find(reference)).toMatchObject({ senderEmail: "asha@visitor.example" });
		expect(await records.replies.listOthers(reference)).toBe("");
	});

	test("leaves no reply awaited to a message that is gone, and no copy in a draft", async () => {
		const { receive, records, database, files, config, clock } = await openMail(kind);
		const reference = (await receive({ "Message-ID": "<first@visitor.example>" })) ?? "";
		await records.replies.send(reference, { subject: "Re: An app", text: "Gladly.", by: meera });
		clock.advance({ minutes: 1 });
		await receive({ From: vikram, "In-Reply-To": "<first@visitor.example>" }, "And the price?");
		expect(await records.find(reference)).toMatchObject({ awaitingSince: clock.now() });
		const draft = { by: meera.id, kind: "reply" } as const;
		const cc = "Vikram@other.example, natavikram@other.example";
		await records.drafts.save(reference, { ...draft, subject: "", text: "About", cc, version: 0, tab: "tab" });
		await erasePerson(
			{ database, files, personalRecords: listPersonalRecords(config, testCompany) },
			["vikram@other.example"],
			clock.now(),
		);
		expect(await records.find(reference)).toMatchObject({ awaitingSince: undefined });
		expect(await records.drafts.find(reference, draft)).toMatchObject({
			text: "About",
			cc: "natavikram@other.example",
		});
	});

	test("is nobody's recipient of a forwarded message any more; others still get it", async () => {
		const { receive, records, database, files, config, clock } = await openMail(kind);
		const reference = (await receive({ "Message-ID": "<first@visitor.example>" })) ?? "";
		const { id: quotedId } = await database.db.selectFrom("incomingMessages").select("id").executeTakeFirstOrThrow();
		const forward = async (subject: string, cc: string) => {
			const typed = { subject, text: "", quotedId, isForward: true, cc, by: meera };
			const result = await records.replies.send(reference, typed);
			if (!result.ok) throw new Error("The forward is refused");
		};
		await forward("Sent", "Vikram@other.example");
		await database.db.updateTable("emails").set({ state: "sent" }).execute();
		clock.advance({ minutes: 1 });
		await forward("Alone", "vikram@other.example");
		await forward("First of three", "vikram@other.example, noor@other.example, ben@other.example");
		await erasePerson(
			{ database, files, personalRecords: listPersonalRecords(config, testCompany) },
			["vikram@other.example"],
			clock.now(),
		);
		expect((await readTables(database)).toLowerCase()).not.toContain("vikram@other.example");
		const entries = (await records.listTimeline(reference, { limit: 20 }))?.entries ?? [];
		const shown = entries.flatMap((entry) =>
			entry.type === "reply"
				? [[entry.reply.subject, entry.state, entry.reply.recipient, ...entry.copies.map(({ recipient }) => recipient)]]
				: [],
		);
		expect(shown).toEqual([
			["Sent", "sent", ""],
			["Alone", "withdrawn", ""],
			["First of three", "scheduled", "noor@other.example", "ben@other.example"],
		]);
		clock.advance({ minutes: 1 });
		const emails = await renderEmails({ database, clock }, createTestRenderers(testCompany, files));
		const left = emails.filter(({ subject }) => subject === "First of three");
		expect(left.map(({ recipient }) => recipient).toSorted()).toEqual(["ben@other.example", "noor@other.example"]);
		expect(emails.some(({ subject }) => subject === "Alone")).toBe(false);
	});

	test("is left in what came after the erasure, when they are erased again at a start", async () => {
		const { receive, records, database, files, config, clock } = await openMail(kind);
		const reference = (await receive({ Cc: vikram, "Message-ID": "<first@visitor.example>" })) ?? "";
		const { id: quotedId } = await database.db.selectFrom("incomingMessages").select("id").executeTakeFirstOrThrow();
		const cc = "vikram@other.example";
		await records.replies.send(reference, { subject: "Copied", text: "Gladly.", cc, by: meera });
		clock.advance({ minutes: 1 });
		await records.replies.send(reference, { subject: "Forwarded", text: "", quotedId, isForward: true, cc, by: meera });
		const draft = { by: meera.id, kind: "reply" } as const;
		await records.drafts.save(reference, { ...draft, subject: "", text: "About", cc, version: 0, tab: "tab" });
		const countMentions = async () => (await readTables(database)).toLowerCase().split(cc).length - 1;
		const all = await countMentions();
		const personalRecords = listPersonalRecords(config, testCompany);
		const erase = (before: Temporal.Instant) =>
			erasePerson({ database, files, personalRecords }, [cc], clock.now(), { before });
		await erase(clock.now().subtract({ minutes: 1 }));
		expect(await countMentions()).toBe(all);
		await erase(clock.now());
		expect(await records.drafts.find(reference, draft)).toMatchObject({ cc });
		const listed = (await records.listTimeline(reference, { limit: 20 }))?.entries ?? [];
		expect(
			listed.flatMap((entry) =>
				entry.type === "reply" ? [[entry.reply.subject, entry.reply.recipient, entry.copies.length]] : [],
			),
		).toEqual([
			["Copied", "asha@visitor.example", 0],
			["Forwarded", cc, 0],
		]);
		clock.advance({ minutes: 1 });
		await erase(clock.now());
		expect(await countMentions()).toBe(0);
	});

	test("who is a member keeps what they wrote for the company", async () => {
		const { receive, database, files, config, clock } = await openMail(kind);
		const reference = (await receive({ "Message-ID": "<first@visitor.example>" })) ?? "";
		const verified = { "Authentication-Results": "mx.narangi.example; dmarc=pass header.from=narangi.example" };
		const answer = { From: meera.email, References: `<${reference}@narangi.example>`, ...verified };
		expect(await receive(answer, "We can.")).toBe(reference);
		await erasePerson(
			{ database, files, personalRecords: listPersonalRecords(config, testCompany) },
			[meera.email],
			clock.now(),
		);
		const texts = await database.db.selectFrom("incomingMessages").select("text").orderBy("id").execute();
		expect(texts.map(({ text }) => text.trim())).toContain("We can.");
	});
});
