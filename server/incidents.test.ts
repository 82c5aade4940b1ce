import { expect, onTestFinished, test } from "vitest";
import { createSession } from "../core/accounts/sessions.server.ts";
import { saveHost } from "../core/appointments/host-store.server.ts";
import type { DataKind } from "../core/read-log/shown-data.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createSmtpTransport } from "../platform/email/transport.ts";
import { createLog } from "../platform/log.ts";
import { addProgram } from "../tests/support/api-tokens.ts";
import { testBooking } from "../tests/support/demo-booking.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { openMailbox } from "../tests/support/desk-mail.ts";
import { createPdf } from "../tests/support/documents.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { bothPurposes } from "../tests/support/interviews.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { startMailServer } from "../tests/support/mail-server.ts";
import { readAllPages, readDeskPage } from "../tests/support/read-desk-page.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { startTestServer, testCompany, type TestDesk, type TestServer } from "../tests/support/test-server.ts";

const planted = `"'><script>planted()</script>`;

/** A desk with an admin who is at work, and a company with twelve enquiries, two calls and an application. */
async function openCompany() {
	const company = { ...testCompany, demo: { ...testCompany.demo, callsPerSlot: 9 } };
	const server = await startTestServer("sqlite", { company });
	const { database, clock } = server;
	const desk = await server.openDesk({ roles: ["admin"] });
	await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
	const texts = new Map<string, Partial<Record<DataKind, string[]>>>();
	const keep = (email: string, phone: string, message: string) => {
		texts.set(email, { phone: [phone], messages: [message] });
		return { email, phone, message };
	};
	const enquiries = [];
	for (let index = 0; index < 12; index += 1)
		enquiries.push(
			await storeEnquiry(database, {
				reference: `ENQ-0000000${"0123456789AB"[index]}`,
				// Pages name colleagues, and people with the same number.
				...keep(`enquirer@visitor-${index}.example`, `+91 98200 ${10_000 + index}`, `Question ${10_000 + index}`),
				firstName: index === 1 ? planted : `Enquirer${index}`,
				lastName: "",
				receivedAt: clock.now(),
			}),
		);
	const json = { method: "POST", headers: { "content-type": "application/json" } };
	for (const index of [1, 2]) {
		const visitor = keep(`caller-${index}@visitor.example`, `+91 98400 0000${index}`, `Wish ${index}`);
		const body = JSON.stringify({ ...testBooking, ...visitor });
		const sent = await fetch(`${server.url}/demo/book`, { ...json, body });
		expect(sent.status).toBe(200);
	}
	const { message: coverLetter, ...applicant } = keep("asha@applicant.example", "+91 98300 00000", "I weave pages.");
	const work = { company: "Loom Works", jobTitle: "Weaver", startDate: "2018", endDate: "2026", description: "" };
	texts.set(applicant.email, { ...texts.get(applicant.email), answers: [work.company] });
	const workExperience = JSON.stringify([work]);
	const fields = { ...createApplicationFields(testJob), ...applicant, coverLetter, workExperience };
	const form = createApplicationForm(fields, { name: "resume.pdf", content: createPdf() });
	expect((await fetch(`${server.url}/api/applications`, { method: "POST", body: form })).status).toBe(200);
	const [application] = await database.db
		.selectFrom("records")
		.select("reference")
		.where("kind", "=", "application")
		.execute();
	return { server, desk, ...createDeskBrowser(desk), enquiries, texts, application: application?.reference ?? "" };
}

/** Signs in as another member. */
async function signInBeside({ database, clock }: TestServer, { app }: TestDesk, email: string) {
	const { accountId, token } = await signInStaff(database, { now: clock.now(), name: email, email });
	return { accountId, ...browse(app, token) };
}

/** Begins another session of an account. */
async function useSession({ database, clock }: TestServer, { app }: TestDesk, accountId: string) {
	const session = { accountId, device: "Another browser", now: clock.now() };
	return browse(app, await database.write((transaction) => createSession(transaction, session)));
}

function browse(app: TestDesk["app"], token: string) {
	const inject: TestDesk["inject"] = (options) =>
		app.inject({ ...options, headers: { cookie: `desk-session=${token}`, ...options.headers } });
	return { inject, ...createDeskBrowser({ inject }) };
}

