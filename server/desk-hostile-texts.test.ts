import { expect, test } from "vitest";
import { intervalOf } from "../core/appointments/appointment.ts";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { insertReservations } from "../core/appointments/reservation-store.server.ts";
import { fileMessage } from "../core/conversations/incoming/file-message.server.ts";
import { addMailbox } from "../core/conversations/incoming/mailbox-store.server.ts";
import { addSourceLink } from "../core/records/source-links.server.ts";
import { addWebhook } from "../core/webhooks/webhook-store.server.ts";
import { access } from "../desk/guard/access.ts";
import { demoCallPurpose } from "../features/booking/booking-record.server.ts";
import { listBookings } from "../features/booking/find-bookings.server.ts";
import { listInterviewsOf } from "../features/careers/interviews/store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import type { ContentSource } from "../features/publishing/documents/content-source.server.ts";
import { findDate } from "../shared/zoned-time.ts";
import { testBooking } from "../tests/support/demo-booking.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { openMailbox } from "../tests/support/desk-mail.ts";
import { createPdf } from "../tests/support/documents.ts";
import { eventually } from "../tests/support/eventually.ts";
import { bothPurposes } from "../tests/support/interviews.ts";
import {
	createApplicationFields,
	createApplicationForm,
	testJob,
	testSourceLink,
} from "../tests/support/job-application.ts";
import { testNotices } from "../tests/support/notices.ts";
import { storePrivacyRequest } from "../tests/support/privacy-requests.ts";
import { readAllPages, readDeskPage, type DeskForm } from "../tests/support/read-desk-page.ts";
import { createTestKinds } from "../tests/support/records.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { loadTestDesk } from "../tests/support/test-desk.ts";
import { startTestServer, testCompany, type TestDesk, type TestServer } from "../tests/support/test-server.ts";
import { testWebhook } from "../tests/support/webhook-receiver.ts";

/** Texts that do harm when taken for markup, Markdown, or an address. */
const hostileTexts = [
	`"'><script>planted()</script><img src=//evil.example onerror=planted()>`,
	"</textarea></title></script><svg onload=planted()><style>planted</style>",
	"[planted](javascript:planted()) ![planted](https://evil.example/p.png)",
	"javascript:planted()",
	"data:text/html,<script>planted()</script>",
	"//evil.example/planted",
];
/** Marks that change the direction of text and can fake names. */
const turningMarks = /[\u202a-\u202e\u2066-\u2069]/;
/** One of each kind: members' texts go into every form by every button. */
const staffTexts = [`${hostileTexts[0]} \u202egnp.exe\u2066`, "javascript:planted()"];
/** Formulas of a spreadsheet; some programs skip leading spaces. */
const formulas = ["=planted", "+planted", "-planted", "@planted", "\t=planted", "\r=planted", " =planted"];
const startOfFormula = /^\s*[=+\-@]|^[\t\r]/;

