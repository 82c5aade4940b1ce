import { describe, expect, test } from "vitest";
import { listPersonTimeline } from "../core/people/person-timeline.server.ts";
import { insertEnquiry } from "../features/enquiries/store.server.ts";
import { readConfig } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { Role } from "../shared/roles.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { serverDatabaseKinds, openTestDatabase } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { testDesk } from "../tests/support/desk-settings.ts";
import { createEnquiryRecord, storeEnquiry } from "../tests/support/enquiries.ts";
import { storeInterview, storeMessage, storeNote, storeReply } from "../tests/support/person-events.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";
import { listRecordKinds } from "./records.ts";

const asha = "asha@visitor.example";
const start = Temporal.Instant.from("2026-11-20T06:00:00Z");
const at = (hours: number) => start.add({ hours });
const kinds = listRecordKinds({ config: readConfig({}), company: testCompany, desk: testDesk });

/** Stores an event of each type, an hour apart, of Asha's enquiry, call and application, and one of Bela. */
async function storeEvents(database: Database): Promise<void> {
	const { db } = database;
	await storeEnquiry(database, { reference: "ENQ-ASHA0001", receivedAt: at(0), phone: "+91 98100 00001" });
	await storeEnquiry(database, { reference: "ENQ-BELA0001", receivedAt: at(0), email: "bela@other.example" });
	await storeNote(db, { id: "note-1", reference: "ENQ-ASHA0001", at: at(1), text: "Likes hippos\nand elephants" });
	await storeReply(db, { id: "reply-1", reference: "ENQ-ASHA0001", at: at(2), text: "\n\nHello Asha,\nwe can." });
	await storeReply(db, { id: "reply-2", reference: "ENQ-ASHA0001", at: at(2), text: "Taken back", isWithdrawn: true });
	await storeMessage(db, { id: "message-1", reference: "ENQ-ASHA0001", at: at(3), text: "Thanks, when?" });
	await storeMessage(db, { id: "message-2", reference: "ENQ-ASHA0001", at: at(0), text: "An app", isFirst: true });
	await storeBooking(
		database,
		createBookingRecord({ reference: "BKG-ASHA0001", bookedAt: at(4), phone: "+91 98100 00002" }),
	);
	await storeApplication(database, {
		reference: "APP-ASHA0001",
		receivedAt: at(5),
		answers: { fullName: "Asha R. Rao", email: "Asha@visitor.example", phone: "+91 98100 00003" },
	});
	await storeNote(db, { id: "note-2", reference: "APP-ASHA0001", at: at(6), text: "A fine weaver" });
	await storeInterview(db, { reference: "INT-ASHA0001", application: "APP-ASHA0001", at: at(7) });
}

