import { describe, expect, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { createTestKinds } from "../../tests/support/records.ts";
import { renderEmails } from "../../tests/support/rendered-emails.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { mergeAddresses } from "../people/merged-addresses.server.ts";
import { addReadEntries, type ReadEntry } from "../read-log/read-log-store.server.ts";
import { findAffected } from "./affected-people.server.ts";
import { draftAuthorityNotice, draftPersonNotice } from "./draft-notices.server.ts";
import {
	addIncident,
	askForNotices,
	changeIncident,
	findIncident,
	listOpenIncidents,
	type IncidentChange,
} from "./incident-store.server.ts";
import { describeTimeLeft, listBlanks } from "./incident.ts";
import { listMeasures } from "./measures.server.ts";
import { findNoticeStates, writeNotices } from "./notices.server.ts";

const thief = "account-of-the-thief";
const token = "token-of-the-thief";

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock();
	const enquire = async (code: string, email: string, name = "Asha") => {
		const reference = `ENQ-0000000${code}`;
		await storeEnquiry(database, { reference, email, firstName: name, receivedAt: clock.now() });
		return reference;
	};
	const read = (subjects: string[], change: Partial<ReadEntry> = {}) =>
		database.write((transaction) =>
			addReadEntries(transaction, [
				{
					at: clock.now(),
					actor: thief,
					sessionId: "session",
					place: "/enquiries",
					manner: "read",
					data: ["name", "email"],
					subjects,
					...change,
				},
			]),
		);
	const audit = (action: string, subject: string, actor = thief) =>
		database.write((transaction) => writeAuditEntry(transaction, { actor, action, subject }, clock.now()));
	const scope = {
		title: "Laptop",
		actors: [thief, token],
		from: clock.now(),
		until: undefined,
		awareAt: clock.now(),
		notes: "",
	};
	const find = (change: { from?: Temporal.Instant; until?: Temporal.Instant } = {}) =>
		findAffected(database.db, { ...scope, ...change }, clock.now());
	const open = () => database.write((transaction) => addIncident(transaction, scope, "account-admin", clock.now()));
	return { database, clock, enquire, read, audit, scope, find, open };
}

