import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { subtractMonths } from "../core/people/personal-records.ts";
import { sweepExpired } from "../core/people/sweep-expired.server.ts";
import { insertBooking } from "../features/booking/store.server.ts";
import { insertJobAlert } from "../features/careers/alerts/store.server.ts";
import { insertApplication, type ApplicationRecord } from "../features/careers/applications/store.server.ts";
import { insertEnquiry } from "../features/enquiries/store.server.ts";
import { readConfig } from "../platform/config.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { enqueueEmail } from "../platform/email/enqueue-email.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { respondOnce } from "../platform/http/idempotency.ts";
import { createBookingRecord, roomIn } from "../tests/support/bookings.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { createEnquiryRecord } from "../tests/support/enquiries.ts";
import { storeInterview } from "../tests/support/person-events.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
const { retentionMonths } = readConfig({});
/** The last instants of the terms, and the first minute of a call that is kept. */
const twoYearsAgo = Temporal.Instant.from("2024-11-23T06:00:00Z");
const oneYearAgo = Temporal.Instant.from("2025-11-23T06:00:00Z");

const enquiry = createEnquiryRecord({ reference: "ENQ-00000000", receivedAt: twoYearsAgo });
const application = {
	reference: "APP-00000000",
	receivedAt: oneYearAgo,
	jobId: "a",
	jobTitle: "A",
	tokenHash: "a",
	state: "received",
	answers: { fullName: "Asha Rao", email: "asha@visitor.example", phone: "1" } as ApplicationRecord["answers"],
	resume: { file: "APP-00000000.pdf", name: "cv.pdf", bytes: 1, sha256: "" },
} satisfies ApplicationRecord;

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const files = await openFileStore(database);
	let transactions = 0;
	const counted: typeof database = {
		...database,
		write(work) {
			transactions += 1;
			return database.write(work);
		},
	};
	/** Stores a record with an e-mail and a stored response, as its form does. */
	const store = (reference: string, insert: (transaction: WriteTransaction) => Promise<unknown>) =>
		database.write((transaction) =>
			respondOnce(transaction, { route: "test", key: reference, body: "" }, now, async () => {
				await insert(transaction);
				await enqueueEmail(
					transaction,
					{ kind: "test", reference, recipient: "asha@visitor.example" },
					// An e-mail that is about to leave would keep an application.
					{ now: oneYearAgo, messageIdDomain: "narangi.example" },
				);
				return { reference };
			}),
		);
	const storeEnquiry = (reference: string, receivedAt: Temporal.Instant) =>
		store(reference, (transaction) => insertEnquiry(transaction, { ...enquiry, reference, receivedAt }));
	const storeBooking = (reference: string, date: string, time: string) =>
		store(reference, (transaction) =>
			insertBooking(transaction, createBookingRecord({ id: reference, reference, bookedAt: oneYearAgo, date, time }), {
				...roomIn(),
				tokenHash: reference,
			}),
		);
	const storeApplication = async (reference: string, change: Partial<ApplicationRecord>) => {
		const file = `${reference}.pdf`;
		await writeFile(join(database.dataDirectory, "files", file), "%PDF");
		await store(reference, (transaction) =>
			insertApplication(transaction, {
				...application,
				reference,
				tokenHash: reference,
				resume: { ...application.resume, file },
				...change,
			}),
		);
	};
	const storeAlert = (reference: string, expiresAt: Temporal.Instant) =>
		store(reference, (transaction) =>
			insertJobAlert(transaction, {
				reference,
				email: "asha@visitor.example",
				search: { q: "", location: "" } as never,
				token: reference,
				expiresAt,
			}),
		);
	return {
		database,
		storeEnquiry,
		storeBooking,
		storeApplication,
		storeAlert,
		transactions: () => transactions,
		sweep: (signal = new AbortController().signal) =>
			sweepExpired({
				database: counted,
				files,
				personalRecords: listPersonalRecords({ ...readConfig({}), retentionMonths }, testCompany),
				now,
				most: Number.POSITIVE_INFINITY,
				signal,
			}),
		/** The remaining references everywhere. */
		async listKept() {
			const tables = await Promise.all(
				(["enquiries", "bookings", "applications", "jobAlerts", "emails", "idempotencyKeys"] as const).map((table) =>
					database.db.selectFrom(table).select("reference").execute(),
				),
			);
			const [enquiries, bookings, applications, jobAlerts, emails, keys] = tables.map((rows) =>
				rows.map(({ reference }) => reference).toSorted(),
			);
			const resumes = (await readdir(join(database.dataDirectory, "files")))
				.filter((name) => name.endsWith(".pdf"))
				.toSorted();
			return { records: [enquiries, bookings, applications, jobAlerts].flat(), emails, keys, resumes };
		},
	};
}