describe.each(serverDatabaseKinds)("a person's timeline on %s", (kind) => {
	test("has every record, note, reply, message and interview once, the newest first, page after page", async () => {
		const database = await openTestDatabase(kind);
		await storeEvents(database);
		const read = async (limit: number) => {
			const ids: string[] = [];
			for (let before: string | undefined, more = true; more;) {
				const page = await listPersonTimeline(database.db, kinds, { emails: [asha], limit, before });
				ids.push(...page.events.map(({ id }) => id));
				before = page.earlier;
				more = before !== undefined;
			}
			return ids;
		};
		const all = [
			"INT-ASHA0001",
			"note-2",
			"APP-ASHA0001",
			"BKG-ASHA0001",
			"message-1",
			"reply-1",
			"note-1",
			"ENQ-ASHA0001",
		];
		expect(await read(50)).toEqual(all);
		expect(await read(1)).toEqual(all);
		expect(await read(3)).toEqual(all);
	});

	test("has the person's messages in others' records, and what was sent to them from there", async () => {
		const database = await openTestDatabase(kind);
		await storeEvents(database);
		const { db } = database;
		const reference = "ENQ-BELA0001";
		const recipient = "bela@other.example";
		await storeMessage(db, { id: "elsewhere", reference, at: at(8), text: "I agree" });
		await storeReply(db, { id: "copied", reference, at: at(9), text: "Both of you", recipient });
		await db
			.insertInto("replyCopies")
			.values({ replyId: "copied", reference, recipient: "Asha@visitor.example", messageId: "copy@narangi.example" })
			.execute();
		await storeReply(db, { id: "forwarded", reference, at: at(10), text: "What do you think?", isForward: true });
		await storeReply(db, { id: "others", reference, at: at(11), text: "Only you", recipient });
		const list = (names: readonly string[]) =>
			listPersonTimeline(
				db,
				kinds.filter(({ name }) => names.includes(name)),
				{ emails: [asha], limit: 3 },
			);
		expect((await list(["enquiry"])).events).toMatchObject([
			{ id: "forwarded", reference, isForward: true },
			{ id: "copied", reference, isForward: false },
			{ id: "elsewhere", reference },
		]);
		expect((await list(["booking"])).events.map(({ id }) => id)).toEqual(["BKG-ASHA0001"]);
	});

	test("has the calls of others whose guest the person is, and not those of a similar address", async () => {
		const database = await openTestDatabase(kind);
		const guestAt = (reference: string, guest: string, day: number) =>
			storeBooking(
				database,
				createBookingRecord({
					reference,
					id: crypto.randomUUID(),
					date: `2026-12-0${day}`,
					email: "bela@other.example",
					guests: [{ email: guest, isOurs: false }],
				}),
			);
		await guestAt("BKG-GUEST001", "Asha@visitor.example", 1);
		await guestAt("BKG-GUEST002", `m${asha}`, 2);
		await guestAt("BKG-GUEST003", asha.replace("@", "%"), 3);
		const list = (names: readonly string[]) =>
			listPersonTimeline(
				database.db,
				kinds.filter(({ name }) => names.includes(name)),
				{ emails: ["asha@elsewhere.example", asha], limit: 10 },
			);
		expect((await list(["booking"])).events).toMatchObject([
			{ type: "guest", id: "BKG-GUEST001", reference: "BKG-GUEST001", record: { senderEmail: "bela@other.example" } },
		]);
		expect((await list(["enquiry"])).events).toEqual([]);
	});

	test("goes on after events of one instant", async () => {
		const database = await openTestDatabase(kind);
		for (const id of [1, 2, 3]) {
			await storeEnquiry(database, { reference: `ENQ-0000000${id}`, receivedAt: at(0) });
			for (const other of [1, 2])
				await storeNote(database.db, { id: `${id}-${other}`, reference: `ENQ-0000000${id}`, at: at(0), text: "" });
		}
		const ids: string[] = [];
		for (let before: string | undefined, more = true; more;) {
			const page = await listPersonTimeline(database.db, kinds, { emails: [asha], limit: 2, before });
			ids.push(...page.events.map(({ id }) => id));
			before = page.earlier;
			more = before !== undefined;
		}
		expect(ids).toHaveLength(9);
		expect(new Set(ids).size).toBe(9);
	});

	test("has nothing of kinds that the member may not see", async () => {
		const database = await openTestDatabase(kind);
		await storeEvents(database);
		const read = async (...names: string[]) => {
			const own = kinds.filter(({ name }) => names.includes(name));
			const { events } = await listPersonTimeline(database.db, own, { emails: [asha], limit: 50 });
			return events.map(({ id }) => id);
		};
		expect(await read("application")).toEqual(["INT-ASHA0001", "note-2", "APP-ASHA0001"]);
		expect(await read("booking")).toEqual(["BKG-ASHA0001"]);
		expect(await read()).toEqual([]);
	});

	test("reads one page of a person with thousands of records", { tags: "all" }, async () => {
		const database = await openTestDatabase(kind);
		await database.write(async (transaction) => {
			for (let index = 0; index < 2_000; index++)
				await insertEnquiry(
					transaction,
					createEnquiryRecord({
						reference: `ENQ-${String(index).padStart(8, "0")}`,
						receivedAt: start.add({ seconds: index }),
					}),
				);
		});
		const asked: number[] = [];
		const counting = kinds.map((one) => ({
			...one,
			findSent: (...[db, references]: Parameters<typeof one.findSent>) => {
				asked.push(references.length);
				return one.findSent(db, references);
			},
		}));
		const { events } = await listPersonTimeline(database.db, counting, { emails: [asha], limit: 50 });
		expect(events.map(({ id }) => id).slice(0, 2)).toEqual(["ENQ-00001999", "ENQ-00001998"]);
		expect(asked).toEqual([50]);
	});
});

