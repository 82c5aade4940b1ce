import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { listLockedArchives } from "../../core/people/locked-archives.server.ts";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { createBookingRecord, storeBooking, type BookingChange } from "../../tests/support/bookings.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseConfig } from "../../tests/support/databases.ts";
import { testBooking } from "../../tests/support/demo-booking.ts";
import { createPdf } from "../../tests/support/documents.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { createApplicationFields, testJob } from "../../tests/support/job-application.ts";
import { storePrivacyRequest } from "../../tests/support/privacy-requests.ts";
import { runCommandHere } from "../../tests/support/run-command.ts";
import { writeSettingsFolder } from "../../tests/support/settings-folder.ts";
import { readFiles, readTables } from "../../tests/support/stored-data.ts";
import { startTestServer, type TestServer } from "../../tests/support/test-server.ts";
import { inboxCommand } from "./inbox.ts";

/** Runs the command in its own process, as staff do. */
async function erase(config: DatabaseConfig, email: string, environment: Record<string, string> = {}): Promise<string> {
	const env = {
		...environment,
		DATA_DIR: config.dataDirectory,
		...(await writeSettingsFolder()),
		...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
	};
	const result = await runCommandHere(inboxCommand, ["erase", email], { env });
	if (result.code !== 0) throw Object.assign(new Error("It failed"), result);
	return result.stdout;
}

/** A person with recognisable values in every field. */
function personOf(name: string) {
	return {
		firstName: name,
		lastName: `${name}son`,
		email: `${name}@Visitor.example`,
		phone: `+91 98100 ${name}`,
		message: `${name} needs an app`,
	};
}

async function post(server: TestServer, path: string, body: object | FormData, key: string): Promise<void> {
	const json = body instanceof FormData ? undefined : { "content-type": "application/json" };
	const response = await fetch(server.url + path, {
		method: "POST",
		headers: { "Idempotency-Key": key, ...json },
		body: body instanceof FormData ? body : JSON.stringify(body),
	});
	expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 200 });
}

function applicationOf({ firstName, email, phone }: ReturnType<typeof personOf>): FormData {
	const form = new FormData();
	const fields = {
		...createApplicationFields(testJob),
		fullName: firstName,
		email,
		phone,
		referred: "No",
		education: JSON.stringify([
			{
				school: `School of ${firstName}`,
				degree: "BTech",
				fieldOfStudy: "Physics",
				startYear: "2014",
				endYear: "2018",
			},
		]),
		gender: "Male",
	};
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append("resume", new Blob([new Uint8Array(createPdf({ bytes: 5_000 })), firstName]), `${firstName}.pdf`);
	return form;
}

/** Sends every public form. */
async function sendEverything(server: TestServer, name: string, time: string): Promise<void> {
	const person = personOf(name);
	await post(server, "/contactus/submit", person, `${name}-enquiry`);
	await post(
		server,
		"/contactus/submit",
		{ ...person, email: person.email.toUpperCase(), leaveEmpty: "https://spam.example" },
		`${name}-spam`,
	);
	await post(server, "/demo/book", { ...testBooking, ...person, time }, `${name}-booking`);
	await post(server, "/api/applications", applicationOf(person), `${name}-application`);
	await post(server, "/api/job-alerts", { email: person.email, q: name }, `${name}-alert`);
}

async function startWithJob(kind: (typeof serverDatabaseKinds)[number]): Promise<TestServer> {
	const server = await startTestServer(kind);
	await server.database.write((transaction) => insertJobs(transaction, [testJob], server.clock.now()));
	return server;
}