const visitorForms = {
	"/contactus/submit": { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", phone: "1", message: "Hi" },
	"/demo/book": testBooking,
	"/api/applications": {
		...createApplicationFields(testJob),
		coverLetter: "Hi",
		linkedin: "",
		portfolio: "",
		github: "",
		otherLink: "",
	},
};
const optionalLists = {
	education: (text: string) => [{ school: text, degree: text, fieldOfStudy: text, startYear: "2014", endYear: "2018" }],
	workExperience: (text: string) => [
		{ title: text, company: text, location: text, description: text, startYear: "2014", endYear: "2018" },
	],
};

/** They end the test's own session or account, or ask for a secret first. */
const leftAlone = /^\/(?:sign-out|accounts\/|account\/(?:password|authenticator))/;
/** Pages without links to them: before sign-in, and responses to forms. */
const withoutLink = new Set([
	"/sign-in",
	"/sign-in-first",
	"/sign-in/provider",
	"/sign-in/provider/return",
	"/join/:token",
	"/account/password",
	"/account/authenticator",
	"/prove",
	"/prove-first",
	"/not-allowed",
	"/live",
	"/search",
	"/calls/subscribe",
	"/jobs/:id/publish",
	// Read below, by the forms that lead to them.
	"/applications/answer",
	"/applications/board/answer",
	"/applications/answers/:batch",
	"/interviews/:reference",
	"/calls/interviews/:interview",
	// Requested by scripts, or shown in a frame without scripts.
	"/studio/preview",
	"/studio/pictures/library",
	// Off in this company; desk-newsletter.test.ts plants texts in it.
	"/newsletter",
	"/newsletter/:id",
	"/newsletter/:id/preview",
	// The target of a button in a document's form.
	"/studio/pictures/choose",
	"/*",
]);

/** A document of the site that has all pages of the studio. */
const studioPost = "blog/first-page-of-the-month.md";
const studioPages = [
	"/studio/start",
	"/studio/start/launch",
	"/studio/samples",
	"/studio/new",
	"/studio/pictures/of/home/hero.svg",
	`/studio/rename/${studioPost}`,
	`/studio/delete/${studioPost}`,
	`/studio/history/${studioPost}`,
	"/studio/calendar",
	"/studio/previews",
	"/studio/scheduled",
	"/studio/conflicts",
	"/opening-hours",
	`/studio/documents/${studioPost}`,
	`/studio/publish?path=${studioPost}`,
	"/studio",
];

async function openDesk(base?: ContentSource) {
	// All calls use one slot.
	const asked = { key: "why", kind: "long-text" as const, label: "Why?", required: false, options: [] };
	const company = {
		...testCompany,
		demo: { ...testCompany.demo, callsPerSlot: 9 },
		enquiryForms: [{ service: "", title: "", questions: [asked], owners: [] }],
		notices: testNotices,
	};
	const server = await startTestServer("sqlite", { company });
	const { database, clock } = server;
	const now = clock.now();
	await database.write(async (transaction) => {
		await insertJobs(transaction, [testJob], now);
		await addSourceLink(transaction, testSourceLink, now);
	});
	const desk = await server.openDesk(base && { base });
	const host = { ...bothPurposes, purposes: ["interview" as const] };
	await database.write((transaction) => saveHost(transaction, desk.accountId, host, { version: 0, now }));
	const mailbox = { address: "sales@narangi.example", kind: "enquiry", hasPlusAddresses: false, readsEarlier: false };
	const settings = { by: "http" as const, secret: "secret" };
	await database.write((transaction) => addMailbox(transaction, { ...mailbox, settings }, now));
	await database.write((transaction) => addWebhook(transaction, testWebhook, now));
	return { server, desk };
}

/**
 * Sends a visitor's form with a text in every field that accepts it.
 * @returns those fields
 */
async function plantAsVisitor({ url }: TestServer, path: keyof typeof visitorForms, text: string): Promise<string[]> {
	const own: Record<string, string> = visitorForms[path];
	const lists = path === "/api/applications" ? Object.entries(optionalLists) : [];
	const planted: Record<string, string> = {
		...Object.fromEntries(Object.keys(own).map((name) => [name, text])),
		...Object.fromEntries(lists.map(([name, list]) => [name, JSON.stringify(list(text))])),
	};
	const refused = new Set<string>(["jobId"]);
	for (;;) {
		const fields = Object.fromEntries(
			Object.keys(planted).map((name) => [name, (refused.has(name) ? own[name] : planted[name]) ?? ""]),
		);
		const isUpload = path === "/api/applications";
		const response = await fetch(url + path, {
			method: "POST",
			...(isUpload
				? { body: createApplicationForm(fields, { name: `${text}.pdf`, content: createPdf() }) }
				: {
						headers: { "content-type": "application/json" },
						body: JSON.stringify({ ...fields, answers: { why: text } }),
					}),
		});
		if (response.ok) return Object.keys(planted).filter((name) => !refused.has(name));
		const { errors = [] } = (await response.json()) as { errors?: { field: string }[] };
		const more = errors.map(({ field }) => field.split(".")[0] ?? "").filter((field) => !refused.has(field));
		if (more.length === 0) throw new Error(`${path} took ${text} in no field: ${response.status}`);
		for (const field of more) refused.add(field);
	}
}

/** Stores a request about data with a text as its name and message, without the spaces around them, as its form does. */
const plantAsRequest = ({ database, clock }: TestServer, text: string, index: number) =>
	storePrivacyRequest(database, {
		reference: `PRV-${String(index).padStart(8, "0")}`,
		receivedAt: clock.now(),
		name: text.trim(),
		message: text.trim(),
	});

/** Gives a member the first call, and adds time off and a closed day with a text on its day. */
async function plantByAbsences({ database, clock }: TestServer, desk: TestDesk, text: string): Promise<void> {
	const [call] = await listBookings(database.db, { states: ["booked"], limit: 1 });
	if (!call) throw new Error("There is no call");
	const { reference } = call;
	const interval = intervalOf(call);
	await database.write((transaction) =>
		insertReservations(
			transaction,
			[desk.accountId],
			{ purpose: demoCallPurpose, reference, ...interval },
			clock.now(),
		),
	);
	const from = findDate(interval.startMs, testCompany.timeZone);
	for (const [path, does] of [
		["/my-calendar", "time-off"],
		["/closures", "add"],
	] as const)
		expect((await sendForm(desk, path, Object.entries({ do: does, from, text }))).statusCode).toBe(303);
}

/** Receives an e-mail with a text in its sender's name, subject, body and a file's name, in a record of each kind. */
async function plantByEmail(server: TestServer, text: string): Promise<void> {
	const { database, clock } = server;
	const { receive } = await openMailbox(server, "enquiry");
	const encoded = `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
	const records = await database.db.selectFrom("records").select(["kind", "reference"]).orderBy("kind").execute();
	for (const kind of ["enquiry", "booking", "application", "request"]) {
		const to = records.find((record) => record.kind === kind)?.reference ?? "";
		const { id, reference } = await receive(text, {
			headers: { From: `${encoded} <asha@visitor.example>`, Subject: encoded },
			files: { [encoded]: Buffer.from(text) },
		});
		const moved = await database.write((transaction) =>
			fileMessage(transaction, { id, from: reference, to, by: "" }, createTestKinds(), clock.now()),
		);
		expect([kind, to, moved]).toEqual([kind, expect.any(String), expect.objectContaining({})]);
	}
}

/** Opens an incident of the member's own account with a text, and returns its path. */
async function openIncident(desk: TestDesk, text: string): Promise<string> {
	const typed = {
		do: "save",
		title: text,
		actor: desk.accountId,
		from: "2026-11-22T10:00",
		awareAt: "2026-11-23T10:00",
		notes: text,
	};
	const { statusCode, headers } = await sendForm(desk, "/incidents/new", Object.entries(typed));
	expect(statusCode).toBe(303);
	return String(headers.location);
}

/** Uploads a file to import, with a text as its name, as the name of a column and as a value. */
async function plantByFile(desk: TestDesk, text: string): Promise<void> {
	const cell = `"${text.replaceAll('"', '""')}"`;
	const file = new File([`${cell},Email\n${cell},asha@visitor.example\n`], `${text}.csv`);
	const { statusCode } = await createDeskBrowser(desk).postFiles("/import", { kind: "leads" }, [file]);
	expect(statusCode).toBe(303);
}

/** Opens every linked page, and finds nothing on it that a text could have planted. */
function readEveryPage(desk: TestDesk) {
	return readAllPages(desk, (address, { faults }, body) => {
		expect([address, ...faults]).toEqual([address]);
		expect([address, turningMarks.test(body)]).toEqual([address, false]);
	});
}

/** Sends a form of the desk by each of its buttons, with a text in every typed field. */
async function plantAsStaff(desk: TestDesk, { action, fields, texts, buttons }: DeskForm, text: string) {
	const answers: string[] = [];
	for (const button of buttons.length > 0 ? buttons : [undefined]) {
		const sent = [...fields, ...texts.map((name): [string, string] => [name, text]), ...(button ? [button] : [])];
		const { statusCode, body } = await sendForm(desk, action, sent);
		expect([action, button, statusCode < 500]).toEqual([action, button, true]);
		answers.push(body);
	}
	return answers;
}

/** Replies to an application with a text, and returns the pages of the preview and of the bulk reply. */
async function answerWith(desk: TestDesk, reference: string, text: string): Promise<string[]> {
	const post = (fields: [string, string][]) => sendForm(desk, "/applications/answer", fields);
	const chosen: [string, string][] = [
		["reference", reference],
		["subject", text],
		["text", text],
		["stage", ""],
		["delay", "24"],
	];
	const preview = await post([...chosen, ["step", "preview"]]);
	const [, batch = ""] = /name="batch" value="([^"]+)"/.exec(preview.body) ?? [];
	const [, version = ""] = /name="version" value="([^"]+)"/.exec(preview.body) ?? [];
	const sent = await post([...chosen, ["version", version], ["batch", batch], ["step", "send"]]);
	expect(sent.headers.location).toBe(`/applications/answers/${batch}`);
	const underWay = await desk.inject({ url: `/applications/answers/${batch}`, headers: { host: "localhost:3001" } });
	return [preview.body, underWay.body];
}

