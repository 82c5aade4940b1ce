import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findBooking } from "../../features/booking/find-bookings.server.ts";
import { insertBooking } from "../../features/booking/store.server.ts";
import { insertApplication, type ApplicationRecord } from "../../features/careers/applications/store.server.ts";
import { enquiryStore, insertEnquiry, type EnquiryRecord } from "../../features/enquiries/store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { listEmails } from "../../platform/email/email-list-store.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import type { Company } from "../../shared/company.ts";
import { createBookingRecord, roomIn, type BookingChange } from "../../tests/support/bookings.ts";
import {
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseConfig,
} from "../../tests/support/databases.ts";
import { dubaiCompany } from "../../tests/support/dubai-company.ts";
import { createEnquiryRecord } from "../../tests/support/enquiries.ts";
import { runCommandHere } from "../../tests/support/run-command.ts";
import { runProgram, type ProgramResult } from "../../tests/support/run-program.ts";
import { publishDocument, writeSettingsFolder } from "../../tests/support/settings-folder.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { inboxCommand } from "./inbox.ts";
import { retiredNames } from "./retired-names.ts";

const enquiry = createEnquiryRecord();

type Where = Partial<DatabaseConfig> & { company?: Company };

const environmentOf = async ({ company, dataDirectory, databaseUrl }: Where) => ({
	DATA_DIR: dataDirectory,
	...(await writeSettingsFolder(company)),
	...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});

async function inbox(where: Where, ...args: string[]): Promise<ProgramResult> {
	return runCommandHere(inboxCommand, args, { env: await environmentOf(where) });
}

async function store(
	database: Database,
	record: EnquiryRecord,
	{ emails = "waiting" }: { emails?: "waiting" | "held" } = {},
): Promise<void> {
	await database.write(async (transaction) => {
		await insertEnquiry(transaction, record);
		const email = {
			kind: "enquiry-notice",
			reference: record.reference,
			recipient: "sales@narangi.example",
		};
		await enqueueEmail(transaction, email, {
			now: record.receivedAt,
			messageIdDomain: "narangi.example",
			state: emails,
		});
	});
}

const emailStates = async (database: Database) =>
	(await listEmails(database.db, { now: enquiry.receivedAt, limit: 9 })).map((email) => email.state);