describe.each(databaseKinds)("incidents on %s", (kind) => {
	test("the people are exactly those whose records the accounts and tokens touched", async () => {
		const { clock, enquire, read, audit, find } = await setUp(kind);
		const [one, two, three, four, other] = [
			await enquire("1", "one@visitor.example"),
			await enquire("2", "Two@visitor.example"),
			await enquire("3", "three@visitor.example"),
			await enquire("4", "three@visitor.example"),
			await enquire("5", "other@visitor.example"),
		];
		await read([other], { actor: "account-of-another" });
		await audit("enquiry.stage", other, "account-of-another");
		await read([one, two]);
		clock.advance({ minutes: 1 });
		await read([one], { data: ["phone", "messages"], actor: token, sessionId: "" });
		await audit("enquiry.stage", two);
		await audit("enquiry.file-read", three);
		await read([four], { manner: "exported", data: ["name", "phone"] });
		await audit("enquiry.export", "");
		const { people, actions, erased } = await find();
		expect(
			people.map(({ emails, read: reads, changed, exported, data, records }) => ({
				emails,
				counts: [reads?.count, changed?.count, exported?.count],
				data,
				records: records.map((record) => record.reference),
			})),
		).toEqual([
			{
				emails: ["one@visitor.example"],
				counts: [2, undefined, undefined],
				data: ["name", "email", "phone", "messages"],
				records: [one],
			},
			{ emails: ["two@visitor.example"], counts: [1, 1, undefined], data: ["name", "email"], records: [two] },
			{
				emails: ["three@visitor.example"],
				counts: [undefined, undefined, 2],
				data: ["name", "phone"],
				records: [four, three],
			},
		]);
		expect(actions).toContainEqual({ action: "enquiry.export", count: 1 });
		expect(erased).toEqual([]);
	});

	test("only what lies in the time counts, and reads to their ten minutes", async () => {
		const { clock, enquire, read, audit, find } = await setUp(kind);
		const reference = await enquire("1", "one@visitor.example");
		await read([reference]);
		await audit("enquiry.stage", reference);
		const [at, late] = [clock.now(), clock.now().add({ hours: 2 })];
		clock.advance({ hours: 3 });
		expect((await find({ from: at.add({ minutes: 9 }), until: late })).people).toMatchObject([{ read: { count: 1 } }]);
		expect((await find({ from: at.add({ minutes: 9 }), until: late })).people[0]?.changed).toBeUndefined();
		expect((await find({ from: at.add({ minutes: 10 }), until: late })).people).toEqual([]);
		expect((await find({ from: at.subtract({ hours: 1 }), until: at.subtract({ minutes: 1 }) })).people).toEqual([]);
		expect((await find({ from: at, until: at })).people).toMatchObject([{ read: { count: 1 }, changed: { count: 1 } }]);
	});

	test("merged addresses are one person, and erased records are named", async () => {
		const { database, clock, enquire, read, audit, find } = await setUp(kind);
		const one = await enquire("1", "one@visitor.example");
		clock.advance({ minutes: 1 });
		const two = await enquire("2", "two@visitor.example");
		await database.write((transaction) =>
			mergeAddresses(
				transaction,
				{ addresses: ["one@visitor.example", "two@visitor.example"], kinds: createTestKinds(), accountId: "a" },
				clock.now(),
			),
		);
		await read([one, two, "ENQ-ERASED00"]);
		// An issue of the newsletter is no record.
		await audit("newsletter.change", "NWS-00000001");
		const { people, erased } = await find();
		expect(people.map(({ reference, emails }) => ({ reference, emails }))).toEqual([
			{ reference: two, emails: ["two@visitor.example", "one@visitor.example"] },
		]);
		expect(erased).toEqual(["ENQ-ERASED00"]);
	});

	test("each person gets one notice, however often writing them is interrupted, and people without an address none", async () => {
		const { database, clock, enquire, read, open } = await setUp(kind);
		await enquire("1", "");
		const many = [];
		for (let index = 0; index < 120; index += 1) {
			const reference = `ENQ-1${String(index).padStart(7, "0")}`;
			await storeEnquiry(database, { reference, email: `person-${index}@visitor.example`, firstName: `P${index}` });
			many.push(reference);
		}
		await storeEnquiry(database, { reference: "ENQ-20000000", email: "person-0@visitor.example" });
		await read([...many, "ENQ-20000000", "ENQ-00000001"]);
		const id = await open();
		const change = { id, version: 1, by: "account-admin" };
		const notice = { subject: "Your data", text: "It was seen: {data}.\n\nSorry,\nNarangi" };
		expect(await database.write((transaction) => askForNotices(transaction, change, clock.now()))).toBe(false);
		await database.write((transaction) => changeIncident(transaction, change, { notice }, clock.now()));
		const asked = { ...change, version: 2 };
		expect(await database.write((transaction) => askForNotices(transaction, asked, clock.now()))).toBe(true);
		expect(await database.write((transaction) => askForNotices(transaction, asked, clock.now()))).toBe(false);
		let wakes = 0;
		const deps = { database, clock, messageIdDomain: "narangi.example" };
		const die = () => {
			wakes += 1;
			if (wakes === 1) throw new Error("killed");
		};
		await expect(writeNotices({ ...deps, onEmails: die }, id)).rejects.toThrow("killed");
		expect((await findNoticeStates(database.db, { id })).size).toBe(51);
		await Promise.all([1, 2].map(() => writeNotices({ ...deps, onEmails: () => {} }, id)));
		await writeNotices({ ...deps, onEmails: () => {} }, id);
		const emails = await renderEmails({ database, clock });
		expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
			many.map((_, index) => `person-${index}@visitor.example`).toSorted(),
		);
		const first = emails.find(({ recipient }) => recipient === "person-7@visitor.example");
		expect(first?.subject).toBe("Your data");
		expect(first?.text).toContain("It was seen: name and e-mail address.");
		expect(first?.replyTo).toBe(testCompany.privacyContact.email);
		expect(await findIncident(database.db, id)).toMatchObject({
			noticesAskedAt: clock.now(),
			noticesWrittenAt: clock.now(),
		});
		const states = await findNoticeStates(database.db, { id });
		expect(states.get("ENQ-20000000")).toBe("waiting");
		expect(states.has("ENQ-00000001")).toBe(false);
	});

	test("people who are found later get a notice with the next confirmation, the others none again", async () => {
		const { database, clock, enquire, read, open } = await setUp(kind);
		const [one, two] = [await enquire("1", "one@visitor.example"), await enquire("2", "two@visitor.example")];
		await read([one]);
		const id = await open();
		const deps = { database, clock, messageIdDomain: "narangi.example", onEmails: () => {} };
		const change = { id, by: "account-admin" };
		await database.write((transaction) =>
			changeIncident(
				transaction,
				{ ...change, version: 1 },
				{ notice: { subject: "Data", text: "Sorry." } },
				clock.now(),
			),
		);
		await database.write((transaction) => askForNotices(transaction, { ...change, version: 2 }, clock.now()));
		await writeNotices(deps, id);
		clock.advance({ hours: 1 });
		await read([two]);
		const rewritten = { notice: { subject: "Other", text: "Other" } };
		expect(
			await database.write((transaction) =>
				changeIncident(transaction, { ...change, version: 3 }, rewritten, clock.now()),
			),
		).toBe(false);
		expect(
			await database.write((transaction) => askForNotices(transaction, { ...change, version: 3 }, clock.now())),
		).toBe(true);
		await writeNotices(deps, id);
		const emails = await database.db.selectFrom("emails").select("recipient").orderBy("id").execute();
		expect(emails.map(({ recipient }) => recipient)).toEqual(["one@visitor.example", "two@visitor.example"]);
	});

	test("what people were told stays, while title and notes can change, and a missing end can be set once", async () => {
		const { database, clock, enquire, read, open, scope } = await setUp(kind);
		const [one, two, three] = [
			await enquire("1", "one@visitor.example"),
			await enquire("2", "two@visitor.example"),
			await enquire("3", "three@visitor.example"),
		];
		await read([one]);
		const id = await open();
		const change = (version: number, to: IncidentChange) =>
			database.write((transaction) => changeIncident(transaction, { id, version, by: "a" }, to, clock.now()));
		await change(1, { notice: { subject: "Data", text: "Sorry." } });
		await database.write((transaction) => askForNotices(transaction, { id, version: 2, by: "a" }, clock.now()));
		clock.advance({ minutes: 20 });
		await read([two]);
		const until = clock.now().add({ minutes: 1 });
		const told = { title: "Laptop, found again", notes: "It was in the office." };
		expect(await change(3, { scope: { ...scope, ...told } })).toBe(false);
		expect(await change(3, { told })).toBe(true);
		expect(await findIncident(database.db, id)).toMatchObject({ ...scope, ...told });
		expect(await change(4, { told: { ...told, until } })).toBe(true);
		expect(await change(5, { told: { ...told, until: until.add({ hours: 1 }) } })).toBe(false);
		clock.advance({ minutes: 20 });
		await read([three]);
		const incident = await findIncident(database.db, id);
		expect(incident).toMatchObject({ ...told, until });
		const listed = incident && (await findAffected(database.db, incident, clock.now())).people;
		expect(listed?.map(({ reference }) => reference)).toEqual([one, two]);
		// Nobody has confirmed a notice to the second, whose data was touched later.
		await writeNotices({ database, clock, messageIdDomain: "narangi.example", onEmails: () => {} }, id);
		expect([...(await findNoticeStates(database.db, { id })).keys()]).toEqual([one]);
	});

	test("its measures name what ended all access, and not the end of one session", async () => {
		const { database, clock, scope } = await setUp(kind);
		const audit = (action: string, subject: string, details = {}) =>
			database.write((transaction) =>
				writeAuditEntry(transaction, { actor: "account-admin", action, subject, details }, clock.now()),
			);
		await audit("account.session-ended", thief, { session: "one" });
		// As an earlier release wrote it.
		await audit("account.sessions-ended", thief, { session: "one" });
		await audit("account.disabled", "account-of-another");
		const list = () => listMeasures(database.db, scope, testCompany);
		expect(await list()).toEqual([]);
		await audit("account.sessions-ended", thief);
		await audit("api-token.revoke", token);
		expect(await list()).toEqual([
			expect.stringContaining("All sessions of an account were ended"),
			expect.stringContaining("An API token was revoked"),
		]);
	});

	test("a change on an old version is refused, and the clock runs until the authority is settled", async () => {
		const { database, clock, open } = await setUp(kind);
		const id = await open();
		const change = { id, version: 1, by: "account-admin" };
		const decide = (state: "sent" | "open", version: number) =>
			database.write((transaction) =>
				changeIncident(transaction, { ...change, version }, { authority: { state, reason: "Ref 7" } }, clock.now()),
			);
		expect(await listOpenIncidents(database.db)).toHaveLength(1);
		expect(await decide("sent", 1)).toBe(true);
		expect(await decide("open", 1)).toBe(false);
		expect(await listOpenIncidents(database.db)).toEqual([]);
		expect(await findIncident(database.db, id)).toMatchObject({
			authority: { state: "sent", reason: "Ref 7", by: "account-admin", at: clock.now() },
			version: 2,
		});
	});

	test("a notice whose record was erased before it left is not sent", async () => {
		const { database, clock, enquire, read, open } = await setUp(kind);
		const one = await enquire("1", "one@visitor.example");
		await read([one]);
		const id = await open();
		const change = { id, version: 1, by: "a" };
		await database.write((transaction) =>
			changeIncident(transaction, change, { notice: { subject: "Data", text: "Sorry." } }, clock.now()),
		);
		await database.write((transaction) => askForNotices(transaction, { ...change, version: 2 }, clock.now()));
		await writeNotices({ database, clock, messageIdDomain: "narangi.example", onEmails: () => {} }, id);
		await database.db.deleteFrom("records").where("reference", "=", one).execute();
		expect(await renderEmails({ database, clock })).toEqual([]);
	});
});