async function openPerson(roles: readonly Role[]) {
	const server = await startTestServer("sqlite");
	await storeEvents(server.database);
	const desk = await server.openDesk({ roles });
	return { ...server, ...createDeskBrowser(desk), desk };
}

test("sales see a person's enquiries and calls, and nothing of an application", async () => {
	const { get, desk } = await openPerson(["sales"]);
	expect(await get("/enquiries/ENQ-ASHA0001")).toContain('href="/people/of/ENQ-ASHA0001"');
	const page = await get("/people/of/ENQ-ASHA0001");
	for (const shown of ["/enquiries/ENQ-ASHA0001", "/bookings/BKG-ASHA0001"]) expect(page).toContain(`href="${shown}"`);
	for (const shown of ["Likes hippos", "Ravi replied: Your app", "we can.", "Thanks, when?", "+91 98100 00002"])
		expect(page).toContain(shown);
	for (const hidden of [
		"elephants",
		"Taken back",
		"Hello Asha,",
		"APP-",
		"INT-",
		"weaver",
		"R. Rao",
		"00003",
		"BELA",
		"bela@",
	])
		expect([hidden, page.includes(hidden)]).toEqual([hidden, false]);
	expect(page).not.toMatch(/Export data|Erase person|New application/);
	for (const url of ["APP-ASHA0001", "INT-ASHA0001", "ENQ-GONE0000"].map((name) => `/people/of/${name}`))
		expect([url, (await desk.inject({ url })).statusCode]).toEqual([url, 404]);
	for (const url of ["export", "erase"].map((name) => `/people/of/ENQ-ASHA0001/${name}`))
		expect([url, (await desk.inject({ url })).statusCode]).toEqual([url, 403]);
});

test("a call of somebody else whose guest the person is leads to it", async () => {
	const { get, database } = await openPerson(["sales"]);
	await storeBooking(
		database,
		createBookingRecord({
			reference: "BKG-BELA0001",
			id: crypto.randomUUID(),
			date: "2026-12-01",
			firstName: "Bela",
			lastName: "Sen",
			email: "bela@other.example",
			guests: [{ email: asha, isOurs: false }],
		}),
	);
	const page = await get("/people/of/ENQ-ASHA0001");
	expect(page).toContain("Guest at Bela Sen’s call: ");
	expect(page).toContain('href="/bookings/BKG-BELA0001"');
});

test("recruiters see a person's applications and interviews, and nothing of an enquiry or call", async () => {
	const { get, desk } = await openPerson(["recruiter"]);
	expect(await get("/applications/APP-ASHA0001")).toContain('href="/people/of/APP-ASHA0001"');
	const page = await get("/people/of/APP-ASHA0001");
	for (const shown of ["/applications/APP-ASHA0001", "/interviews/INT-ASHA0001"])
		expect(page).toContain(`href="${shown}"`);
	for (const shown of ["Application: React Engineer", "A fine weaver", "Interview: Any time on", "00003"])
		expect(page).toContain(shown);
	for (const hidden of ["ENQ-", "BKG-", "hippos", "Ravi", "when?", "00001", "00002"])
		expect([hidden, page.replaceAll("ASHA0001", "").includes(hidden)]).toEqual([hidden, false]);
	for (const name of ["ENQ-ASHA0001", "BKG-ASHA0001"])
		expect([name, (await desk.inject({ url: `/people/of/${name}` })).statusCode]).toEqual([name, 404]);
});