describe.each(serverDatabaseKinds)("the inbox beside a server on %s", (kind) => {
	test("lists enquiries, newest first, and shows one whole with its e-mails", async () => {
		const database = await openTestDatabase(kind);
		await store(database, enquiry);
		await store(database, {
			...enquiry,
			reference: "ENQ-00000001",
			firstName: "Ravi",
			receivedAt: enquiry.receivedAt.add({ hours: 1 }),
		});
		const list = await inbox(database);
		expect(list.stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
			["Reference", "Received (India)", "Name", "E-mail", "Status"],
			["ENQ-00000001", "2026-11-23 12:30", "Ravi Rao", "asha@visitor.example", "accepted"],
			["ENQ-7K3F9QXM", "2026-11-23 11:30", "Asha Rao", "asha@visitor.example", "accepted"],
			[""],
		]);
		const shown = await inbox(database, "show", "enq-7k3f9qxm");
		for (const part of [
			"Asha Rao",
			"+91 98100 00000",
			"We need an app.\nSoon.",
			"enquiry-notice",
			"sales@narangi.example",
		])
			expect(shown.stdout).toContain(part);
	});

	test("lists e-mails and marks the late ones", async () => {
		const database = await openTestDatabase(kind);
		await store(database, { ...enquiry, receivedAt: Temporal.Now.instant().subtract({ minutes: 16 }) });
		await store(database, { ...enquiry, reference: "ENQ-00000001", receivedAt: Temporal.Now.instant() });
		const { stdout } = await inbox(database, "emails");
		expect(stdout).toMatch(
			/^2 waiting \(1 of them late\), 0 scheduled, 0 on hold, 0 held back, 0 sent, 0 bounced, 0 not sent\n/,
		);
		expect(stdout).toMatch(/ENQ-7K3F9QXM .*waiting, LATE/);
		expect(stdout).not.toMatch(/ENQ-00000001 .*LATE/);
		await database.db
			.updateTable("emails")
			.set({ state: "failed", notSentAt: "2026-11-23T06:00:00.000Z", lastError: "Not sent: the call is cancelled" })
			.where("reference", "=", "ENQ-00000001")
			.execute();
		const after = (await inbox(database, "emails")).stdout;
		expect(after).toContain(" 0 bounced, 1 not sent\n");
		expect(after).toMatch(/ENQ-00000001 .* not sent .*Not sent: the call is cancelled/);
	});

	test("releases an enquiry from quarantine, whose e-mails then go out, and puts it back", async () => {
		const database = await openTestDatabase(kind);
		await store(database, { ...enquiry, state: "quarantined" }, { emails: "held" });
		expect((await inbox(database, "list", "--quarantined")).stdout).toContain("ENQ-7K3F9QXM");
		expect((await inbox(database, "release", "ENQ-7K3F9QXM")).stdout).toContain("1 e-mail will leave");
		expect((await enquiryStore.find(database.db, "ENQ-7K3F9QXM"))?.state).toBe("accepted");
		expect(await emailStates(database)).toEqual(["waiting"]);
		expect((await inbox(database, "list", "--quarantined")).stdout).toBe("No enquiries.\n");
		expect((await inbox(database, "quarantine", "ENQ-7K3F9QXM")).stdout).toContain("1 e-mail on hold");
		expect((await enquiryStore.find(database.db, "ENQ-7K3F9QXM"))?.state).toBe("quarantined");
		expect(await emailStates(database)).toEqual(["held"]);
	});

	test("sends a refused e-mail again", async () => {
		const database = await openTestDatabase(kind);
		await store(database, enquiry);
		await database.db.updateTable("emails").set({ state: "failed" }).execute();
		expect((await inbox(database, "retry", "enq-7k3f9qxm")).stdout).toContain(
			"1 e-mail of ENQ-7K3F9QXM queued to be resent",
		);
		expect(await emailStates(database)).toEqual(["waiting"]);
		expect((await inbox(database, "retry", "ENQ-7K3F9QXM")).stdout).toContain(
			"No bounced or held back e-mails to resend of ENQ-7K3F9QXM",
		);
	});

	test("does not send again what was refused of an enquiry that is in quarantine now", async () => {
		const database = await openTestDatabase(kind);
		await store(database, enquiry);
		await database.db.updateTable("emails").set({ state: "failed" }).execute();
		await inbox(database, "quarantine", "ENQ-7K3F9QXM");
		expect((await inbox(database, "retry")).stdout).toContain("No bounced e-mails");
		expect(await emailStates(database)).toEqual(["held"]);
	});

	test("sends all refused e-mails again that have not expired, or those of one job alert", async () => {
		const database = await openTestDatabase(kind);
		const now = Temporal.Now.instant();
		const email = { kind: "job-alert", recipient: "asha@visitor.example" };
		await store(database, enquiry);
		await database.write(async (transaction) => {
			const options = { now: now.subtract({ hours: 2 }), messageIdDomain: "narangi.example" };
			await enqueueEmail(
				transaction,
				{ ...email, reference: "ALR-00000001", expiresAt: now.subtract({ hours: 1 }) },
				options,
			);
			await enqueueEmail(
				transaction,
				{ ...email, reference: "ALR-00000002", expiresAt: now.add({ hours: 1 }) },
				options,
			);
			await enqueueEmail(transaction, { ...email, reference: "ALR-00000003" }, options);
		});
		await database.db.updateTable("emails").set({ state: "failed" }).execute();
		const listWaiting = async () =>
			(await listEmails(database.db, { now, limit: 9 }))
				.filter(({ state }) => state === "waiting")
				.map(({ reference }) => reference)
				.toSorted();
		expect((await inbox(database, "retry", "ALR-00000003")).stdout).toContain(
			"1 e-mail of ALR-00000003 queued to be resent",
		);
		expect(await listWaiting()).toEqual(["ALR-00000003"]);
		expect((await inbox(database, "retry")).stdout).toContain("2 e-mails queued to be resent");
		expect(await listWaiting()).toEqual(["ALR-00000002", "ALR-00000003", "ENQ-7K3F9QXM"]);
		expect((await inbox(database, "retry")).stdout).toContain("No bounced e-mails");
	});

	test("exports enquiries as CSV whose cells no spreadsheet takes for formulas", async () => {
		const database = await openTestDatabase(kind);
		await store(database, { ...enquiry, firstName: "=HYPERLINK(1)", lastName: "@sum", message: 'He said "no",\n-1+1' });
		const { stdout } = await inbox(database, "export", "enquiries");
		expect(stdout).toBe(
			"\ufeffreference,receivedAt,state,firstName,lastName,email,phone,message,source,consent\r\n" +
				`ENQ-7K3F9QXM,2026-11-23T06:00:00Z,accepted,'=HYPERLINK(1),'@sum,asha@visitor.example,+91 98100 00000,"He said ""no"",\n-1+1",site,\r\n`,
		);
	});

	test("copies the resume of an application into the folder that it is called in, once", async () => {
		const database = await openTestDatabase(kind);
		const files = await openFileStore(database);
		const file = "APP-7K3F9QXM.pdf";
		await files.keep(await files.receive(Readable.from([Buffer.from("%PDF")])), file);
		await database.write((transaction) =>
			insertApplication(transaction, {
				reference: "APP-7K3F9QXM",
				receivedAt: enquiry.receivedAt,
				jobId: "a",
				jobTitle: "A",
				tokenHash: "a",
				state: "received",
				answers: {
					fullName: "Asha Rao",
					email: "asha@applicant.example",
					phone: "1",
					eligibleToWork: "yes",
					requiresSponsorship: "no",
					education: [],
					workExperience: [],
					minimumQualifications: [],
				} as unknown as ApplicationRecord["answers"],
				resume: { file, name: "cv.pdf", bytes: 4, sha256: "" },
			}),
		);
		const program = fileURLToPath(new URL("inbox.ts", import.meta.url));
		const options = { env: await environmentOf(database), cwd: database.dataDirectory };
		const copy = () => runProgram(program, ["resume", "APP-7K3F9QXM"], options);
		expect((await copy()).stdout).toBe(`${file}\n`);
		expect(await readFile(join(database.dataDirectory, file), "utf8")).toBe("%PDF");
		expect((await copy()).code).toBe(1);
	});

	test("lists the counters of what applicants say about themselves, but none below ten", async () => {
		const database = await openTestDatabase(kind);
		expect((await inbox(database, "counters")).stdout).toBe(
			"No figures yet. Counts appear here once they reach ten.\n",
		);
		const counter = { quarter: "2026-Q4", question: "veteranStatus" } as const;
		await database.db
			.insertInto("selfIdentificationCounters")
			.values([
				{ ...counter, option: "I am not a veteran", count: 10 },
				{ ...counter, option: "I am a veteran", count: 9 },
				{ ...counter, quarter: "2026-Q3", question: "raceEthnicity", option: "Asian", count: 31 },
			])
			.execute();
		expect((await inbox(database, "counters")).stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
			["Quarter", "Question", "Answer", "Count"],
			["2026-Q3", "Race/Ethnicity", "Asian", "31"],
			["2026-Q4", "Veteran Status", "I am not a veteran", "10"],
			[""],
		]);
	});
});

