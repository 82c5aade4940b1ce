import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../core/accounts/audit-log.server.ts";
import { hashPassword } from "../core/accounts/passwords.server.ts";
import { createTotpSecret } from "../core/accounts/second-factor.server.ts";
import { insertAccount, setPassword } from "../core/accounts/store.server.ts";
import type { BookingRecord } from "../features/booking/booking-record.server.ts";
import { findBooking } from "../features/booking/find-bookings.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { enquiryStore, insertEnquiry, type EnquiryRecord } from "../features/enquiries/store.server.ts";
import { noteBackupRun } from "../platform/backup/backup-runs.ts";
import { listEmails } from "../platform/email/email-list-store.ts";
import type { EmailState } from "../platform/email/emails-table.ts";
import { enqueueEmail } from "../platform/email/enqueue-email.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createLog } from "../platform/log.ts";
import { listInlineSources } from "../platform/pages/finish-pages.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { createPdf } from "../tests/support/documents.ts";
import { dubaiCompany } from "../tests/support/dubai-company.ts";
import { createEnquiryRecord } from "../tests/support/enquiries.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { startTestServer, testCompany, type TestDesk, type TestServer } from "../tests/support/test-server.ts";
import { migrations } from "./migrations.ts";

const enquiry = createEnquiryRecord({ receivedAt: Temporal.Instant.from("2026-11-23T05:59:00Z") });
const call = {
	bookedAt: enquiry.receivedAt,
	firstName: "Ravi",
	lastName: "",
	email: "ravi@visitor.example",
	time: "1:30 PM",
};
const booking = createBookingRecord(call);

async function store({ database }: TestServer, record: EnquiryRecord, emails: EmailState = "waiting"): Promise<void> {
	await database.write(async (transaction) => {
		await insertEnquiry(transaction, record);
		const email = {
			kind: "enquiry-notice",
			reference: record.reference,
			recipient: "sales@narangi.example",
		};
		await enqueueEmail(transaction, email, { now: record.receivedAt, messageIdDomain: "narangi.example" });
		if (emails !== "waiting")
			await transaction
				.updateTable("emails")
				.set({ state: emails, lastError: emails === "failed" ? "550 no such box" : null })
				.where("reference", "=", record.reference)
				.execute();
	});
}

const storeCall = ({ database }: TestServer, record: BookingRecord) => storeBooking(database, record);

async function read(desk: TestDesk, url: string): Promise<string> {
	const response = await desk.inject({ url, headers: { host: "localhost:3001" } });
	expect(response.statusCode).toBe(200);
	return response.body;
}

/** Sends a form as a browser does from a page of the desk. */
function post(desk: TestDesk, url: string, fields: Record<string, string> | [string, string][] = {}) {
	const headers = {
		host: "localhost:3001",
		"sec-fetch-site": "same-origin",
		"content-type": "application/x-www-form-urlencoded",
	};
	return desk.inject({ method: "POST", url, headers, payload: new URLSearchParams(fields).toString() });
}

/** The form that quarantines or releases an enquiry. */
function spam(value: "yes" | "no", version: number): Record<string, string> {
	return { do: "spam", value, version: String(version) };
}

/** Sends a form and reads the page that it leads to. */
async function postAndFollow(desk: TestDesk, url: string, fields?: Record<string, string>): Promise<string> {
	const response = await post(desk, url, fields);
	expect(response.statusCode).toBe(303);
	return read(withCookiesOf(desk, response), String(response.headers.location));
}

/** The desk with a browser's cookies after a response that set some. */
function withCookiesOf(desk: TestDesk, { cookies }: Pick<LightMyRequestResponse, "cookies">): TestDesk {
	const set = cookies
		.filter(({ maxAge }) => maxAge !== 0)
		.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
	const cookie = [desk.cookie, ...set].join("; ");
	return {
		...desk,
		cookie,
		inject: (options) => desk.app.inject({ ...options, headers: { cookie, ...options.headers } }),
	};
}

/** The visible part of a page, without the data of its scripts. */
const markupOf = (html: string) => html.replaceAll(/<script[^>]*>.*?<\/script>/gs, "");

/** Creates an account with a password and an authenticator. */
async function insertPasswordAccount({ database, clock }: TestServer) {
	const password = "three wet llamas in a lift";
	const secret = createTotpSecret();
	const email = "meera@company.example";
	const passwordHash = await hashPassword(password);
	await database.write(async (transaction) => {
		const id = await insertAccount(transaction, { email, name: "Meera", roles: ["sales"] }, clock.now());
		await setPassword(transaction, id, { passwordHash, totpSecret: secret });
	});
	return { email, password, secret };
}