/** Delivers what waits in the outbox to a real mail server. */
async function startOutbox({ database, clock, renderers }: TestServer) {
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
	return {
		behave: mailServer.behave,
		async deliver() {
			const isLeft = async () =>
				database.db
					.selectFrom("emails")
					.select("id")
					.where("state", "=", "waiting")
					.where("kind", "=", "incident-notice")
					.executeTakeFirst();
			while (await isLeft()) await outbox.runOnce();
			return mailServer.emails.filter(({ subject }) => subject === "Your data at Narangi");
		},
	};
}

/** Returns the revision in the form of a page that has a button for this deed; empty without such a form. */
function findRevision(page: string, deed: string): string {
	const form = page.split("<form").find((one) => one.includes(`value="${deed}"`)) ?? "";
	return /name="revision" value="([^"]+)"/.exec(form)?.[1] ?? "";
}

/** Writes a time as a form's field has it, in India. */
const toField = (instant: Temporal.Instant) =>
	instant.toZonedDateTimeISO("Asia/Kolkata").toPlainDateTime().toString({ smallestUnit: "minute" });

test("the breach hour: from the stolen laptop to the notices", async () => {
	const { server, desk, enquiries, application } = await openCompany();
	const { database, clock } = server;
	const owner = await signInBeside(server, desk, "meera@staff.example");
	const colleague = await signInBeside(server, desk, "ravi@staff.example");
	// The owner of the laptop reads the whole list, long before it is stolen.
	await owner.get("/enquiries");
	clock.advance({ hours: 2 });
	const stolenAt = clock.now();

	// The thief signs in with her password; a token was in a file on the disk.
	const thief = await useSession(server, desk, owner.accountId);
	const program = await addProgram(server, desk, ["enquiries:change"]);
	await thief.get(`/enquiries/${enquiries[0]}.data?_routes=enquiry`);
	// Reloading adds nothing.
	await thief.get(`/enquiries/${enquiries[0]}.data?_routes=enquiry`);
	await thief.get(`/people/of/${enquiries[1]}`);
	expect((await program.get(`/api/v1/enquiries/${enquiries[2]}`)).statusCode).toBe(200);
	const changed = await program.patch(
		`/api/v1/enquiries/${enquiries[3]}`,
		{ followUpOn: "2026-12-24" },
		{ "if-match": "*" },
	);
	expect(changed.statusCode).toBe(200);
	await thief.post(`/enquiries/${enquiries[4]}.data`, { do: "note", text: "I was here" });
	const list = await thief.inject({ url: "/bookings.csv" });
	expect(list.body).toContain("caller-2@visitor.example");
	await thief.get(`/applications/${application}/resume`);
	// Nobody has this reference.
	await thief.inject({ url: "/enquiries/ENQ-ZZZZZZZZ.data?_routes=enquiry" });
	// A colleague works on meanwhile.
	await colleague.get("/enquiries");
	clock.advance({ hours: 1 });

	// The breach hour begins.
	const admin = await useSession(server, desk, desk.accountId);
	const { get, post } = admin;
	expect(await get("/settings")).toContain('href="/incidents"');
	expect(await get("/incidents")).toContain("No incidents.");
	const incomplete = await post("/incidents/new", { do: "save", title: "", from: "" });
	expect(incomplete.statusCode).toBe(422);
	for (const text of ["Enter a title", "Choose at least one account or token", "Enter a date and time"])
		expect(incomplete.body).toContain(text);
	const opened = await post("/incidents/new", [
		["do", "save"],
		["title", `Laptop ${planted}`],
		["actor", owner.accountId],
		["actor", program.id],
		["others", ""],
		["from", toField(stolenAt)],
		["until", ""],
		["awareAt", toField(clock.now())],
		["notes", planted],
	]);
	expect(opened.statusCode).toBe(303);
	const path = String(opened.headers.location);
	expect(path).toMatch(/^\/incidents\/[0-9a-f-]{36}$/);

	// Exactly the touched people are listed.
	const page = await get(path);
	const { faults, text } = readDeskPage(page);
	expect(faults).toEqual([]);
	const csv = (await admin.inject({ url: `${path}/people.csv` })).body;
	const bookings = await database.db.selectFrom("records").select("reference").where("kind", "=", "booking").execute();
	const touched = [...enquiries.slice(0, 5), ...bookings.map(({ reference }) => reference), application];
	const listed = [...new Set(csv.match(/(?:ENQ|BKG|APP)-\w{8}/g))];
	expect(listed.toSorted()).toEqual(touched.toSorted());
	for (const reference of touched) expect(text).toContain(reference);
	for (const reference of enquiries.slice(5)) expect(text).not.toContain(reference);
	expect(text).toContain("8 people");
	const rowOf = (reference: string) => csv.split("\r\n").find((row) => row.includes(reference)) ?? "";
	expect(rowOf(enquiries[0] ?? "")).toMatch(
		/,enquiry,1,.*,0,,,0,,,"?name, e-mail address, phone number, messages, form answers/,
	);
	expect(rowOf(enquiries[3] ?? "")).toMatch(/,enquiry,1,[^,]+,[^,]+,1,/);
	expect(rowOf(application)).toContain("resume");
	expect(rowOf(bookings[0]?.reference ?? "")).toMatch(/,booking,0,,,0,,,[1-9]/);
	expect(text).toContain("72 h 0 min left");
	expect(await get("/")).toContain("notify the authority, or note why not. 72 h 0 min left");
	clock.advance({ minutes: 5 });

	// The access ends.
	expect(readNotice(await post(path, { do: "end-sessions" })).text).toContain(
		"All sessions and calendar addresses ended.",
	);
	for (const { inject } of [thief, owner])
		expect((await inject({ url: "/enquiries" })).headers.location).toContain("/sign-in");
	expect(readNotice(await post(path, { do: "revoke-tokens" })).text).toContain("Tokens revoked.");
	expect((await program.get("/api/v1/enquiries")).statusCode).toBe(401);
	expect(readNotice(await post(path, { do: "disable-accounts" })).text).toContain("Accounts disabled.");
	expect((await colleague.inject({ url: "/enquiries" })).statusCode).toBe(200);

	// The notice to the authority.
	const measured = await get(path);
	for (const part of [
		"1 staff account and 1 API token",
		"An account was disabled",
		"An API token was revoked",
		"[What happened",
	])
		expect(measured).toContain(part);
	const authorityText = `${planted} is what happened.`;
	/** Fills in a form of a page that is read now. */
	const fillIn = async (deed: string, fields: Record<string, string>, member = { get, post }) =>
		member.post(path, { do: deed, revision: findRevision(await member.get(path), deed), ...fields });
	expect((await fillIn("save-authority", { authorityText })).statusCode).toBe(303);
	expect((await fillIn("authority-not-needed", { reason: " " })).statusCode).toBe(422);

	// The notices to the people: nothing leaves before the text is whole and somebody has confirmed it.
	const send = (fields: Record<string, string> = {}) => fillIn("send", { confirmed: "yes", ...fields });
	expect((await send()).statusCode).toBe(422);
	const notice = { subject: "Your data at Narangi", noticeText: `Seen: {data}.\n\n${planted}` };
	await fillIn("save-notice", { ...notice, noticeText: "[What happened]" });
	expect((await send()).statusCode).toBe(422);
	await fillIn("save-notice", notice);
	expect((await send({ confirmed: "" })).statusCode).toBe(422);
	const ready = await get(path);
	expect(ready).toContain("Send to 8 people");
	expect((await send()).statusCode).toBe(303);
	expect((await send({ revision: findRevision(ready, "send") })).statusCode).toBe(409);
	expect(await get(path)).toContain("Sent to nobody yet, 8 waiting.");
	const { deliver } = await startOutbox(server);
	const recipients = (await deliver()).flatMap(({ envelopeRecipients }) => envelopeRecipients).toSorted();
	expect(recipients).toEqual([
		"asha@applicant.example",
		"caller-1@visitor.example",
		"caller-2@visitor.example",
		...[0, 1, 2, 3, 4].map((index) => `enquirer@visitor-${index}.example`),
	]);
	const mails = await deliver();
	expect(mails).toHaveLength(8);
	const toApplicant = mails.find(({ envelopeRecipients }) => envelopeRecipients.includes("asha@applicant.example"));
	expect(toApplicant?.text).toContain("Dear Asha Rao,");
	expect(toApplicant?.text).toContain("Seen: resume.");
	for (const { html } of mails) expect(html).not.toContain("<script>planted");
	const sent = await get(path);
	const told = readDeskPage(sent);
	expect(told.text).toContain("Sent to 8 people.");
	expect(told.faults).toEqual([]);
	const late = { do: "save-notice", revision: findRevision(ready, "save-notice"), ...notice };
	expect((await post(path, late)).statusCode).toBe(409);

	// The end is found out later, and what was decided is written down; what people were told stays.
	const listFields = (html: string) =>
		["title", "actor", "from", "until", "awareAt", "notes"].filter((name) => html.includes(`name="${name}"`));
	expect(listFields(sent)).toEqual(["title", "until", "notes"]);
	const written = {
		do: "save",
		revision: findRevision(sent, "save"),
		title: "Laptop of Meera",
		notes: "The police have it.",
		actor: desk.accountId,
	};
	const early = await post(path, { ...written, until: toField(stolenAt) });
	expect([early.statusCode, early.body.includes("Choose a time after the e-mails were sent")]).toEqual([422, true]);
	clock.advance({ minutes: 5 });
	expect((await post(path, { ...written, until: toField(clock.now()) })).statusCode).toBe(303);
	const settled = await get(path);
	for (const part of ["Laptop of Meera", "The police have it.", "8 people"]) expect(settled).toContain(part);
	expect(listFields(settled)).toEqual(["title", "notes"]);

	// The clock stops, and everything is in the audit log.
	clock.advance({ hours: 73 });
	const again = await signInBeside(server, desk, "late@staff.example");
	expect(await again.get(path)).toContain("Overdue by 1 h 10 min");
	expect((await fillIn("authority-sent", { reason: "Case 7" }, again)).statusCode).toBe(303);
	expect(await again.get(path)).toContain("Authority notified");
	expect(await again.get("/")).not.toContain("notify the authority");
	const noted = await database.db
		.selectFrom("auditLog")
		.select(["actor", "action"])
		.where("action", "like", "incident.%")
		.orderBy("sequence")
		.execute();
	const deeds = noted.map(({ action }) => action.replace("incident.", ""));
	expect(deeds).toEqual([
		"add",
		"read",
		"export",
		"draft",
		"draft",
		"draft",
		"notices-confirmed",
		"change",
		"read",
		"authority-sent",
	]);
	expect(noted.map(({ actor }) => actor)).toEqual([
		...Array.from({ length: 8 }, () => desk.accountId),
		again.accountId,
		again.accountId,
	]);
});