/** Offers an interview with a text, and returns the pages of the preview and of the interview. */
async function offerWith(
	{ desk, server }: Awaited<ReturnType<typeof openDesk>>,
	application: string,
	text: string,
): Promise<string[]> {
	const path = `/applications/${application}/interview`;
	const chosen: [string, string][] = [
		["host", desk.accountId],
		["length", "45"],
		["first", "2026-11-24"],
		["last", "2026-11-25"],
		["place", "phone"],
		["subject", text],
		["text", text],
	];
	const preview = await sendForm(desk, path, [...chosen, ["do", "preview"]]);
	const sent = await sendForm(desk, path, [...chosen, ["do", "send"]]);
	expect(sent.headers.location).toBe(`/applications/${application}#interviews`);
	const offered = (await listInterviewsOf(server.database.db, [application])).at(-1);
	const shown = [preview.body];
	for (const page of ["/interviews", "/calls/interviews"]) {
		const url = `${page}/${offered?.reference}`;
		const interview = await desk.inject({ url, headers: { host: "localhost:3001" } });
		expect(interview.statusCode).toBe(200);
		shown.push(interview.body);
	}
	return shown;
}

function sendForm(desk: TestDesk, url: string, fields: [string, string][]) {
	return desk.inject({
		method: "POST",
		url,
		headers: {
			host: "localhost:3001",
			"sec-fetch-site": "same-origin",
			"content-type": "application/x-www-form-urlencoded",
		},
		payload: new URLSearchParams(fields).toString(),
	});
}