test("the pages of a long timeline lead to each other", async () => {
	const { get, database } = await openPerson(["sales"]);
	for (let index = 0; index < 60; index++)
		await storeNote(database.db, {
			id: `many-${index}`,
			reference: "ENQ-ASHA0001",
			at: at(10),
			text: `Note ${index}.`,
		});
	const page = await get("/people/of/ENQ-ASHA0001");
	const [, earlier = ""] = /href="(\/people\/of\/ENQ-ASHA0001\?before=[^"]+)"/.exec(page) ?? [];
	const next = await get(earlier);
	expect(page.match(/Note \d+\./g)?.length).toBeGreaterThan(0);
	expect(next).toContain("Likes hippos");
	expect(next).toContain('href="/people/of/ENQ-ASHA0001"');
	expect(next).not.toContain("?before=");
});

/** Opens Asha's page, whose other address has the call, and reads the id of a merge. */
async function openMerging(roles: readonly Role[]) {
	const person = await openPerson(roles);
	const { database } = person;
	await database.db
		.updateTable("records")
		.set({ senderEmail: "asha@home.example", senderDomain: "example.home." })
		.where("reference", "=", "BKG-ASHA0001")
		.execute();
	await database.db
		.updateTable("bookings")
		.set({ email: "asha@home.example" })
		.where("reference", "=", "BKG-ASHA0001")
		.execute();
	return {
		...person,
		path: "/people/of/ENQ-ASHA0001",
		findMerge: async () => (await database.db.selectFrom("mergedAddresses").select("id").executeTakeFirst())?.id ?? "",
		listLog: async () =>
			(
				await database.db.selectFrom("auditLog").select(["action", "subject", "details"]).orderBy("sequence").execute()
			).filter(({ action }) => action !== "person.read"),
	};
}

test("sales merge another address after a review, see both on either page and beside records, and separate them", async () => {
	const { get, post, path, findMerge, listLog } = await openMerging(["sales"]);
	expect(await get(path)).not.toContain("BKG-ASHA0001");
	const review = await post(path, { do: "review", other: " Asha@Home.example " });
	expect(review.body.replaceAll("<!-- -->", "")).toContain("Merge asha@visitor.example and asha@home.example?");
	expect(await findMerge()).toBe("");
	const merged = await post(path, { do: "merge", other: "asha@home.example" });
	expect([merged.statusCode, merged.headers.location]).toEqual([303, path]);
	for (const reference of ["ENQ-ASHA0001", "BKG-ASHA0001"]) {
		const page = await get(`/people/of/${reference}`);
		for (const shown of ["/enquiries/ENQ-ASHA0001", "/bookings/BKG-ASHA0001", "asha@home.example"])
			expect([reference, shown, page.includes(shown)]).toEqual([reference, shown, true]);
		expect(page).toContain("Separate");
	}
	const record = await get("/enquiries/ENQ-ASHA0001");
	expect(record).toContain("Other records of this person");
	expect(record).toContain("The sender also has");
	expect(record).toContain('href="/bookings/BKG-ASHA0001"');
	const separated = await post(path, { do: "undo", id: await findMerge() });
	expect(separated.statusCode).toBe(303);
	expect(await get(path)).not.toContain("BKG-ASHA0001");
	expect(await get("/enquiries/ENQ-ASHA0001")).not.toContain("BKG-ASHA0001");
	expect(await listLog()).toEqual([
		{ action: "person.merge", subject: "ENQ-ASHA0001", details: '{"with":"BKG-ASHA0001"}' },
		{ action: "person.separate", subject: "ENQ-ASHA0001", details: "{}" },
	]);
});

test("a merge that cannot be is refused in a sentence, the same for an address that the member may not know of", async () => {
	const { post, path, findMerge, listLog, database } = await openMerging(["sales"]);
	await storeApplication(database, { reference: "APP-BELA0001", answers: { email: "only@applicant.example" } });
	const unknown = "You have no records from this address. Check the spelling";
	for (const [other, message] of [
		["", "Enter an e-mail address like name@company.com"],
		["asha", "Enter an e-mail address like name@company.com"],
		["ASHA@visitor.example", "This person already has this address"],
		["nobody@visitor.example", unknown],
		["only@applicant.example", unknown],
	] as const)
		for (const does of ["review", "merge"]) {
			const { statusCode, body } = await post(path, { do: does, other });
			expect([other, statusCode, body.includes(message)]).toEqual([other, 200, true]);
			expect(body).not.toContain("APP-BELA0001");
		}
	expect((await post(path, { do: "nothing" })).statusCode).toBe(400);
	expect(await findMerge()).toBe("");
	expect(await listLog()).toEqual([]);
});