test("an incident tells how many of its e-mails left, wait and could not be delivered, and its list names each", async () => {
	const { server, desk, get, post, enquiries } = await openCompany();
	const { database, clock } = server;
	const thief = await signInBeside(server, desk, "meera@staff.example");
	for (const reference of enquiries.slice(0, 3)) await thief.get(`/enquiries/${reference}.data?_routes=enquiry`);
	const opened = await post("/incidents/new", {
		do: "save",
		title: "Password",
		actor: thief.accountId,
		from: toField(clock.now().subtract({ hours: 1 })),
		awareAt: toField(clock.now()),
	});
	const path = String(opened.headers.location);
	const notice = { subject: "Your data at Narangi", noticeText: "Sorry." };
	await post(path, { do: "save-notice", revision: findRevision(await get(path), "save-notice"), ...notice });
	const readStates = async () => {
		const rows = (await desk.inject({ url: `${path}/people.csv` })).body.trim().split("\r\n");
		expect(rows[0]).toMatch(/,notice$/);
		return enquiries.slice(0, 3).map((one) =>
			rows
				.find((row) => row.includes(one))
				?.split(",")
				.at(-1),
		);
	};
	expect(await readStates()).toEqual(["", "", ""]);
	const confirmed = { do: "send", confirmed: "yes", revision: findRevision(await get(path), "send") };
	expect((await post(path, confirmed)).statusCode).toBe(303);
	expect(await get(path)).toContain("Sent to nobody yet, 3 waiting.");
	expect(await readStates()).toEqual(["waiting", "waiting", "waiting"]);
	const { behave, deliver } = await startOutbox(server);
	behave({ kind: "reject-recipient", recipient: "enquirer@visitor-1.example", code: 550 });
	await deliver();
	expect(await get(path)).toContain("Sent to 2 people, 1 could not be delivered.");
	expect(await readStates()).toEqual(["sent", "failed", "sent"]);
	const ofRecipient = database.db.updateTable("emails").where("recipient", "=", "enquirer@visitor-2.example");
	await ofRecipient.set({ bouncedAt: clock.now().toString() }).execute();
	expect(await get(path)).toContain("Sent to 1 person, 2 could not be delivered.");
	expect(await readStates()).toEqual(["sent", "failed", "bounced"]);
});