// It makes thousands of requests, which take a busy machine more than the usual limit.
test(
	"nothing that a visitor or a colleague types into any field is more than text on any page of the desk",
	{ timeout: 1_200_000 },
	async () => {
		const { server, desk } = await openDesk();
		const taken = new Map<string, Set<string>>();
		for (const text of hostileTexts)
			for (const path of Object.keys(visitorForms) as (keyof typeof visitorForms)[]) {
				const fields = await plantAsVisitor(server, path, text);
				taken.set(path, new Set([...(taken.get(path) ?? []), ...fields]));
			}
		// If a form refused everything, the test would show nothing.
		expect([...(taken.get("/contactus/submit") ?? [])]).toEqual(
			expect.arrayContaining(["firstName", "lastName", "message"]),
		);
		expect([...(taken.get("/demo/book") ?? [])]).toEqual(expect.arrayContaining(["firstName", "message"]));
		expect([...(taken.get("/api/applications") ?? [])]).toEqual(
			expect.arrayContaining(["fullName", "city", "coverLetter", "education"]),
		);

		for (const [index, text] of hostileTexts.entries()) await plantAsRequest(server, text, index);

		// One without a resume, which is to be completed.
		const [planted = ""] = staffTexts;
		const entered = {
			senderName: planted,
			email: "entered@visitor.example",
			text: planted,
			source: "event",
			consent: planted,
		};
		expect((await sendForm(desk, "/applications/new", Object.entries(entered))).statusCode).toBe(303);

		await openIncident(desk, planted);

		await plantByEmail(server, planted);
		await plantByFile(desk, planted);
		await plantByAbsences(server, desk, planted);

		const routes = (await loadTestDesk()).pages;
		const studioPatterns = new Set(studioPages.map((path) => routes.findRoute(path.split("?")[0] ?? "")?.pattern));
		const before = await readEveryPage(desk);
		const forms = new Map(
			[...before.pages.values()]
				.flatMap((page) => page.forms)
				.filter(({ action, method, texts }) => method === "post" && texts.length > 0 && !leftAlone.test(action))
				// Forms of one record stand for those of all.
				.map((form) => [JSON.stringify([routes.findRoute(form.action)?.pattern, form.texts, form.buttons]), form]),
		);
		expect(forms.size).toBeGreaterThan(10);
		for (const form of forms.values())
			for (const text of staffTexts)
				for (const body of await plantAsStaff(desk, form, text)) {
					expect([form.action, text, ...readDeskPage(body).faults]).toEqual([form.action, text]);
					expect([form.action, turningMarks.test(body)]).toEqual([form.action, false]);
				}

		const [application = ""] = [...before.pages.keys()].flatMap((path) => /APP-\w{8}$/.exec(path) ?? []);
		for (const text of staffTexts)
			for (const body of [
				...(await answerWith(desk, application, text)),
				...(await offerWith({ server, desk }, application, text)),
			]) {
				expect([text, ...readDeskPage(body).faults]).toEqual([text]);
				expect(body).toContain("planted()");
				expect(turningMarks.test(body)).toBe(false);
			}

		const { pages } = await readEveryPage(desk);
		// A form may end what leads to its page.
		const seen = new Set(
			[...before.pages.keys(), ...pages.keys()].map((path) => routes.findRoute(path.split("?")[0] ?? "")?.pattern),
		);
		const readable = routes.routes.filter(({ id }) => access[id]?.get !== undefined && !access[id].isDownload);
		expect(
			readable
				.map(({ pattern }) => pattern)
				.filter((pattern) => !seen.has(pattern) && !withoutLink.has(pattern) && !pattern.endsWith("/change"))
				// Read below, with an editable site.
				.filter((pattern) => !studioPatterns.has(pattern)),
		).toEqual([]);
		const shown = [...pages.values()].map(({ text }) => text).join("\n");
		for (const text of hostileTexts) expect(shown).toContain(text);
	},
);