test("members neither see nor undo a merge with an address whose records they may not read", async () => {
	const { database, openDesk, findMerge } = await openMerging(["admin"]);
	const admin = createDeskBrowser(await openDesk({ roles: ["admin"] }));
	await storeApplication(database, { reference: "APP-BELA0001", answers: { email: "only@applicant.example" } });
	await admin.post("/people/of/ENQ-ASHA0001", { do: "merge", other: "only@applicant.example" });
	const id = await findMerge();
	expect(await admin.get("/people/of/ENQ-ASHA0001")).toContain("APP-BELA0001");
	const sales = createDeskBrowser(await openDesk({ roles: ["sales"] }));
	const page = await sales.get("/people/of/ENQ-ASHA0001");
	for (const hidden of ["only@applicant.example", "APP-", "Separate", id])
		expect([hidden, page.includes(hidden)]).toEqual([hidden, false]);
	await sales.post("/people/of/ENQ-ASHA0001", { do: "undo", id });
	await sales.post("/people/of/BKG-ASHA0001", { do: "undo", id });
	await admin.post("/people/of/BKG-ASHA0001", { do: "undo", id });
	expect(await findMerge()).toBe(id);
	const refused = await sales.post("/people/of/ENQ-ASHA0001", { do: "merge", other: "only@applicant.example" });
	expect(refused.body).toContain("You have no records from this address");
	await admin.post("/people/of/APP-BELA0001", { do: "undo", id });
	expect(await findMerge()).toBe("");
});

test("erasing a person names and erases every merged address, and asks again when they have changed", async () => {
	const { get, post, path, database, findMerge } = await openMerging(["admin"]);
	await post(path, { do: "merge", other: "asha@home.example" });
	const both = "asha@visitor.example asha@home.example";
	for (const page of ["export", "erase"])
		expect(await get(`${path}/${page}`)).toContain("asha@visitor.example, asha@home.example");
	const grounds = { askedBy: "person", reason: "erasure" };
	const refused = await post(`${path}/erase`, { ...grounds, addresses: "asha@visitor.example" });
	expect(refused.body).toContain("addresses have changed");
	expect(await findMerge()).not.toBe("");
	expect((await post(`${path}/erase`, { ...grounds, addresses: both })).statusCode).toBe(303);
	const left = await database.db.selectFrom("records").select("reference").execute();
	expect(left).toEqual([{ reference: "ENQ-BELA0001" }]);
	expect(await findMerge()).toBe("");
});

test("the pages of a person and a record list others of their company, by records that the member may read", async () => {
	const { get, database, openDesk } = await openPerson(["sales"]);
	await storeEnquiry(database, { reference: "ENQ-DEV00001", firstName: "Dev", email: "dev@mail.visitor.example" });
	await storeApplication(database, {
		reference: "APP-CHAND001",
		answers: { fullName: "Chand", email: "chand@visitor.example" },
	});
	for (const url of ["/people/of/ENQ-ASHA0001", "/enquiries/ENQ-ASHA0001"]) {
		const page = await get(url);
		for (const shown of ["Others at visitor.example", "dev@mail.visitor.example", "/people/of/ENQ-DEV00001"])
			expect([url, shown, page.includes(shown)]).toEqual([url, shown, true]);
		expect(page).not.toMatch(/chand|APP-\w{8}/i);
	}
	const recruiter = createDeskBrowser(await openDesk({ roles: ["recruiter"] }));
	for (const url of ["/people/of/APP-ASHA0001", "/applications/APP-ASHA0001"]) {
		const page = await recruiter.get(url);
		expect(page).toContain("/people/of/APP-CHAND001");
		expect(page).not.toMatch(/dev@|ENQ-/i);
	}
});