test("colleagues who write different parts of an incident are not held apart, and none overwrites another", async () => {
	const { server, desk, get, post } = await openCompany();
	const opened = await post("/incidents/new", {
		do: "save",
		title: "Password",
		actor: desk.accountId,
		from: toField(server.clock.now().subtract({ hours: 1 })),
		awareAt: toField(server.clock.now()),
	});
	const path = String(opened.headers.location);
	const colleague = await signInBeside(server, desk, "ravi@staff.example");
	const page = await get(path);
	const fill = (deed: string, revision: string, fields: Record<string, string>) =>
		post(path, { do: deed, revision, ...fields });
	const theirs = await colleague.get(path);
	const written = { do: "save-authority", revision: findRevision(theirs, "save-authority"), authorityText: "Theirs" };
	expect((await colleague.post(path, written)).statusCode).toBe(303);

	// The rest of the page that was open meanwhile can still be saved.
	const notice = { subject: "Your data", noticeText: "Sorry." };
	expect((await fill("save-notice", findRevision(page, "save-notice"), notice)).statusCode).toBe(303);
	const details = {
		title: "Laptop",
		actor: desk.accountId,
		from: toField(server.clock.now().subtract({ hours: 2 })),
		awareAt: toField(server.clock.now()),
	};
	expect((await fill("save", findRevision(page, "save"), details)).statusCode).toBe(303);

	// The same part cannot, neither at once nor from a page on which it was refused.
	let refused = page;
	for (const [authorityText, status] of [
		["", 422],
		["Mine", 409],
		["Mine", 409],
	] as const) {
		const answer = await fill("save-authority", findRevision(refused, "save-authority"), { authorityText });
		expect(answer.statusCode).toBe(status);
		refused = answer.body;
	}
	expect(refused).toContain("Mine");
	expect(await get(path)).toContain("Theirs");

	// Nobody confirms an e-mail that a colleague has rewritten.
	const ready = await get(path);
	const rewritten = {
		do: "save-notice",
		revision: findRevision(ready, "save-notice"),
		...notice,
		noticeText: "Pardon.",
	};
	expect((await colleague.post(path, rewritten)).statusCode).toBe(303);
	expect((await fill("send", findRevision(ready, "send"), { confirmed: "yes" })).statusCode).toBe(409);
});