async function countRows({ db }: Database, person: string): Promise<Record<string, number>> {
	const byName = (rows: object[]) => rows.filter((row) => JSON.stringify(row).toLowerCase().includes(person)).length;
	return {
		enquiries: byName(await db.selectFrom("enquiries").selectAll().execute()),
		bookings: byName(await db.selectFrom("bookings").selectAll().execute()),
		applications: byName(await db.selectFrom("applications").selectAll().execute()),
		jobAlerts: byName(await db.selectFrom("jobAlerts").selectAll().execute()),
		emails: byName(await db.selectFrom("emails").selectAll().execute()),
		keys: byName(await db.selectFrom("idempotencyKeys").selectAll().execute()),
	};
}

// Every erasure is its own process.
describe.each(serverDatabaseKinds)("erasing a person beside a server on %s", (kind) => {
	test("reaches every table, the resumes, the outbox and the database's files, and nobody else", async () => {
		const server = await startWithJob(kind);
		const { database } = server;
		await sendEverything(server, "ravindra", "10:30 AM");
		await sendEverything(server, "ashalata", "10:00 AM");
		await sendEverything(server, "meenakshi", "11:00 AM");
		const others = [await countRows(database, "ravindra"), await countRows(database, "meenakshi")];
		expect(await readTables(database)).toMatch(/ashalata/i);
		expect(await readFiles(database.dataDirectory)).toMatch(/ashalata/i);
		const references = (
			await database.db
				.selectFrom("emails")
				.select("reference")
				.where(sql`lower(recipient)`, "=", "ashalata@visitor.example")
				.execute()
		).map(({ reference }) => reference);
		expect(new Set(references).size).toBe(5);

		const output = await erase(database, "AshaLata@visitor.EXAMPLE");

		expect(output).toMatch(
			/^Erased for ashalata@visitor.example: 2 enquiries, 1 booking, 1 application, 1 job alert, 1 resume, \d+ e-mails\.\n/,
		);
		const everything = `${await readTables(database)}${await readFiles(database.dataDirectory)}`.toLowerCase();
		expect(["ashalata", ...references].filter((trace) => everything.includes(trace.toLowerCase()))).toEqual([]);
		expect([await countRows(database, "ravindra"), await countRows(database, "meenakshi")]).toEqual(others);
		expect(await readFiles(database.dataDirectory)).toContain("ravindra");
		const readEntries = () =>
			database.db.selectFrom("auditLog").select(["actor", "action", "subject", "details"]).execute();
		const entries = await readEntries();
		expect(entries).toEqual([
			{
				actor: "command",
				action: "person.erase",
				subject: "",
				details: expect.stringMatching(/^\{"records":5,"emails":\d+,"files":1\}$/) as string,
			},
		]);
		expect(await erase(database, "ashalata@visitor.example")).toMatch(
			/^Nothing stored about ashalata@visitor.example\.\n/,
		);
		expect(await readEntries()).toEqual(entries);
	});

	test("fails no request that comes meanwhile, and loses none of them", async () => {
		const server = await startWithJob(kind);
		for (let index = 0; index < 10; index++)
			await post(server, "/contactus/submit", personOf("ashalata"), `before-${index}`);
		let sent = 0;
		const erased = new AbortController();
		const visitors = Array.from({ length: 4 }, async (_, visitor) => {
			while (!erased.signal.aborted)
				await post(server, "/contactus/submit", personOf("ravindra"), `during-${visitor}-${sent++}`);
		});
		expect(await erase(server.database, "ashalata@visitor.example")).toContain("10 enquiries");
		erased.abort();
		await Promise.all(visitors);
		expect(await countRows(server.database, "ashalata")).toMatchObject({ enquiries: 0, emails: 0 });
		expect(await countRows(server.database, "ravindra")).toMatchObject({ enquiries: sent });
	});

	test("frees the slot of a call that is still to come, and says so", async () => {
		const database = await openTestDatabase(kind);
		const call = { ...personOf("ashalata"), date: "2126-12-02", time: "1:30 PM" };
		await storeBooking(database, createBookingRecord(call));
		const others: BookingChange[] = [
			{ id: "b", reference: "BKG-00000001", date: "2026-01-05" },
			{ id: "c", reference: "BKG-00000002", time: "2:00 PM", state: "quarantined" },
		];
		for (const change of others) await storeBooking(database, createBookingRecord({ ...call, ...change }));

		const output = await erase(database, "ashalata@visitor.example");

		expect(output).toContain("3 bookings");
		expect(output.match(/The call on .+/g)).toEqual([
			"The call on 2126-12-02 at 1:30 PM (India) is cancelled without an e-mail. Remove it from your calendar.",
		]);
		const next = createBookingRecord({ ...call, id: "d", reference: "BKG-00000003" });
		expect(await storeBooking(database, next)).toBe(true);
	});

	test("of staff's own address leaves the e-mails about other people", async () => {
		const server = await startWithJob(kind);
		await post(server, "/contactus/submit", personOf("ravindra"), "a");
		await post(server, "/contactus/submit", { ...personOf("trial"), email: "sales@narangi.example" }, "b");
		expect(await erase(server.database, "sales@narangi.example")).toContain("1 enquiry");
		const emails = await server.database.db.selectFrom("emails").select("kind").orderBy("kind").execute();
		expect(emails).toEqual([{ kind: "enquiry-confirmation" }, { kind: "enquiry-notice" }]);
	});

	test("names what stays, an encrypted archive of each record too, in the words of the desk", async () => {
		const database = await openTestDatabase(kind);
		const recipient = await identityToRecipient(await generateIdentity());
		await storeEnquiry(database, { email: "ashalata@visitor.example" });
		await storePrivacyRequest(database, {
			reference: "PRV-00000001",
			receivedAt: Temporal.Now.instant(),
			email: "ashalata@visitor.example",
		});
		const locking = { ERASED_LOCKED_MONTHS: "12", ERASED_RECIPIENT: recipient };
		const everybody = [
			"The audit log: actions and references, no names or addresses.",
			"Anonymous counts of self-identification answers and page views.",
			"Copies in mailboxes and backups. Restoring a backup erases the person again.",
		];
		const output = await erase(database, "ashalata@visitor.example", locking);
		expect(output.slice(output.indexOf("Kept:")).trim().split("\n- ")).toEqual([
			"Kept:",
			"An encrypted archive of each record, for 12 months; this server cannot read it.",
			"An entry of each request in the request register: dates and outcome, no name.",
			...everybody,
		]);
		expect((await listLockedArchives(database.db, { limit: 9 })).length).toBe(2);
		const again = await erase(database, "ashalata@visitor.example", locking);
		expect(again.slice(again.indexOf("Kept:")).trim().split("\n- ")).toEqual(["Kept:", ...everybody]);
	});

	test("deletes e-mails to the address whose record is gone", async () => {
		const server = await startWithJob(kind);
		await post(server, "/contactus/submit", personOf("ashalata"), "a");
		await server.database.db.deleteFrom("enquiries").execute();
		expect(await erase(server.database, "ashalata@visitor.example")).toMatch(
			/^Erased for ashalata@visitor.example: 2 e-mails\.\n/,
		);
		expect(await server.database.db.selectFrom("emails").selectAll().execute()).toEqual([]);
	});
});

test("a reader that keeps the erased rows in the file is said, and erasing again finishes it", async () => {
	const server = await startWithJob("sqlite");
	await post(server, "/contactus/submit", personOf("ashalata"), "a");
	const reader = new DatabaseSync(join(server.database.dataDirectory, sqliteFileName));
	reader.exec("begin; select count(*) from enquiries");
	await expect(erase(server.database, "ashalata@visitor.example")).rejects.toMatchObject({
		code: 1,
		stderr: expect.stringContaining("1 enquiry, "),
	});
	reader.close();
	expect(await erase(server.database, "ashalata@visitor.example")).toMatch(/^Nothing stored about/);
	expect((await readFiles(server.database.dataDirectory)).toLowerCase()).not.toContain("ashalata");
});