test("nothing that a colleague types into a form of the studio is more than text on any of its pages", async () => {
	const { desk } = await openDesk(await readTestContent());
	const readPage = async (url: string) => {
		const { statusCode, body } = await desk.inject({ url, headers: { host: "localhost:3001" } });
		expect([url, statusCode]).toEqual([url, 200]);
		const page = readDeskPage(body);
		expect([url, ...page.faults]).toEqual([url]);
		expect([url, turningMarks.test(body)]).toEqual([url, false]);
		return page;
	};
	let sent = 0;
	for (const text of staffTexts) {
		for (const url of studioPages) {
			const forms = (await readPage(url)).forms.filter(({ method, texts }) => method === "post" && texts.length > 0);
			for (const form of forms)
				for (const body of await plantAsStaff(desk, form, text)) {
					sent++;
					expect([form.action, text, ...readDeskPage(body).faults]).toEqual([form.action, text]);
					expect([form.action, turningMarks.test(body)]).toEqual([form.action, false]);
				}
		}
		const shown = await Promise.all(studioPages.map(readPage));
		// As the title of a draft.
		expect(shown.at(-1)?.text).toContain("planted()");
	}
	expect(sent).toBeGreaterThan(10);
});

test("no cell of a CSV that leaves the desk is a formula, whichever field it was typed into", async () => {
	const { server, desk } = await openDesk();
	for (const text of formulas)
		for (const path of Object.keys(visitorForms) as (keyof typeof visitorForms)[]) {
			await plantAsVisitor(server, path, text);
		}
	for (const [index, text] of formulas.entries()) await plantAsRequest(server, text, index);
	const rows = formulas.map((text) => `"${text.replaceAll('"', '""')}"`);
	const table = new File([`${rows.join()},Email\n${rows.join()}\n${rows.join()}\n`], "leads.csv");
	expect((await createDeskBrowser(desk).postFiles("/import", { kind: "leads" }, [table])).statusCode).toBe(303);
	const incident = await openIncident(desk, "planted");
	const read = (url: string) => desk.inject({ url, headers: { host: "localhost:3001" } });
	await read("/enquiries");
	// Reads are stored soon after the response.
	await eventually(async () => expect((await read(`${incident}/people.csv`)).body).toContain("planted"));
	const downloads = (await loadTestDesk()).pages.routes.filter(({ pattern }) => pattern.endsWith(".csv"));
	expect(downloads.length).toBeGreaterThanOrEqual(3);
	for (const { pattern } of downloads) {
		const url = pattern
			.replace("/jobs/:id", `/jobs/${testJob.id}`)
			.replace("/incidents/:id", incident)
			.replace(":number", "1");
		const { body, statusCode } = await read(url);
		expect([pattern, statusCode, body.includes("planted")]).toEqual([pattern, 200, true]);
		const cells = readCells(body);
		expect([pattern, cells.length > 20, cells.filter((cell) => startOfFormula.test(cell))]).toEqual([
			pattern,
			true,
			[],
		]);
	}
});

/** Reads CSV as in RFC 4180. */
function readCells(csv: string): string[] {
	return [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
		([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
	);
}