describe.each(databaseKinds)("the sweep on %s", (kind) => {
	test("erases expired records with all that belongs to them, and keeps those a moment younger", async () => {
		const { storeEnquiry, storeBooking, storeApplication, storeAlert, sweep, listKept } = await setUp(kind);
		await storeEnquiry("ENQ-00000001", twoYearsAgo.subtract({ milliseconds: 1 }));
		await storeEnquiry("ENQ-00000002", twoYearsAgo);
		await storeBooking("BKG-00000001", "2025-11-22", "5:30 PM");
		await storeBooking("BKG-00000002", "2025-11-23", "11:00 AM");
		await storeBooking("BKG-00000003", "2025-11-23", "11:30 AM");
		await storeBooking("BKG-00000004", "2025-11-24", "10:00 AM");
		await storeApplication("APP-00000001", { receivedAt: oneYearAgo.subtract({ milliseconds: 1 }) });
		await storeApplication("APP-00000002", { receivedAt: oneYearAgo });
		await storeAlert("ALR-00000001", now);
		await storeAlert("ALR-00000002", now.add({ milliseconds: 1 }));

		expect(await sweep()).toEqual({
			enquiries: 1,
			bookings: 2,
			applications: 1,
			jobAlerts: 1,
			newsletterSubscriptions: 0,
			consents: 0,
			privacyRequestWishes: 0,
			requests: 0,
			messages: 0,
			emails: 5,
			files: 1,
		});

		const kept = ["ENQ-00000002", "BKG-00000003", "BKG-00000004", "APP-00000002", "ALR-00000002"];
		expect(await listKept()).toEqual({
			records: kept,
			emails: kept.toSorted(),
			keys: kept.toSorted(),
			resumes: ["APP-00000002.pdf"],
		});
		expect(await sweep()).toEqual({
			enquiries: 0,
			bookings: 0,
			applications: 0,
			jobAlerts: 0,
			newsletterSubscriptions: 0,
			consents: 0,
			privacyRequestWishes: 0,
			requests: 0,
			messages: 0,
			emails: 0,
			files: 0,
		});
	});

	test("erases a withdrawn application once no e-mail about it waits", async () => {
		const { database, storeApplication, sweep, listKept } = await setUp(kind);
		await storeApplication("APP-00000001", { receivedAt: now, state: "withdrawn" });
		await storeApplication("APP-00000002", { receivedAt: now });
		expect(await sweep()).toMatchObject({ applications: 0 });
		await database.db.updateTable("emails").set({ state: "sent" }).execute();
		expect(await sweep()).toMatchObject({ applications: 1, files: 1 });
		expect(await listKept()).toEqual({
			records: ["APP-00000002"],
			emails: ["APP-00000002"],
			keys: ["APP-00000002"],
			resumes: ["APP-00000002.pdf"],
		});
	});

	test("keeps an application with a booked interview to come or an e-mail that is about to leave", async () => {
		const { database, storeApplication, sweep, listKept } = await setUp(kind);
		const receivedAt = oneYearAgo.subtract({ hours: 24 });
		const interviews = [
			["APP-00000001", "booked", now.add({ hours: 72 })],
			["APP-00000002", "booked", now.subtract({ minutes: 10 })],
			["APP-00000003", "booked", now.subtract({ hours: 48 })],
			["APP-00000004", "cancelled", now.add({ hours: 72 })],
			["APP-00000005", "offered", undefined],
		] as const;
		for (const [index, [of, state, startsAt]] of interviews.entries()) {
			await storeApplication(of, { receivedAt });
			const reference = `INT-0000000${index}`;
			await storeInterview(database.db, { reference, application: of, at: receivedAt });
			await database.db
				.updateTable("interviews")
				.set({ state, startsAt: startsAt ? toInstantText(startsAt) : null })
				.where("reference", "=", reference)
				.execute();
		}
		for (const [reference, dueAt] of [
			["APP-00000006", now.add({ hours: 72 })],
			["APP-00000007", now.subtract({ hours: 1 })],
			["APP-00000008", now.subtract({ hours: 24 * 6 })],
		] as const) {
			await storeApplication(reference, { receivedAt });
			const email = { kind: "test", reference, recipient: "asha@visitor.example" };
			await database.write((transaction) =>
				enqueueEmail(transaction, email, { now: dueAt, messageIdDomain: "narangi.example" }),
			);
		}
		expect(await sweep()).toMatchObject({ applications: 4 });
		expect((await listKept()).records).toEqual(["APP-00000001", "APP-00000002", "APP-00000006", "APP-00000007"]);
		await database.db.updateTable("emails").set({ state: "sent" }).execute();
		await database.db.updateTable("interviews").set({ state: "cancelled" }).execute();
		expect(await sweep()).toMatchObject({ applications: 4 });
	});

	test("works in batches of ten, and ends after the current one on request", async () => {
		const { storeEnquiry, sweep, transactions, listKept } = await setUp(kind);
		for (let index = 0; index < 120; index++)
			await storeEnquiry(`ENQ-${String(index).padStart(8, "0")}`, twoYearsAgo.subtract({ seconds: 1 }));
		expect(await sweep(AbortSignal.abort())).toMatchObject({ enquiries: 0 });
		expect(await sweep()).toMatchObject({ enquiries: 120, emails: 120 });
		expect(transactions()).toBe(12);
		expect(await listKept()).toEqual({ records: [], emails: [], keys: [], resumes: [] });
	});

	test("counts every record once when two processes sweep at the same time", async () => {
		const { storeEnquiry, sweep } = await setUp(kind);
		for (let index = 0; index < 60; index++)
			await storeEnquiry(`ENQ-${String(index).padStart(8, "0")}`, twoYearsAgo.subtract({ seconds: 1 }));
		const swept = await Promise.all([sweep(), sweep()]);
		expect(swept.reduce((sum, { enquiries = 0 }) => sum + enquiries, 0)).toBe(60);
	});
});