// Every command is its own process.
describe.each(serverDatabaseKinds)("demo calls beside a server on %s", (kind) => {
	const call = {
		bookedAt: Temporal.Instant.from("2026-01-02T06:00:00Z"),
		message: "=1+1\nSoon.",
		date: "2126-12-02",
		time: "1:30 PM",
	};
	const booking = createBookingRecord(call);
	const dueAt = Temporal.Instant.from("2126-12-01T08:00:00Z");

	async function storeCall(database: Database, change: BookingChange = {}): Promise<void> {
		const record = createBookingRecord({ ...call, ...change });
		await database.write(async (transaction) => {
			await insertBooking(transaction, record, { ...roomIn(), tokenHash: record.id });
			const email = {
				kind: "booking-staff-notice",
				reference: record.reference,
				recipient: "sales@narangi.example",
			};
			const options = {
				now: record.bookedAt,
				messageIdDomain: "narangi.example",
				state: record.state === "quarantined" ? "held" : "waiting",
			} as const;
			await enqueueEmail(transaction, email, options);
			await enqueueEmail(transaction, { ...email, kind: "booking-reminder-day", notBefore: dueAt }, options);
		});
	}

	test("are listed from today on, the next first, and shown whole with their e-mails", async () => {
		const database = await openTestDatabase(kind);
		await storeCall(database);
		await storeCall(database, { id: "b", reference: "BKG-00000001", time: "10:00 AM", lastName: "" });
		await storeCall(database, { id: "c", reference: "BKG-00000002", date: "2026-01-05" });
		const list = await inbox(database, "bookings");
		expect(list.stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
			["Reference", "Date", "Time (India)", "Domain", "Name", "E-mail", "Status"],
			["BKG-00000001", "2126-12-02", "10:00 AM", "Hosting", "Asha", "asha@visitor.example", "booked"],
			["BKG-7K3F9QXM", "2126-12-02", "1:30 PM", "Hosting", "Asha Rao", "asha@visitor.example", "booked"],
			[""],
		]);
		const shown = await inbox(database, "show", "bkg-7k3f9qxm");
		for (const part of [
			"Monday, 2 December 2126 at 1:30 PM (India)",
			"Hosting",
			"+91 98100 00000",
			"=1+1\nSoon.",
			"booking-staff-notice",
		])
			expect(shown.stdout).toContain(part);
		expect(shown.stdout).toMatch(/booking-reminder-day .*scheduled/);
		expect((await inbox(database, "emails")).stdout).toMatch(/^3 waiting .* 3 scheduled,/);
	});

	test("are released from quarantine when their slot is free, with reminders at their time, and put back", async () => {
		const database = await openTestDatabase(kind);
		await storeCall(database, { state: "quarantined" });
		await storeCall(database, { id: "b", reference: "BKG-00000001", state: "quarantined" });
		expect((await inbox(database, "bookings", "--quarantined")).stdout).toContain("BKG-00000001");
		expect((await inbox(database, "release", "BKG-7K3F9QXM")).stdout).toContain("2 e-mails will leave");
		expect((await findBooking(database.db, "BKG-7K3F9QXM"))?.state).toBe("booked");
		const emails = await listEmails(database.db, { now: booking.bookedAt, reference: "BKG-7K3F9QXM", limit: 9 });
		expect(
			emails.map((email) => [email.kind, email.state, email.nextAttemptAt.toString() === dueAt.toString()]).toSorted(),
		).toEqual([
			["booking-reminder-day", "waiting", true],
			["booking-staff-notice", "waiting", false],
		]);
		expect((await inbox(database, "release", "BKG-00000001")).stdout).toContain("another call is booked at its time");
		expect((await inbox(database, "quarantine", "BKG-7K3F9QXM")).stdout).toContain("2 e-mails on hold");
		expect((await inbox(database, "release", "BKG-00000001")).stdout).toContain("released from quarantine");
		expect((await inbox(database, "release", "BKG-00000001")).stdout).toContain("is not in quarantine");
	});

	test("are released from quarantine while fewer are booked at their time than the company takes at once", async () => {
		const database = await openTestDatabase(kind);
		const company = { ...testCompany, demo: { ...testCompany.demo, callsPerSlot: 2 } };
		await storeCall(database);
		await storeCall(database, { id: "b", reference: "BKG-00000001", state: "quarantined" });
		await storeCall(database, { id: "c", reference: "BKG-00000002", state: "quarantined" });
		const release = (reference: string) => inbox({ ...database, company }, "release", reference);
		expect((await release("BKG-00000001")).stdout).toContain("released from quarantine and has its slot");
		expect((await release("BKG-00000002")).stdout).toContain("another call is booked at its time");
	});

	test("are listed and shown with the zone of a company elsewhere", async () => {
		const database = await openTestDatabase(kind);
		await storeCall(database, { timeZone: "Asia/Dubai", durationMinutes: 45 });
		const at = { ...database, company: dubaiCompany };
		expect((await inbox(at, "bookings")).stdout).toContain("Time (Dubai)");
		const { stdout } = await inbox(at, "show", "BKG-7K3F9QXM");
		for (const part of ["Monday, 2 December 2126 at 1:30 PM (Dubai)\n", "2026-01-02 10:00 (Dubai)", "Queued (Dubai)"])
			expect(stdout).toContain(part);
	});

	test("are listed in the zone that the studio has published", async () => {
		const database = await openTestDatabase(kind);
		await storeCall(database);
		expect((await inbox(database, "bookings")).stdout).not.toContain("Time (Dubai)");
		await publishDocument(database, "company.yml", JSON.stringify(dubaiCompany));
		expect((await inbox(database, "bookings")).stdout).toContain("Time (Dubai)");
	});

	test("stay in quarantine when their time has passed", async () => {
		const database = await openTestDatabase(kind);
		await storeCall(database, { date: "2026-01-05", state: "quarantined" });
		expect((await inbox(database, "release", "BKG-7K3F9QXM")).stdout).toContain("its time has passed");
		expect((await findBooking(database.db, "BKG-7K3F9QXM"))?.state).toBe("quarantined");
		expect(new Set(await emailStates(database))).toEqual(new Set(["held"]));
	});

	test("are exported as CSV whose cells no spreadsheet takes for formulas", async () => {
		const database = await openTestDatabase(kind);
		await storeCall(database);
		expect((await inbox(database, "export", "bookings")).stdout).toBe(
			"\ufeffreference,date,time,domain,state,bookedAt,firstName,lastName,email,phone,message,timeZone,durationMinutes,call,guests\r\n" +
				`BKG-7K3F9QXM,2126-12-02,1:30 PM,Hosting,booked,2026-01-02T06:00:00Z,Asha,Rao,asha@visitor.example,+91 98100 00000,"'=1+1\nSoon.",Asia/Kolkata,30,Demo call,\r\n`,
		);
	});

	test("stand in a calendar whose address is the same each time, until it is renewed", async () => {
		const database = await openTestDatabase(kind);
		const first = (await inbox(database, "calendar-url")).stdout;
		expect(first).toMatch(/^http:\/\/localhost:3000\/demo\/calendar\/[0-9a-f]{40}\.ics\n$/);
		expect((await inbox(database, "calendar-url")).stdout).toBe(first);
		const renewed = (await inbox(database, "calendar-url", "--renew")).stdout;
		expect(renewed).not.toBe(first);
		expect((await inbox(database, "calendar-url")).stdout).toBe(renewed);
	});
});