test("ending access and sending need a fresh proof, and the last admin stays", async () => {
	const { server, desk, post, get } = await openCompany();
	const { clock } = server;
	const opened = await post("/incidents/new", {
		do: "save",
		title: "Password",
		actor: desk.accountId,
		others: "deleted-account",
		from: toField(clock.now().subtract({ hours: 1 })),
		awareAt: toField(clock.now()),
	});
	const path = String(opened.headers.location);
	const refused = await post(path, { do: "disable-accounts" });
	expect(refused.statusCode).toBe(422);
	expect(await get(path)).toContain("Former member");
	clock.advance({ minutes: 11 });
	expect(await get(path)).toContain("Confirm it’s you");
	for (const deed of ["end-sessions", "disable-accounts", "revoke-tokens", "send"]) {
		const response = await post(path, { do: deed, confirmed: "yes" });
		expect([deed, response.headers.location]).toEqual([deed, `/prove?to=${encodeURIComponent(path)}`]);
	}
	expect((await post(path, { do: "unknown" })).statusCode).toBe(400);
	expect((await post("/incidents/unknown", { do: "send" })).statusCode).toBe(404);
});

/** Adds to a company what only pages about conversations and interviews show, and a note to each record; returns everybody's texts. */
async function plantTexts({ server, desk, post, texts, application }: Awaited<ReturnType<typeof openCompany>>) {
	const { database, clock } = server;
	const { receive } = await openMailbox(server, "enquiry");
	const from = { From: "Asha Rao <writer@visitor.example>" };
	const first = "<first@visitor.example>";
	const { reference: letter } = await receive("Letter of a writer", { headers: { ...from, "Message-ID": first } });
	// Its owner is notified of the answer.
	await post(`/enquiries/${letter}`, { do: "owner", value: desk.accountId, version: "1" });
	await receive("Answer of a writer", { headers: { ...from, "In-Reply-To": first } });
	texts.set("writer@visitor.example", { messages: ["Letter of a writer", "Answer of a writer"] });
	await database.write((transaction) =>
		saveHost(transaction, desk.accountId, bothPurposes, { version: 0, now: clock.now() }),
	);
	const days = { first: "2026-11-24", last: "2026-11-25" };
	const letterToAsha = { subject: "An interview", text: "When suits you?", do: "send" };
	const interview = { host: desk.accountId, length: "45", place: "phone", ...days, ...letterToAsha };
	const offered = await post(`/applications/${application}/interview`, interview);
	expect(offered.headers.location).toBe(`/applications/${application}#interviews`);
	const colleague = await signInBeside(server, desk, "ravi@staff.example");
	const records = await database.db.selectFrom("records").select(["reference", "kind", "senderEmail"]).execute();
	const people = [];
	for (const [index, { reference, kind, senderEmail }] of records.entries()) {
		const note = `Remark ${10_000 + index}`;
		const path = `/${kind === "enquiry" ? "enquiries" : `${kind}s`}/${reference}`;
		const noted = await colleague.post(path, { do: "note", text: `@Robin admin ${note}` });
		expect([path, noted.statusCode]).toEqual([path, 303]);
		people.push({ reference, data: { ...texts.get(senderEmail), email: [senderEmail], notes: [note] } });
	}
	return people;
}