test("the 72 hours are written as what is left of them", () => {
	const awareAt = Temporal.Instant.from("2026-11-23T06:00:00Z");
	const after = (duration: Temporal.DurationLike) => describeTimeLeft({ awareAt }, awareAt.add(duration));
	expect(after({ minutes: 0 })).toBe("72 h 0 min left");
	expect(after({ hours: 30, minutes: 48 })).toBe("41 h 12 min left");
	expect(after({ hours: 72 })).toBe("0 h 0 min left");
	expect(after({ hours: 75, minutes: 5 })).toBe("Overdue by 3 h 5 min");
});

test("the drafts say what is known and mark what a person must write", () => {
	const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
	const touch = { count: 1, first: now, last: now };
	const record = { reference: "ENQ-7K3F9QXM", kind: "enquiry", read: touch, data: ["name", "phone"] as const };
	const source = {
		company: testCompany,
		incident: { from: now, until: undefined, awareAt: now.add({ hours: 1 }) },
		affected: {
			people: [
				{
					...record,
					data: [...record.data],
					name: "Asha",
					emails: [],
					records: [{ ...record, data: [...record.data] }],
				},
			],
			erased: ["ENQ-00000000"],
		},
		accounts: 2,
		tokens: 1,
		nameKinds: { enquiry: "enquiries" },
		measures: ["An account was disabled on Monday."],
	};
	const text = draftAuthorityNotice(source);
	for (const part of [
		testCompany.legalName,
		testCompany.privacyContact.email,
		"2 staff accounts and 1 API token",
		"data of 1 person was read, of 0 people changed, and of 0 people exported",
		"Approximately 2 records (enquiries: 1)",
		"name and phone number",
		"An account was disabled on Monday.",
	])
		expect(text).toContain(part);
	expect(listBlanks(text).length).toBeGreaterThan(5);
	const { subject, text: letter } = draftPersonNotice(source);
	expect(subject).toContain(testCompany.name);
	expect(letter).toContain("{data}");
	expect(listBlanks(letter).length).toBeGreaterThan(2);
	expect(listBlanks("A [link](x) and [\n] and []")).toEqual(["[link]"]);
});