const textOf = (html: string) =>
	markupOf(html)
		.replaceAll(/<!-- -->|<wbr[^>]*>/g, "")
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ");

async function applyForJob(
	server: TestServer,
	changes: Record<string, string> = {},
	fileName = "cv.pdf",
): Promise<string> {
	await server.database.write((transaction) => insertJobs(transaction, [testJob], server.clock.now()));
	const form = createApplicationForm(
		{ ...createApplicationFields(testJob), ...changes },
		{ name: fileName, content: createPdf() },
	);
	const response = await fetch(`${server.url}/api/applications`, { method: "POST", body: form });
	return ((await response.json()) as { data: { reference: string } }).data.reference;
}

describe.each(serverDatabaseKinds)("the desk on %s", (kind) => {
	test("shows first what needs attention, then the tasks", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await store(server, enquiry);
		await store(server, { ...enquiry, reference: "ENQ-00000001", state: "quarantined" }, "failed");
		await storeCall(server, booking);
		const application = await applyForJob(server);
		const page = await read(desk, "/");
		expect(page).toContain(`href="/applications/${application}"`);
		const before = textOf(page);
		for (const part of [
			"No mail server is set",
			"1 e-mail bounced",
			"1 enquiry looks like spam",
			"Asha Rao asha@visitor.example · Unassigned 23 h left 26 Nov 2026, 11:29 AM",
			"No calls today.",
		]) {
			expect(before).toContain(part);
		}
		expect(before).not.toContain("1 late");
		server.clock.advance({ minutes: 14, seconds: 30 });
		expect(textOf(await read(desk, "/"))).toContain("1 e-mail is late : due 15 minutes ago or longer and not sent.");
	});

	test("writes times as the company does, wherever it is", async () => {
		const server = await startTestServer(kind, { company: dubaiCompany });
		const desk = await server.openDesk();
		await store(server, enquiry);
		await storeCall(server, createBookingRecord({ ...call, timeZone: "Asia/Dubai", durationMinutes: 45 }));
		const page = await read(desk, "/");
		expect(page).toContain('<html lang="en-GB">');
		for (const part of ["Promised by (Dubai)", "asha@visitor.example · Unassigned", "Times in Dubai"])
			expect(textOf(page)).toContain(part);
		expect(textOf(await read(desk, "/bookings/BKG-7K3F9QXM"))).toContain(
			"Call Monday, 30 November 2026 at 1:30 PM (Dubai) Domain",
		);
		expect(textOf(await read(desk, "/emails"))).toContain("Due (Dubai)");
		for (const path of ["/", "/bookings", "/enquiries", "/applications", "/emails"])
			expect(await read(desk, path)).not.toMatch(/India|en-IN/);
	});

	test("shows that nothing needs attention", async () => {
		const server = await startTestServer(kind, {
			environment: { SMTP_URL: "smtp://mail.example", MAIL_FROM: "hello@narangi.example" },
		});
		const at = server.clock.now();
		for (const run of ["backup", "rehearsal"] as const)
			await noteBackupRun(
				server.database,
				{ kind: run, at, archive: "a.tar.gz", archiveMadeAt: at, bytes: 1 },
				{ migrations, log: createLog({ logLevel: "silent" }) },
			);
		expect(textOf(await read(await server.openDesk(), "/"))).not.toContain("Needs attention");
	});

	test("lists records page by page, newest first, and suspected spam separately", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		for (let count = 1; count <= 26; count++) {
			await store(server, {
				...enquiry,
				reference: `ENQ-000000${String(count).padStart(2, "0")}`,
				receivedAt: enquiry.receivedAt.add({ seconds: count }),
				state: count === 5 ? "quarantined" : "accepted",
			});
		}
		const listOf = (html: string) =>
			[...html.matchAll(/href="\/enquiries\/(ENQ-\d{8})[?"]/g)].map(([, found]) => found);
		const first = await read(desk, "/enquiries?sort=received").then(markupOf);
		expect(listOf(first)).toEqual(
			Array.from({ length: 26 }, (_, index) => `ENQ-000000${String(26 - index).padStart(2, "0")}`)
				.filter((reference) => reference !== "ENQ-00000005")
				.slice(0, 25),
		);
		expect(textOf(first)).toContain("25 found");
		await store(server, { ...enquiry, reference: "ENQ-00000000", receivedAt: enquiry.receivedAt });
		const [, next = ""] = /<a rel="next" href="([^"]+)"/.exec(await read(desk, "/enquiries").then(markupOf)) ?? [];
		expect(listOf(await read(desk, next.replaceAll("&amp;", "&")))).toEqual(["ENQ-00000000"]);
		expect(listOf(await read(desk, "/enquiries?show=spam"))).toEqual(["ENQ-00000005"]);
		for (const odd of ["?after=x", "?sort=x", "?show=nonsense", "?show=spam&show=spam"])
			expect(await read(desk, `/enquiries${odd}`)).toContain("ENQ-00000026");
	});

	test("lists upcoming calls, next first, and past ones, latest first", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		for (const [index, date] of ["2026-11-30", "2026-11-24", "2026-11-20", "2026-11-21"].entries()) {
			await storeCall(
				server,
				createBookingRecord({ ...call, id: String(index), reference: `BKG-0000000${index}`, date }),
			);
		}
		const list = async (url: string) =>
			[...markupOf(await read(desk, url)).matchAll(/href="\/bookings\/(BKG-\d{8})[?"]/g)].map(([, found]) => found);
		expect(await list("/bookings")).toEqual(["BKG-00000001", "BKG-00000000"]);
		expect(await list("/bookings?show=over")).toEqual(["BKG-00000003", "BKG-00000002"]);
	});

	test("shows a record with its e-mails, and typed text is harmless there", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		const image = '<img src="https://evil.example/x" onerror="alert(1)">';
		const reference = await applyForJob(
			server,
			{
				fullName: image,
				coverLetter: "<script>alert(1)</script>\n=1+1",
				linkedin: 'https://x.example/"><script>',
				city: "javascript:alert(1)",
			},
			'"><b>.pdf',
		);
		await server.database.db
			.updateTable("applications")
			.set((set) => ({
				answers: set.fn<string>("replace", [
					"answers",
					set.val('"portfolio":""'),
					set.val('"portfolio":"javascript:alert(1)"'),
				]),
			}))
			.execute();
		const whole = await read(desk, `/applications/${reference.toLowerCase()}`);
		// Data for scripts: a text that could end the element is escaped.
		expect(whole.match(/<script/g)?.length).toBe(whole.match(/<script nonce="[\w+/=]+"/g)?.length);
		expect(whole).not.toMatch(/<script>alert/);
		const page = markupOf(whole);
		expect(page).not.toMatch(/<img|<script|<b>|\son\w+="|href="(?:javascript|data:(?!image\/svg))/i);
		for (const part of [
			`&lt;img`,
			"asha@applicant.example",
			"javascript:alert(1)",
			"React Engineer",
			"IIT Delhi",
			"Application notice",
			"Application confirmation",
		])
			expect(page).toContain(part);
		expect(page).toContain(`<a href="mailto:asha@applicant.example?subject=${reference}"`);
		expect(page).toContain(
			`<a href="/applications/${reference}/file" download="">Download resume</a>`.replace("<a ", '<a class="button" '),
		);
		for (const list of ["/", "/applications"]) expect(markupOf(await read(desk, list))).not.toMatch(/<img|<script/);
	});

	test("quarantines an enquiry and releases it, which sends its e-mails, with one notice", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await store(server, enquiry);
		expect(textOf(await postAndFollow(desk, "/enquiries/ENQ-7K3F9QXM", spam("yes", 1)))).toContain(
			"ENQ-7K3F9QXM marked as spam. Its e-mails are on hold.",
		);
		expect((await enquiryStore.find(server.database.db, enquiry.reference))?.state).toBe("quarantined");
		const released = await post(desk, "/enquiries/ENQ-7K3F9QXM", spam("no", 2));
		expect(server.wakes()).toBe(2);
		expect(await listEmails(server.database.db, { now: server.clock.now(), limit: 9 })).toMatchObject([
			{ state: "waiting" },
		]);
		const headers = { host: "localhost:3001" };
		const asked = await withCookiesOf(desk, released).inject({ url: "/enquiries/ENQ-7K3F9QXM.data", headers });
		expect(asked.body).toContain("Its e-mails go out within seconds");
		expect(asked.cookies, "scripts may give up this request for another").toEqual([]);
		const shown = await withCookiesOf(desk, released).inject({ url: "/enquiries/ENQ-7K3F9QXM", headers });
		expect(textOf(shown.body)).toContain("Its e-mails go out within seconds");
		expect(shown.cookies).toContainEqual(expect.objectContaining({ name: "desk-notice", maxAge: 0 }));
	});

	test("a released call needs a free slot, of which there may be several", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await storeCall(server, booking);
		await storeCall(server, { ...booking, id: "b", reference: "BKG-00000001", state: "quarantined" });
		expect(textOf((await post(desk, "/bookings/BKG-00000001", spam("no", 1))).body)).toContain(
			"another call is booked at its time",
		);
		expect((await findBooking(server.database.db, "BKG-00000001"))?.state).toBe("quarantined");
		await postAndFollow(desk, "/bookings/BKG-7K3F9QXM", spam("yes", 1));
		await postAndFollow(desk, "/bookings/BKG-00000001", spam("no", 1));
		expect((await findBooking(server.database.db, "BKG-00000001"))?.state).toBe("booked");
	});

	test("marking several as spam lists exceptions with reasons, before and after", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await storeCall(server, booking);
		const later = { ...call, id: "b", reference: "BKG-00000001", firstName: "Bela", date: "2026-12-01" };
		await storeCall(server, createBookingRecord(later));
		await server.database.write((transaction) =>
			transaction.updateTable("bookings").set({ state: "cancelled" }).where("id", "=", "b").execute(),
		);
		const send = (fields: [string, string][]) => post(desk, "/bookings/change?show=all", fields);
		const chosen: [string, string][] = [
			["reference", "BKG-7K3F9QXM"],
			["reference", "BKG-00000001"],
			["change", "spam:yes"],
		];
		const plan = textOf((await send(chosen)).body);
		expect(plan).toContain("1 of 2 will change");
		expect(plan).toMatch(/Bela BKG-00000001 Not spam It is cancelled/);
		expect((await findBooking(server.database.db, "BKG-7K3F9QXM"))?.state).toBe("booked");
		const done = await send([...chosen, ["confirmed", "yes"], ["version", "1"], ["version", "1"]]);
		expect(done.statusCode).toBe(200);
		expect(textOf(done.body)).toContain("1 of 2 changed");
		expect(textOf(done.body)).toMatch(/Bela BKG-00000001 It is cancelled/);
		expect(done.body).toContain('href="/bookings?show=all"');
		expect((await findBooking(server.database.db, "BKG-7K3F9QXM"))?.state).toBe("quarantined");
	});

	test("shows e-mails by state, and sends bounced ones again", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await store(server, enquiry, "failed");
		await store(server, { ...enquiry, reference: "ENQ-00000001" });
		await store(server, { ...enquiry, reference: "ENQ-00000002", receivedAt: enquiry.receivedAt.add({ hours: 24 }) });
		expect(textOf(await read(desk, "/emails"))).toContain(
			"Waiting 1 Late 0 Bounced 1 Held back 0 On hold 0 Scheduled 1 Sent 0",
		);
		for (const [show, reference] of [
			["waiting", "ENQ-00000001"],
			["scheduled", "ENQ-00000002"],
			["failed", "ENQ-7K3F9QXM"],
		])
			expect((await read(desk, `/emails?show=${show}`)).match(/ENQ-\w{8}(?=<)/)?.[0]).toBe(reference);
		expect(textOf(await postAndFollow(desk, "/emails", { action: "retry", reference: enquiry.reference }))).toContain(
			"1 e-mail of ENQ-7K3F9QXM queued to be resent",
		);
		expect(server.wakes()).toBe(1);
		expect(textOf(await postAndFollow(desk, "/emails", { action: "retry", reference: enquiry.reference }))).toContain(
			"No bounced or held back e-mails to resend of ENQ-7K3F9QXM.",
		);
		expect((await post(desk, "/emails", { action: "retry", reference: "ENQ-\r\nX: y" })).headers.location).toBe(
			"/emails",
		);
		server.clock.advance({ minutes: 14, seconds: 30 });
		expect(await read(desk, "/emails?show=late")).toContain("ENQ-00000001");
		expect(textOf(await postAndFollow(desk, "/emails", { action: "retry" }))).toContain(
			"No bounced e-mails to resend.",
		);
		await server.database.db.updateTable("emails").set({ state: "failed" }).execute();
		expect(await read(desk, "/emails?show=failed")).toContain("Resend all");
		expect(textOf(await postAndFollow(desk, "/emails", { action: "retry" }))).toContain(
			"3 e-mails queued to be resent.",
		);
	});

	test("shows that an obsolete e-mail was not sent, and why, without a retry", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await store(server, enquiry);
		const { database, clock, renderers } = server;
		await database.db.deleteFrom("enquiries").execute();
		const transport = { send: () => Promise.reject(new Error("Nothing is to be sent")), close() {} };
		const log = createLog({ logLevel: "silent" });
		await createOutbox({ database, clock, getRenderers: () => renderers, transport, log }).runOnce();
		const page = textOf(await read(desk, "/emails?show=not-sent"));
		expect(page).toMatch(/Not sent\W+1/);
		expect(page).toContain("Not sent: its record no longer exists");
		expect(page).not.toContain("Resend");
		expect(textOf(await read(desk, "/"))).not.toMatch(/refused/i);
	});

	test("finds a person by a part of name or address, and a record by its reference, without a telling address", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await store(server, enquiry);
		await store(server, {
			...enquiry,
			reference: "ENQ-00000001",
			firstName: "100%",
			lastName: "O'Neill_",
			email: "other@visitor.example",
		});
		await storeCall(server, createBookingRecord({ ...call, date: "2026-01-05" }));
		const search = async (text: string) =>
			markupOf((await post(desk, "/search", { search: text })).body).match(/(?:ENQ|BKG)-\w{8}(?=<)/g) ?? [];
		expect(await search("asha RAO")).toEqual(["ENQ-7K3F9QXM"]);
		expect((await search("VISITOR.example")).toSorted()).toEqual(["BKG-7K3F9QXM", "ENQ-00000001", "ENQ-7K3F9QXM"]);
		const found = (await post(desk, "/search", { search: "visitor.example" })).body;
		for (const table of found.split("<table").slice(1)) {
			const [heads = "", firstRow = ""] = table.split("</tr>");
			expect(heads.match(/<th /g), "a heading for each cell").toHaveLength(firstRow.match(/<t[hd] /g)?.length ?? 0);
		}
		expect(await search("100%")).toEqual(["ENQ-00000001"]);
		expect(await search("o'neill_")).toEqual(["ENQ-00000001"]);
		expect(await search("a_ha")).toEqual([]);
		expect(await search("")).toEqual([]);
		expect((await post(desk, "/search", { search: " bkg-7k3f9qxm " })).headers.location).toBe("/bookings/BKG-7K3F9QXM");
		expect((await post(desk, "/search", { search: "<b>" })).body).toContain("Search for “&lt;b&gt;”");
		expect(JSON.stringify(server.lines)).not.toMatch(/asha|rao|visitor|ENQ-|BKG-/i);
		expect(server.lines).toContainEqual(expect.objectContaining({ method: "POST", route: "/search", status: 303 }));
	});

	test("gives every record as CSV, whose cells no spreadsheet takes for formulas", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await store(server, { ...enquiry, firstName: "=HYPERLINK(1)" });
		const response = await desk.inject({ url: "/enquiries.csv", headers: { host: "localhost" } });
		expect(response.headers).toMatchObject({
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": 'attachment; filename="enquiries.csv"',
			"cache-control": "no-store",
		});
		expect(response.body).toContain("ENQ-7K3F9QXM,2026-11-23T05:59:00Z,accepted,'=HYPERLINK(1),Rao");
		for (const names of ["bookings", "applications"])
			expect(await read(desk, `/${names}.csv`)).toMatch(/^\ufeffreference,/);
	});

	test("gives a resume as a file that no browser shows, under a name of our making", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		const reference = await applyForJob(server, {}, 'cv".exe\u202Efdp.pdf');
		const response = await desk.inject({ url: `/applications/${reference}/file`, headers: { host: "localhost" } });
		expect(response.rawPayload).toEqual(createPdf());
		expect(response.headers).toMatchObject({
			"content-type": "application/octet-stream",
			"content-disposition": `attachment; filename="${reference}.pdf"`,
			"content-length": String(createPdf().length),
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'; sandbox",
			"cache-control": "no-store",
		});
		await store(server, enquiry);
		expect(
			(await desk.inject({ url: "/applications/APP-7K3F9QXM/file", headers: { host: "localhost" } })).statusCode,
		).toBe(404);
	});

	test("logs who did what, and who downloaded files", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		await store(server, enquiry, "failed");
		await store(server, { ...enquiry, reference: "ENQ-00000001" }, "failed");
		const application = await applyForJob(server);
		await post(desk, "/enquiries/ENQ-7K3F9QXM", { do: "retry" });
		await post(desk, "/emails", { action: "retry" });
		// Nothing is left to send again, so nothing is logged.
		await post(desk, "/emails", { action: "retry" });
		await post(desk, "/enquiries/ENQ-7K3F9QXM", spam("yes", 1));
		await post(desk, "/calls/subscribe", {});
		await desk.inject({ url: `/applications/${application}/file`, headers: { host: "localhost" } });
		await read(desk, "/enquiries.csv");
		const entries = await listAuditEntries(server.database.db, { limit: 9 });
		expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual(
			[
				["enquiry.emails-retry", "ENQ-7K3F9QXM"],
				["emails.retry", ""],
				["enquiry.quarantine", "ENQ-7K3F9QXM"],
				["calendar.renew", desk.accountId],
				["application.file-read", application],
				["enquiry.export", ""],
			]
				.toReversed()
				.map((entry) => [desk.accountId, ...entry]),
		);
		const page = textOf(await read(desk, "/audit-log?of=ENQ-7K3F9QXM"));
		expect(page).toContain("Marked as spam");
		expect(page).not.toContain("calendar.renew");
	});

	test("signs in by password and code, always with a session of its own", async () => {
		const server = await startTestServer(kind);
		const { app } = await server.openDesk();
		const { email, password, secret } = await insertPasswordAccount(server);
		const headers = {
			host: "localhost:3001",
			"sec-fetch-site": "same-origin",
			"content-type": "application/x-www-form-urlencoded",
			cookie: `desk-session=${"a".repeat(43)}`,
		};
		const signIn = (fields: Record<string, string>) =>
			app.inject({ method: "POST", url: "/sign-in", headers, payload: new URLSearchParams(fields).toString() });
		const code = new TOTP({ secret }).generate({ timestamp: server.clock.now().epochMilliseconds });
		const wrong = await signIn({ email, password, code: "000000" });
		expect([wrong.statusCode, wrong.cookies]).toEqual([422, []]);
		expect(textOf(wrong.body)).toContain("Wrong e-mail address, password or code");
		expect(textOf((await signIn({ email })).body)).toMatch(/Enter your password .*Enter the code/);
		const away = await signIn({ email, password, code, to: "/..//evil.test" });
		expect([away.statusCode, away.headers.location]).toEqual([303, "/"]);
		server.clock.advance({ seconds: 30 });
		const nextCode = new TOTP({ secret }).generate({ timestamp: server.clock.now().epochMilliseconds });
		const right = await signIn({ email, password, code: nextCode, to: "/enquiries" });
		expect([right.statusCode, right.headers.location]).toEqual([303, "/enquiries"]);
		const session = right.cookies.find(({ name }) => name === "desk-session");
		expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
		expect(session?.value).not.toContain("aaaa");
		expect((await signIn({ email, password, code })).statusCode).toBe(422);
	});

	test("shows counters of ten or more alone", async () => {
		const server = await startTestServer(kind);
		const desk = await server.openDesk();
		const counter = { quarter: "2026-Q4", question: "veteranStatus" } as const;
		await server.database.db
			.insertInto("selfIdentificationCounters")
			.values([
				{ ...counter, option: "I am not a veteran", count: 10 },
				{ ...counter, option: "I am a veteran", count: 9 },
			])
			.execute();
		const page = textOf(await read(desk, "/self-identification"));
		expect(page).toContain("2026-Q4 Veteran Status I am not a veteran 10");
		expect(page).not.toContain("I am a veteran");
	});
});