test(
	"whoever is shown a person is logged with the kinds of data, on every page of the desk",
	{
		timeout: 1_200_000,
		tags: "all",
	},
	async () => {
		const opened = await openCompany();
		const { server, desk, get } = opened;
		const { database, clock } = server;
		const people = await plantTexts(opened);
		await get("/enquiries");
		// Each page is read at another time, so that no entry stands for two of them.
		const shown: { address: string; at: Temporal.Instant; data: string[] }[] = [];
		const look = (address: string, body: string) =>
			shown.push({
				address,
				at: clock.now(),
				data: people.flatMap(({ reference, data }) =>
					Object.entries(data)
						.filter(([, texts]) => texts.some((text) => body.includes(text)))
						.map(([kind]) => `${reference} ${kind}`),
				),
			});
		const inject: TestDesk["inject"] = (options) => {
			clock.advance({ minutes: 10 });
			return desk.inject(options);
		};
		await readAllPages({ inject }, (address, _, body) => look(address, body));
		const { post } = createDeskBrowser({ inject });
		for (const address of ["/search", "/go", "/go/find", "/contacts"])
			for (const search of ["visitor", "Asha", "Question", "Remark"])
				look(`${address} ${search}`, (await post(address, { search })).body);
		for (const kind of ["email", "phone", "messages", "notes"])
			expect([kind, shown.filter(({ data }) => data.some((one) => one.endsWith(kind))).length > 20]).toEqual([
				kind,
				true,
			]);
		await expect
			.poll(async () => {
				const rows = await database.db.selectFrom("readLog").select(["at", "subjects", "data"]).execute();
				return shown.flatMap(({ address, at, data }) => {
					const logged = rows
						.filter((row) => Temporal.Instant.from(row.at).equals(at))
						.flatMap((row) =>
							row.subjects.split(",").flatMap((subject) => row.data.split(",").map((kind) => `${subject} ${kind}`)),
						);
					return data.filter((one) => !logged.includes(one)).map((one) => `${address}: ${one}`);
				});
			})
			.toEqual([]);
	},
);

test("a refused form that shows a record is logged, too", async () => {
	const { server, desk, enquiries } = await openCompany();
	const thief = await signInBeside(server, desk, "meera@staff.example");
	const refused = await thief.post(`/enquiries/${enquiries[7]}`, { do: "note", text: "" });
	expect(refused.body).toContain("enquirer@visitor-7.example");
	await expect
		.poll(() =>
			server.database.db
				.selectFrom("readLog")
				.select(["actor", "place", "subjects"])
				.where("data", "like", "%phone%")
				.execute(),
		)
		.toEqual([{ actor: thief.accountId, place: "/enquiries/:reference", subjects: enquiries[7] }]);
});