test.each([
	["Asia/Kolkata", "2026-11-23T06:00:00Z", 24, "2024-11-23T06:00:00Z"],
	// From a month's end to a shorter month: the end of that month.
	["Asia/Kolkata", "2027-08-31T06:00:00Z", 6, "2027-02-28T18:30:00Z"],
	["Asia/Kolkata", "2028-08-31T06:00:00Z", 6, "2028-02-29T18:30:00Z"],
	["Asia/Kolkata", "2028-02-29T06:00:00Z", 12, "2027-02-28T18:30:00Z"],
	["Asia/Kolkata", "2028-02-29T06:00:00Z", 48, "2024-02-29T06:00:00Z"],
	// 1 March begins there while it is still February in UTC.
	["Asia/Kolkata", "2027-02-28T18:29:59Z", 6, "2026-08-28T18:29:59Z"],
	["Asia/Kolkata", "2027-02-28T18:30:00Z", 6, "2026-08-31T18:30:00Z"],
	["Asia/Dubai", "2027-08-31T06:00:00Z", 6, "2027-02-28T20:00:00Z"],
	// The same time of day although the clocks have changed twice since.
	["Europe/Berlin", "2027-07-15T06:00:00Z", 6, "2027-01-15T07:00:00Z"],
])("in %s, %s less %i months is %s", (timeZone, from, months, expected) => {
	expect(subtractMonths(Temporal.Instant.from(from), months, timeZone).toString()).toBe(expected);
});

test.each(["Asia/Kolkata", "Europe/Berlin"])("no term ends early, and none more than a day late: %s", (timeZone) => {
	for (let day = 0; day < 4 * 366; day++) {
		const received = Temporal.Instant.from("2026-01-01T06:00:00Z").add({ hours: 24 * day });
		for (const months of [1, 6, 12, 24]) {
			const termEnds = received.toZonedDateTimeISO(timeZone).add({ months }).toInstant();
			expect(
				Temporal.Instant.compare(subtractMonths(termEnds.subtract({ seconds: 1 }), months, timeZone), received),
			).toBeLessThanOrEqual(0);
			for (const hours of [24, 48, 72])
				expect(Temporal.Instant.compare(subtractMonths(termEnds.add({ hours }), months, timeZone), received)).toBe(1);
		}
	}
});