describe("the desk keeps others out", () => {
	test.each([
		"evil.example",
		"localhost.evil.example",
		"127.0.0.2",
		"localhost@evil.example",
		"evil@localhost",
		"[::2]:3001",
		"localhost.",
	])("a request for the host %j is refused", async (host) => {
		const desk = await (await startTestServer("sqlite")).openDesk();
		for (const method of ["GET", "POST"] as const) {
			const response = await desk.inject({
				method,
				url: "/enquiries",
				headers: { host, "sec-fetch-site": "same-origin" },
			});
			expect(response.statusCode).toBe(421);
		}
	});

	test.each([
		["POST", "/sign-in"],
		["GET", "/sign-in/provider"],
	] as const)("%s %s of whoever is not signed in is refused beyond the limit of forms", async (method, url) => {
		const server = await startTestServer("sqlite", { environment: { RATE_LIMIT_PER_MINUTE: "2" } });
		const desk = await server.openDesk();
		const ask = async () =>
			(await desk.app.inject({ method, url, headers: { host: "localhost", "sec-fetch-site": "same-origin" } }))
				.statusCode;
		const statuses = [await ask(), await ask(), await ask()];
		expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
	});

	test.each(["localhost", "LOCALHOST:3001", "127.0.0.1:3001", "[::1]:4001", "desk.narangi.example"])(
		"a request for the host %j is answered",
		async (host) => {
			const server = await startTestServer("sqlite", { environment: { DESK_URL: "https://desk.narangi.example" } });
			expect((await (await server.openDesk()).inject({ url: "/", headers: { host } })).statusCode).toBe(200);
		},
	);

	test.each([
		[{}, 403],
		[{ "sec-fetch-site": "cross-site" }, 403],
		[{ "sec-fetch-site": "same-site" }, 403],
		[{ "sec-fetch-site": "none" }, 403],
		[{ "sec-fetch-site": "cross-site", origin: "http://localhost:3001" }, 403],
		[{ origin: "http://evil.example" }, 403],
		[{ origin: "http://localhost:3002" }, 403],
		[{ origin: "null" }, 403],
		[{ "sec-fetch-site": "same-origin" }, 303],
		[{ origin: "http://localhost:3001" }, 303],
		[{ origin: "https://desk.narangi.example" }, 303],
	])("a form with %j is answered with %i", async (headers, status) => {
		const server = await startTestServer("sqlite", { environment: { DESK_URL: "https://desk.narangi.example" } });
		const desk = await server.openDesk();
		await store(server, enquiry);
		const response = await desk.inject({
			method: "POST",
			url: "/enquiries/ENQ-7K3F9QXM",
			headers: { host: "localhost:3001", "content-type": "application/x-www-form-urlencoded", ...headers },
			payload: new URLSearchParams(spam("yes", 1)).toString(),
		});
		expect(response.statusCode).toBe(status);
		expect((await enquiryStore.find(server.database.db, enquiry.reference))?.state).toBe(
			status === 303 ? "quarantined" : "accepted",
		);
	});

	const link = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
	test.each([
		["/enquiries", {}, 200],
		["/enquiries", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, 200],
		["/enquiries", { "sec-fetch-site": "none", ...link }, 200],
		["/enquiries", { "sec-fetch-site": "cross-site", ...link }, 200],
		["/enquiries", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, 403],
		["/enquiries", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, 403],
		["/enquiries", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, 403],
		["/enquiries.csv", { "sec-fetch-site": "same-origin", ...link }, 200],
		["/enquiries.csv", { "sec-fetch-site": "cross-site", ...link }, 403],
		[
			"/enquiries.csv",
			{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" },
			403,
		],
		["/applications/APP-7K3F9QXM/file", { "sec-fetch-site": "cross-site", ...link }, 403],
	])("reading %s with %j is answered with %i", async (url, headers, status) => {
		const server = await startTestServer("sqlite");
		const desk = await server.openDesk();
		expect((await desk.inject({ url, headers: { host: "localhost:3001", ...headers } })).statusCode).toBe(status);
	});

	test("an export of many records lets others be answered meanwhile", { tags: "all" }, async () => {
		const server = await startTestServer("sqlite");
		await server.database.write(async (transaction) => {
			for (let index = 0; index < 3_000; index++)
				await insertEnquiry(transaction, {
					...enquiry,
					reference: `ENQ-${String(index).padStart(8, "0")}`,
					message: "x".repeat(500),
				});
		});
		const desk = await server.openDesk();
		let turns = 0;
		let counting = true;
		const count = () => {
			turns += 1;
			if (counting) setImmediate(count);
		};
		setImmediate(count);
		const { body } = await desk.inject({ url: "/enquiries.csv", headers: { host: "localhost:3001" } });
		counting = false;
		expect(body.trimEnd().split("\r\n")).toHaveLength(3_001);
		expect(turns).toBeGreaterThanOrEqual(14);
	});

	test("without a session no form of thousands of fields is accepted, and refused forms are not read", async () => {
		const server = await startTestServer("sqlite");
		const desk = await server.openDesk();
		const send = (url: string, count: number, cookie = desk.cookie) =>
			desk.inject({
				method: "POST",
				url,
				payload: "a=&".repeat(count),
				headers: {
					host: "localhost",
					cookie,
					"sec-fetch-site": "same-origin",
					"content-type": "application/x-www-form-urlencoded",
				},
			});
		expect((await send("/sign-in", 1_000, "")).statusCode).toBe(400);
		expect((await send("/studio/new", 200_000, "")).headers.location).toMatch(/^\/sign-in/);
		expect((await send("/search", 1_000)).statusCode).toBe(200);
		expect((await send("/studio/markdown", 6_000)).statusCode).toBe(400);
	});

	test("every answer has the headers that keep it to itself", async () => {
		const server = await startTestServer("sqlite");
		const desk = await server.openDesk();
		const asked: [number, InjectOptions][] = [
			[200, { url: "/" }],
			[200, { url: "/emails" }],
			[404, { url: "/nothing" }],
			[404, { url: "/enquiries/ENQ-NOTHERE0" }],
			[400, { url: "/enquiries/%zz" }],
			[403, { method: "POST", url: "/search" }],
			[421, { url: "/", headers: { host: "evil.example" } }],
			[405, { method: "DELETE", url: "/", headers: { host: "localhost", "sec-fetch-site": "same-origin" } }],
			[
				415,
				{
					method: "POST",
					url: "/search",
					payload: "{}",
					headers: { host: "localhost", "sec-fetch-site": "same-origin", "content-type": "application/json" },
				},
			],
		];
		for (const [status, request] of asked) {
			const { statusCode, headers } = await desk.inject({
				...request,
				headers: { host: "localhost", ...request.headers },
			});
			expect([request.url, statusCode]).toEqual([request.url, status]);
			expect(headers).toMatchObject({
				"content-security-policy": expect.stringMatching(
					/^default-src 'none'; script-src (?:'none'|'self' 'nonce-[\w+/]{22}=='); style-src 'self'(?: 'sha256-[\w+/]{43}=')?(?: 'nonce-[\w+/]{22}==')?; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
				),
				"cache-control": "no-store",
				"x-content-type-options": "nosniff",
				"referrer-policy": "same-origin",
				"x-robots-tag": "noindex",
				"cross-origin-resource-policy": "same-origin",
			});
		}
	});

	test("a page shows the company's colour, in a style that its policy names", async () => {
		const desk = await (await startTestServer("sqlite")).openDesk();
		const { body, headers } = await desk.inject({ url: "/", headers: { host: "localhost" } });
		const { styles } = listInlineSources(body);
		expect(body).toContain(`--accent-fill:${testCompany.accentColour.toUpperCase()}`);
		expect(styles).toHaveLength(1);
		expect(headers["content-security-policy"]).toContain(`style-src 'self' ${styles[0]}`);
	});

	test("an error is a page in words, and an internal failure reveals nothing", async () => {
		const server = await startTestServer("sqlite");
		const desk = await server.openDesk();
		const headers = { host: "localhost", accept: "text/html" };
		expect(textOf((await desk.inject({ url: "/enquiries/ENQ-NOTHERE0", headers })).body)).toContain(
			"This page does not exist.",
		);
		for (const url of ["/nothing", "/nothing/at/all"])
			expect(textOf((await desk.inject({ url, headers })).body)).toContain("This page does not exist.");
		expect(textOf((await desk.inject({ url: "/", headers: { ...headers, host: "evil.example" } })).body)).toContain(
			"not available at this address",
		);
		await server.database.db.schema.dropTable("records").execute();
		const failed = await desk.inject({ url: "/enquiries", headers });
		expect([failed.statusCode, failed.headers["cache-control"]]).toEqual([500, "no-store"]);
		expect(textOf(failed.body)).toContain("See the server’s log");
		expect(failed.body).not.toContain("no such table");
	});

	test("a desk that others can reach without TLS is warned of at its start", async () => {
		for (const [host, warned] of [
			["127.0.0.1", false],
			["::1", false],
			["localhost", false],
			["0.0.0.0", true],
			["::", true],
			["10.0.0.5", true],
			["desk.lan", true],
		] as const) {
			const server = await startTestServer("sqlite", { environment: { DESK_HOST: host } });
			await server.openDesk();
			expect([
				host,
				server.lines.some(({ msg }) => String(msg).startsWith("the desk is reachable from other machines")),
			]).toEqual([host, warned]);
		}
		const behindTls = { DESK_HOST: "0.0.0.0", DESK_URL: "https://desk.narangi.example" };
		const server = await startTestServer("sqlite", { environment: behindTls });
		const { statusCode } = await (
			await server.openDesk()
		).inject({ url: "/", headers: { host: "desk.narangi.example" } });
		expect([
			statusCode,
			server.lines.some(({ msg }) => String(msg).startsWith("the desk is reachable from other machines")),
		]).toEqual([200, false]);
	});

	test("a database that does not answer is said on the first page", async () => {
		const server = await startTestServer("sqlite");
		const desk = await server.openDesk();
		await server.database.db.schema.dropTable("emails").execute();
		await server.database.db.schema.dropTable("kysely_migration").execute();
		expect(textOf(await read(desk, "/"))).toContain("The database is not responding");
	});
});