describe("mistakes", () => {
	test.each([
		[["shwo"], 'Unknown command "shwo"'],
		[["show", "a", "b"], "Unknown command"],
		[["constructor"], "Unknown command"],
		[["--colour"], "--help"],
		[["list", "--limit", "many"], "--limit must be"],
		[["show"], "Give a reference"],
		[["show", "XYZ-7K3F9QXM"], "References start with ENQ or BKG"],
		[["show", "BKG-NOTHERE0"], "No booking with the reference BKG-NOTHERE0"],
		[["show", "ENQ-NOTHERE0"], "No enquiry with the reference ENQ-NOTHERE0"],
		[["export"], "export enquiries or export bookings"],
		[["export", "emails"], "export enquiries or export bookings"],
		[[Object.keys(retiredNames)[0] ?? ""], "npm run inbox -- emails"],
		[["erase"], "Give the e-mail address of the person to erase"],
		[["erase", "ENQ-7K3F9QXM"], "Give the e-mail address of the person to erase"],
		[["erase", "asha@visitor.example", "ravi@visitor.example"], "Unknown command"],
	])("%j is answered with what to do", async (args, message) => {
		const result = await inbox(await openTestDatabase("sqlite"), ...args);
		expect(result.code).toBe(2);
		expect(result.stdout).toBe("");
		expect(result.stderr).toContain(message);
		expect(result.stderr).not.toContain("    at ");
	});

	test("a folder without a database is a mistake, not an empty inbox", async () => {
		const result = await inbox({ dataDirectory: await createTestDirectory() });
		expect(result.code).toBe(2);
		expect(result.stderr).toContain("No database at");
	});

	test("a database that cannot be reached is said in one line", async () => {
		const result = await inbox({
			dataDirectory: await createTestDirectory(),
			databaseUrl: "postgres://127.0.0.1:9/none",
		});
		expect(result.code).toBe(1);
		expect(result.stderr).toMatch(/^The inbox cannot be read or changed: .+\n$/);
	});

	test("--help explains every command", async () => {
		const { code, stdout } = await inbox({}, "--help");
		expect(code).toBe(0);
		for (const command of ["show", "counters", "emails", "release", "quarantine", "retry", "export", "erase"])
			expect(stdout).toContain(command);
	});
});
