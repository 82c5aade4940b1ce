import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { describe, expect, test } from "vitest";
import { endSessionsOf } from "../core/accounts/sessions.server.ts";
import { updateAccount } from "../core/accounts/store.server.ts";
import { addApiToken } from "../core/api-tokens/api-token-store.server.ts";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { addMailbox } from "../core/conversations/incoming/mailbox-store.server.ts";
import { addSourceLink } from "../core/records/source-links.server.ts";
import { addWebhook } from "../core/webhooks/webhook-store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { roles, type Role } from "../shared/roles.ts";
import { testBooking } from "../tests/support/demo-booking.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { openMailbox } from "../tests/support/desk-mail.ts";
import { createPdf } from "../tests/support/documents.ts";
import { bothPurposes } from "../tests/support/interviews.ts";
import {
	createApplicationFields,
	createApplicationForm,
	testJob,
	testSourceLink,
} from "../tests/support/job-application.ts";
import { storePrivacyRequest } from "../tests/support/privacy-requests.ts";
import { readAllPages } from "../tests/support/read-desk-page.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { readTables } from "../tests/support/stored-data.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { loadTestDesk } from "../tests/support/test-desk.ts";
import { startTestServer, testCompany, type TestDesk, type TestServer } from "../tests/support/test-server.ts";
import { testWebhook } from "../tests/support/webhook-receiver.ts";

type Visitor = Role | "nobody";

const nobody: Visitor[] = [];
const anybody: Visitor[] = ["nobody", ...roles];
const staff: Visitor[] = [...roles];
const sales: Visitor[] = ["admin", "sales"];
const recruiters: Visitor[] = ["admin", "recruiter"];
const sellersAndRecruiters: Visitor[] = ["admin", "sales", "recruiter"];
const admins: Visitor[] = ["admin"];
const editors: Visitor[] = ["admin", "editor"];
const interviewers: Visitor[] = ["admin", "recruiter", "interviewer"];
const calendarOwners: Visitor[] = ["admin", "sales", "recruiter", "interviewer"];
/** Members with work besides interviews. */
const widelyWorking: Visitor[] = ["admin", "sales", "recruiter", "editor"];

/**
 * docs/product/desk.md, Who works here, address by address: who may read it and who may send its form, stated independently of the code.
 */
const expected: Record<string, { get: Visitor[]; post: Visitor[] }> = {
	"/sign-in": { get: anybody, post: anybody },
	"/sign-in-first": { get: anybody, post: anybody },
	"/sign-in/provider": { get: anybody, post: nobody },
	"/sign-in/provider/return": { get: anybody, post: nobody },
	"/logo.png": { get: anybody, post: nobody },
	"/app-icons/:name": { get: anybody, post: nobody },
	"/manifest.webmanifest": { get: anybody, post: nobody },
	"/service-worker.js": { get: anybody, post: nobody },
	"/join/:token": { get: anybody, post: anybody },
	"/sign-out": { get: nobody, post: staff },
	"/not-allowed": { get: nobody, post: nobody },
	"/prove": { get: staff, post: staff },
	"/prove-first": { get: staff, post: staff },
	"/account": { get: staff, post: staff },
	"/account/password": { get: staff, post: staff },
	"/account/authenticator": { get: staff, post: staff },
	"/": { get: staff, post: nobody },
	"/live": { get: staff, post: nobody },
	"/notifications": { get: staff, post: staff },
	"/keyboard": { get: staff, post: nobody },
	"/numbers": { get: widelyWorking, post: nobody },
	"/go": { get: staff, post: staff },
	"/go/find": { get: nobody, post: staff },
	"/settings": { get: staff, post: nobody },
	"/opening-hours": { get: editors, post: editors },
	"/search": { get: staff, post: staff },
	"/enquiries": { get: sales, post: nobody },
	"/enquiries/change": { get: sales, post: sales },
	"/enquiries/views": { get: sales, post: sales },
	"/enquiries/new": { get: sales, post: sales },
	"/enquiries/:reference": { get: sales, post: sales },
	"/enquiries/:reference/draft": { get: nobody, post: sales },
	"/enquiries/:reference/files/:file": { get: sales, post: nobody },
	"/enquiries/:reference/messages/:message": { get: sales, post: nobody },
	"/enquiries/:reference/messages/:message/forward": { get: sales, post: sales },
	"/enquiries.csv": { get: sales, post: nobody },
	"/bookings": { get: sales, post: nobody },
	"/bookings/change": { get: sales, post: sales },
	"/bookings/views": { get: sales, post: sales },
	"/bookings/:reference": { get: sales, post: sales },
	"/bookings/:reference/draft": { get: nobody, post: sales },
	"/bookings/:reference/files/:file": { get: sales, post: nobody },
	"/bookings/:reference/messages/:message": { get: sales, post: nobody },
	"/bookings/:reference/messages/:message/forward": { get: sales, post: sales },
	"/bookings.csv": { get: sales, post: nobody },
	"/bookings/:reference/enquiry": { get: nobody, post: sales },
	"/calls": { get: sellersAndRecruiters, post: nobody },
	"/calls/:reference": { get: sales, post: sales },
	"/calls/interviews/:interview": { get: recruiters, post: recruiters },
	"/calls/new": { get: sales, post: sales },
	"/my-calendar": { get: calendarOwners, post: calendarOwners },
	"/my-calendar/time-off/:absence": { get: calendarOwners, post: calendarOwners },
	"/hosts": { get: admins, post: nobody },
	"/hosts/:id": { get: admins, post: admins },
	"/hosts/:id/time-off/:absence": { get: admins, post: admins },
	"/closures/:absence": { get: sellersAndRecruiters, post: sellersAndRecruiters },
	"/closures": { get: sellersAndRecruiters, post: sellersAndRecruiters },
	"/calls/subscribe": { get: sales, post: sales },
	"/applications": { get: recruiters, post: nobody },
	"/applications/change": { get: recruiters, post: recruiters },
	"/applications/views": { get: recruiters, post: recruiters },
	"/applications/new": { get: recruiters, post: recruiters },
	"/applications/answer": { get: recruiters, post: recruiters },
	"/applications/answers/:batch": { get: recruiters, post: recruiters },
	"/applications/board": { get: recruiters, post: recruiters },
	"/applications/board/answer": { get: recruiters, post: recruiters },
	"/applications/board/:reference": { get: recruiters, post: recruiters },
	"/applications/:reference": { get: recruiters, post: recruiters },
	"/applications/:reference/draft": { get: nobody, post: recruiters },
	"/applications/:reference/files/:file": { get: recruiters, post: nobody },
	"/applications/:reference/messages/:message": { get: recruiters, post: nobody },
	"/applications/:reference/messages/:message/forward": { get: recruiters, post: recruiters },
	"/applications/:reference/file": { get: recruiters, post: nobody },
	"/applications/:reference/resume": { get: recruiters, post: nobody },
	"/applications/:reference/complete": { get: recruiters, post: recruiters },
	"/applications/:reference/interview": { get: recruiters, post: recruiters },
	"/interviews": { get: recruiters, post: nobody },
	"/interviews/:reference": { get: interviewers, post: recruiters },
	"/my-interviews": { get: interviewers, post: nobody },
	"/my-interviews/:reference": { get: interviewers, post: interviewers },
	"/my-interviews/:reference/file": { get: interviewers, post: nobody },
	"/my-interviews/:reference/resume": { get: interviewers, post: nobody },
	"/applications.csv": { get: recruiters, post: nobody },
	"/jobs": { get: recruiters, post: nobody },
	"/jobs/new": { get: recruiters, post: recruiters },
	"/jobs/preview": { get: nobody, post: recruiters },
	"/jobs/:id": { get: recruiters, post: recruiters },
	"/jobs/:id/export": { get: recruiters, post: nobody },
	"/jobs/:id/applications.csv": { get: recruiters, post: nobody },
	"/jobs/:id/applications.zip": { get: recruiters, post: nobody },
	"/jobs/:id/stages": { get: recruiters, post: recruiters },
	"/jobs/:id/criteria": { get: recruiters, post: recruiters },
	"/jobs/:id/publish": { get: recruiters, post: recruiters },
	"/source-links": { get: recruiters, post: nobody },
	"/source-links/new": { get: recruiters, post: recruiters },
	"/source-links/:name": { get: recruiters, post: recruiters },
	"/self-identification": { get: recruiters, post: nobody },
	"/templates": { get: sellersAndRecruiters, post: sellersAndRecruiters },
	"/templates/new": { get: sellersAndRecruiters, post: sellersAndRecruiters },
	"/templates/:id": { get: sellersAndRecruiters, post: sellersAndRecruiters },
	"/studio/pictures": { get: editors, post: editors },
	"/studio/pictures/choose": { get: editors, post: editors },
	"/studio/pictures/library": { get: editors, post: editors },
	"/studio/pictures/master/:address/*": { get: editors, post: nobody },
	"/studio/pictures/of/*": { get: editors, post: editors },
	"/pictures/:address/:name": { get: editors, post: nobody },
	"/studio": { get: editors, post: nobody },
	"/studio/start": { get: editors, post: editors },
	"/studio/start/:step": { get: editors, post: editors },
	"/studio/samples": { get: editors, post: editors },
	"/studio/documents/*": { get: editors, post: editors },
	"/studio/drafts/*": { get: nobody, post: editors },
	"/studio/markdown": { get: nobody, post: editors },
	"/studio/preview": { get: editors, post: nobody },
	"/studio/new": { get: editors, post: editors },
	"/studio/rename/*": { get: editors, post: editors },
	"/studio/delete/*": { get: editors, post: editors },
	"/studio/publish": { get: editors, post: editors },
	"/studio/calendar": { get: editors, post: nobody },
	"/studio/previews": { get: editors, post: editors },
	"/studio/scheduled": { get: editors, post: editors },
	"/newsletter": { get: editors, post: editors },
	"/newsletter/:id": { get: editors, post: editors },
	"/newsletter/:id/preview": { get: editors, post: nobody },
	"/studio/history/*": { get: editors, post: editors },
	"/studio/conflicts": { get: editors, post: editors },
	"/operations": { get: admins, post: admins },
	"/contacts": { get: sellersAndRecruiters, post: sellersAndRecruiters },
	"/notices/:version": { get: sellersAndRecruiters, post: nobody },
	"/people/of/:reference": { get: sellersAndRecruiters, post: sellersAndRecruiters },
	"/people/of/:reference/export": { get: admins, post: nobody },
	"/people/of/:reference/export.zip": { get: nobody, post: admins },
	"/people/of/:reference/erase": { get: admins, post: admins },
	"/emails": { get: admins, post: admins },
	"/messages": { get: sellersAndRecruiters, post: sellersAndRecruiters },
	"/messages/:message/files/:file": { get: sellersAndRecruiters, post: nobody },
	"/mailboxes": { get: admins, post: nobody },
	"/mailboxes/new": { get: admins, post: admins },
	"/mailboxes/:id": { get: admins, post: admins },
	"/webhooks": { get: admins, post: nobody },
	"/webhooks/new": { get: admins, post: admins },
	"/webhooks/:id": { get: admins, post: admins },
	"/api-tokens": { get: admins, post: nobody },
	"/api-tokens/new": { get: admins, post: admins },
	"/api-tokens/:id": { get: admins, post: admins },
	"/api-reference": { get: admins, post: nobody },
	"/api-reference/openapi.json": { get: admins, post: nobody },
	"/incidents": { get: admins, post: nobody },
	"/incidents/new": { get: admins, post: admins },
	"/incidents/:id": { get: admins, post: admins },
	"/incidents/:id/people.csv": { get: admins, post: nobody },
	"/accounts": { get: admins, post: admins },
	"/accounts/:id": { get: admins, post: admins },
	"/import": { get: admins, post: admins },
	"/import/:number": { get: admins, post: admins },
	"/import/:number/report.csv": { get: admins, post: nobody },
	"/request-register": { get: admins, post: nobody },
	"/requests": { get: admins, post: nobody },
	"/requests/change": { get: admins, post: admins },
	"/requests/views": { get: admins, post: admins },
	"/requests/new": { get: admins, post: admins },
	"/requests/:reference": { get: admins, post: admins },
	"/requests/:reference/draft": { get: nobody, post: admins },
	"/requests/:reference/files/:file": { get: admins, post: nobody },
	"/requests/:reference/messages/:message": { get: admins, post: nobody },
	"/requests/:reference/messages/:message/forward": { get: admins, post: admins },
	"/requests.csv": { get: admins, post: nobody },
	"/audit-log": { get: admins, post: nobody },
	"/*": { get: staff, post: nobody },
};

/** Routes that need a fresh proof. */
const needsFreshProof = [
	"/people/of/:reference/export",
	"/people/of/:reference/export.zip",
	"/people/of/:reference/erase",
	"/account/password",
	"/account/authenticator",
	"/enquiries.csv",
	"/bookings.csv",
	"/applications.csv",
	"/requests.csv",
	"/jobs/:id/export",
	"/jobs/:id/applications.csv",
	"/jobs/:id/applications.zip",
	"/calls/subscribe",
	"/webhooks/new",
	"/api-tokens/new",
	"/incidents/:id/people.csv",
	"/import/:number/report.csv",
];

/** Routes that need one only to send their form. */
const needsFreshProofToSend = ["/webhooks/:id", "/api-tokens/:id"];

function addressOf(pattern: string): string {
	return pattern
		.replace(":version", "0123456789ab-24")
		.replace(":reference", "ENQ-7K3F9QXM")
		.replace(":file", "reply-0f0f0f0f-0000-4000-8000-000000000000")
		.replace(":batch", "0f0f0f0f-0000-4000-8000-000000000000")
		.replace(":token", "0".repeat(40))
		.replace(":address", "0123456789abcdef")
		.replace(":name", "nothing.avif")
		.replace(":number", "987654321")
		.replace(":id", "0f0f0f0f-0000-4000-8000-000000000000")
		.replace("*", "no/such/page");
}

type Outcome = "answered" | "sign-in" | "prove" | "refused";

/** Requests an address, for the page or its data alone, and returns the outcome. */
async function ask(
	app: FastifyInstance,
	{
		method,
		url,
		cookie,
		isData,
	}: { method: "GET" | "POST"; url: string; cookie?: string | undefined; isData: boolean },
): Promise<Outcome> {
	const response = await app.inject({
		method,
		url: isData ? `${url === "/" ? "/_" : url}.data` : url,
		headers: {
			host: "localhost:3001",
			"sec-fetch-site": "same-origin",
			...(cookie !== undefined && { cookie }),
			...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
		},
		...(method === "POST" && { payload: "" }),
	});
	return readOutcome(url, response);
}

function readOutcome(url: string, { statusCode, headers, body }: LightMyRequestResponse): Outcome {
	const place = statusCode === 202 ? (/"(\/[^"]*)"/.exec(body)?.[1] ?? "") : (headers.location ?? "");
	if (statusCode >= 500) throw new Error(`${url} answered with ${statusCode}: ${body}`);
	if (statusCode === 403 || statusCode === 405 || /"ErrorResponse".*\b403\b/.test(body)) return "refused";
	// The sign-in page redirects people who are signed in.
	if (/^\/sign-in(?:\?|$)/.test(place) && !url.startsWith("/sign-")) return "sign-in";
	if (place.startsWith("/prove?") && url !== "/prove-first") return "prove";
	return "answered";
}

const { pages } = await loadTestDesk();
const patterns = pages.routes.map(({ pattern }) => pattern);

test("every address of the desk has its access written down", () => {
	expect(patterns.toSorted()).toEqual(Object.keys(expected).toSorted());
});

async function startDesk(): Promise<TestServer & { desk: FastifyInstance }> {
	const server = await startTestServer("sqlite");
	return { ...server, desk: (await server.openDesk()).app };
}

let people = 0;

/** A separate session for each request: signing out ends it. */
async function signIn(server: TestServer, of: readonly Role[], now = server.clock.now()) {
	people += 1;
	const { token, accountId } = await signInStaff(server.database, { now, roles: of, email: `${people}@staff.example` });
	return { accountId, cookie: `desk-session=${token}` };
}

describe.each(["GET", "POST"] as const)("by %s", (method) => {
	describe.each([false, true])("with its data alone %j", (isData) => {
		// `npm test` asks as scripts do, which leaves out drawing every page for every role.
		const options = { tags: isData ? [] : ["all"] };
		const listOf = (pattern: string) => expected[pattern]?.[method === "GET" ? "get" : "post"] ?? [];

		test.each(roles)("%s reaches exactly its own pages", options, async (role) => {
			const server = await startDesk();
			for (const pattern of patterns) {
				const { cookie } = await signIn(server, [role]);
				const outcome = await ask(server.desk, { method, url: addressOf(pattern), cookie, isData });
				expect([pattern, outcome]).toEqual([pattern, listOf(pattern).includes(role) ? "answered" : "refused"]);
			}
		});

		test("without a session there is only the form to sign in", options, async () => {
			const server = await startDesk();
			const { database, clock } = server;
			const revoked = await signIn(server, ["admin"]);
			await database.write((transaction) => endSessionsOf(transaction, revoked.accountId));
			const disabled = await signIn(server, ["admin"]);
			await database.write((transaction) =>
				updateAccount(transaction, disabled.accountId, { disabledAt: clock.now() }),
			);
			const old = await signIn(server, ["admin"], clock.now().subtract({ hours: 7 * 24 }));
			await database.db
				.updateTable("sessions")
				.set({ usedAt: toInstantText(clock.now()) })
				.where("accountId", "=", old.accountId)
				.execute();
			const cookies = {
				none: undefined,
				old: old.cookie,
				idle: (await signIn(server, ["admin"], clock.now().subtract({ hours: 12 }))).cookie,
				revoked: revoked.cookie,
				disabled: disabled.cookie,
				forged: `desk-session=${"a".repeat(43)}`,
				empty: "desk-session=",
				odd: "desk-session=%00%ff; desk-session",
			};
			for (const pattern of patterns)
				for (const [kind, cookie] of Object.entries(cookies)) {
					const outcome = await ask(server.desk, { method, url: addressOf(pattern), cookie, isData });
					expect([pattern, kind, outcome]).toEqual([
						pattern,
						kind,
						listOf(pattern).includes("nobody") || pattern.startsWith("/sign-") ? "answered" : "sign-in",
					]);
				}
		});

		test("exports and ways to sign in need a fresh proof", options, async () => {
			const server = await startDesk();
			for (const pattern of patterns) {
				const { cookie } = await signIn(server, ["admin"], server.clock.now().subtract({ minutes: 10 }));
				const outcome = await ask(server.desk, { method, url: addressOf(pattern), cookie, isData });
				if (outcome === "refused") continue;
				const needsProof = [...needsFreshProof, ...(method === "POST" ? needsFreshProofToSend : [])].includes(pattern);
				expect([pattern, outcome]).toEqual([pattern, needsProof ? "prove" : "answered"]);
			}
		});

		test("the public listener has none of it, for anybody, and responds to all alike", options, async () => {
			const server = await startDesk();
			const cookies = await Promise.all(roles.map(async (role) => (await signIn(server, [role])).cookie));
			const idle = await signIn(server, ["admin"], server.clock.now().subtract({ hours: 12 }));
			for (const pattern of patterns) {
				const url = `${addressOf(pattern)}${isData ? ".data" : ""}`;
				const answers = new Set<string>();
				for (const cookie of ["", idle.cookie, ...cookies]) {
					const { statusCode, body, headers } = await server.app.inject({ method, url, headers: { cookie } });
					// A refused form leads back to the address that it was sent to.
					const told = body.replace(url, "");
					expect([pattern, /· Desk ·|Robin|ENQ-/.test(told), headers["set-cookie"]]).toEqual([
						pattern,
						false,
						undefined,
					]);
					answers.add(`${statusCode} ${body}`);
				}
				expect([pattern, answers.size]).toEqual([pattern, 1]);
			}
		});
	});
});

test.each([
	"/ENQUIRIES",
	"/enquiries/",
	"//enquiries",
	"/sign-in/../enquiries",
	"/sign-in/%2e%2e/enquiries",
	"/sign-in%2f..%2fenquiries",
	"/.//enquiries",
	"/\\enquiries",
	"/enquiries;x=/sign-in",
	"/enquiries.data/",
	"/enquiries.data.data",
	"/_.data/enquiries",
	"/enquiries/_.data",
	"/sign-in.data?_routes=enquiries",
	"/sign-in?index&_routes=routes%2Ftoday",
])("an odd spelling reaches no record without a session: %s", async (url) => {
	const server = await startDesk();
	const { statusCode, body } = await server.desk.inject({ url, headers: { host: "localhost:3001" } });
	expect(statusCode).toBeLessThan(500);
	expect(body).not.toMatch(/Enquiries|Received|Today|Numbers/);
});

/** Forms that no page links to, is asked for by scripts, or shows only in another state. */
const draft = { draft: "reply", tab: "one", version: "0", subject: "Hello", text: "Good morning" };
const forwarding = { do: "send", to: "partner@elsewhere.example", subject: "Hello", text: "For you." };
const otherForms: Record<string, Record<string, string>> = {
	"/sign-in": { email: "asha@staff.example", password: "a long enough password" },
	"/sign-in-first": { search: "asha" },
	"/join/:token": { name: "Asha", password: "a long enough password" },
	"/prove": { password: "a long enough password" },
	"/prove-first": { password: "a long enough password" },
	"/account/password": { password: "a long enough password" },
	"/notifications": { do: "read-all" },
	"/go/find": { search: "Asha" },
	"/enquiries/:reference/draft": draft,
	"/bookings/:reference/draft": draft,
	"/applications/:reference/draft": draft,
	"/requests/:reference/draft": draft,
	"/bookings/:reference/messages/:message/forward": forwarding,
	"/applications/:reference/messages/:message/forward": forwarding,
	"/requests/:reference/messages/:message/forward": forwarding,
	"/applications/:reference/complete": { topic: testJob.id, phone: "+91 98100 00000" },
	"/applications/answers/:batch": { do: "stop" },
	"/applications/board": { reference: "APP", stage: "rejected", version: "1" },
	"/applications/board/answer": {
		step: "send",
		reference: "APP",
		version: "1",
		subject: "Hello",
		text: "Thank you.",
	},
	"/interviews/:reference": { do: "cancel", message: "We must cancel." },
	"/calls/interviews/:interview": { do: "cancel", message: "We must cancel." },
	"/closures/:absence": { do: "cancel", message: "We must cancel." },
	"/hosts/:id/time-off/:absence": { do: "cancel", message: "We must cancel." },
	"/my-calendar/time-off/:absence": { do: "cancel", message: "We must cancel." },
	"/my-interviews/:reference": { do: "score", recommendation: "yes" },
	"/jobs/:id/publish": { revision: "1" },
	"/jobs/preview": { title: "Weaver" },
	"/emails": { action: "retry", reference: "ENQ" },
	"/messages": { do: "delete", id: "0f0f0f0f-0000-4000-8000-000000000000" },
	"/templates": { do: "up", id: "0f0f0f0f-0000-4000-8000-000000000000" },
	"/templates/:id": { do: "save", version: "1", name: "Thanks", subject: "Hello", text: "Thank you." },
	"/studio/conflicts": { do: "studio", path: "faq.yml", draft: "1" },
	"/studio/drafts/*": { version: "0", "fields:items": "0" },
	"/studio/history/*": { revision: "original" },
	"/studio/markdown": { markdown: "**Hello**" },
	"/studio/pictures/choose": { picture: "home/hero.svg" },
	"/studio/pictures/library": { copy: "home/hero.svg" },
	"/studio/previews": { path: "faq.yml", term: "7" },
	"/studio/publish": { draft: "1 faq.yml", when: "now" },
	"/studio/scheduled": { id: "0f0f0f0f-0000-4000-8000-000000000000" },
	"/newsletter": { do: "open", article: "first-page-of-the-month" },
	"/newsletter/:id": { do: "save", subject: "Hello" },
	"/incidents/:id": { do: "save-notice", subject: "Hello", noticeText: "Sorry." },
};

type SentForm = { pattern: string; url: string; fields: [string, string][] };

/** The name of a form's field; the fields and buttons of one document stand for those of all. */
const generalize = ([name]: [string, string]) => /^fields\b/.exec(name)?.[0] ?? name;

/** Lists every form of every page as an admin sees it, by each of its buttons; forms of one record stand for those of all. */
async function listForms(desk: TestDesk): Promise<SentForm[]> {
	const { pages: found } = await readAllPages(desk);
	const forms = [...found].flatMap(([address, page]) =>
		page.forms.filter(({ method }) => method === "post").map((form) => ({ ...form, action: form.action || address })),
	);
	const sent = forms.flatMap(({ action, fields, texts, buttons }) =>
		(buttons.length > 0 ? buttons : [undefined]).map((button) => ({
			pattern: pages.findRoute(action.split(/[?#]/)[0] ?? "")?.pattern ?? action,
			url: action,
			fields: [...fields, ...texts.map((name): [string, string] => [name, fillIn(name)]), ...(button ? [button] : [])],
		})),
	);
	const references = [...found.keys()].flatMap((address) => /(?:ENQ|BKG|APP|PRV)-\w{8}$/.exec(address) ?? []);
	const referenceOf = (prefix: string) => references.find((reference) => reference.startsWith(prefix)) ?? "";
	const others = Object.entries(otherForms).map(([pattern, fields]) => {
		const own = referenceOf(pattern.slice(1, 4).toUpperCase().replace("BOO", "BKG").replace("REQ", "PRV"));
		return {
			pattern,
			url: addressOf(own === "" ? pattern : pattern.replace(":reference", own)),
			fields: Object.entries(fields).map(([name, value]): [string, string] => [
				name,
				name === "reference" ? referenceOf(value) : value,
			]),
		};
	});
	const byKind = new Map(
		[...sent, ...others].map((form) => [
			JSON.stringify([
				form.pattern,
				[...new Set(form.fields.map(generalize))],
				form.fields.find(([name]) => name === "do")?.[1].split(" ")[0],
			]),
			form,
		]),
	);
	return [...byKind.values()];
}

/** Types what a field of this name takes. */
function fillIn(name: string): string {
	if (/mail|^to$|^cc$|^other$/i.test(name)) return "asha@visitor.example";
	if (/day|date|until|from|first|last/i.test(name)) return "2026-12-01";
	return "Words";
}

/** Opens a desk with a record of each kind, a position, a mailbox with a message, and a site that can be edited. */
async function fillDesk() {
	const company = { ...testCompany, demo: { ...testCompany.demo, callsPerSlot: 9 } };
	const server = await startTestServer("sqlite", { company });
	const { database, clock } = server;
	const now = clock.now();
	await database.write(async (transaction) => {
		await insertJobs(transaction, [testJob], now);
		await addSourceLink(transaction, testSourceLink, now);
	});
	const desk = await server.openDesk({ base: await readTestContent() });
	await database.write((transaction) => saveHost(transaction, desk.accountId, bothPurposes, { version: 0, now }));
	const mailbox = { address: "sales@narangi.example", kind: "enquiry", hasPlusAddresses: false, readsEarlier: false };
	const settings = { by: "http" as const, secret: "secret" };
	await database.write((transaction) => addMailbox(transaction, { ...mailbox, settings }, now));
	await database.write((transaction) => addWebhook(transaction, testWebhook, now));
	const endsAt = now.add({ hours: 24 });
	await database.write((transaction) =>
		addApiToken(transaction, { name: "CRM sync", scopes: ["jobs:read"], endsAt, by: desk.accountId }, now),
	);
	await storePrivacyRequest(database, { reference: "PRV-00000001", receivedAt: now });
	const json = { method: "POST", headers: { "content-type": "application/json" } };
	const enquiry = { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "Hello" };
	const application = createApplicationForm(createApplicationFields(testJob), {
		name: "resume.pdf",
		content: createPdf(),
	});
	for (const sent of [
		fetch(`${server.url}/contactus/submit`, { ...json, body: JSON.stringify(enquiry) }),
		fetch(`${server.url}/demo/book`, { ...json, body: JSON.stringify(testBooking) }),
		fetch(`${server.url}/api/applications`, { method: "POST", body: application }),
	])
		expect((await sent).status).toBe(200);
	await (await openMailbox(server, "enquiry")).receive("Good morning");
	const rows = new File(["Email\nasha@visitor.example\n"], "leads.csv");
	expect((await createDeskBrowser(desk).postFiles("/import", { kind: "leads" }, [rows])).statusCode).toBe(303);
	return { server, desk };
}

type Sending = { cookie: string | undefined; isData: boolean; from?: Record<string, string> };

/** Sends a form, by default from a page of the desk. */
function sendForm(app: FastifyInstance, { url, fields }: SentForm, { cookie, isData, from = ownPage }: Sending) {
	const { pathname, search } = new URL(url, "http://localhost:3001");
	return app.inject({
		method: "POST",
		url: `${pathname}${isData ? ".data" : ""}${search}`,
		headers: {
			host: "localhost:3001",
			"content-type": "application/x-www-form-urlencoded",
			...(cookie !== undefined && { cookie }),
			...from,
		},
		payload: new URLSearchParams(fields).toString(),
	});
}

const ownPage = { "sec-fetch-site": "same-origin" };
const elsewhere: Record<string, string>[] = [
	{},
	{ "sec-fetch-site": "cross-site" },
	{ "sec-fetch-site": "same-site" },
	{ "sec-fetch-site": "none" },
	{ origin: "https://evil.example" },
];

// Each form is sent as everybody, which takes a busy machine more than the usual limit.
test(
	"no form changes anything for somebody who may not send it, or from another site",
	{ timeout: 1_200_000, tags: "all" },
	async () => {
		const { server, desk } = await fillDesk();
		const forms = await listForms(desk);
		const withForm = Object.keys(expected).filter((pattern) => (expected[pattern]?.post ?? []).length > 0);
		expect([...new Set(forms.map(({ pattern }) => pattern))].toSorted()).toEqual(withForm.toSorted());

		const visitors: { who: Visitor; cookie: string | undefined }[] = [{ who: "nobody", cookie: undefined }];
		for (const who of roles) visitors.push({ who, cookie: (await signIn(server, [who])).cookie });
		const before = await readTables(server.database);
		const firstOfPattern = new Set(new Map(forms.toReversed().map((form) => [form.pattern, form])).values());
		for (const [turn, { who, cookie }] of visitors.entries())
			for (const [index, form] of forms.entries()) {
				const isData = (turn + index) % 2 === 1;
				const asked = [who, form.url, isData];
				if (firstOfPattern.has(form)) {
					const from = elsewhere[(turn + index) % elsewhere.length] ?? {};
					const { statusCode } = await sendForm(desk.app, form, { cookie, isData, from });
					expect([...asked, from, statusCode]).toEqual([...asked, from, 403]);
				}
				if (expected[form.pattern]?.post.includes(who)) continue;
				// The page to sign in is its own answer.
				if (who === "nobody" && form.pattern.startsWith("/sign-")) continue;
				const outcome = readOutcome(form.url, await sendForm(desk.app, form, { cookie, isData }));
				expect([...asked, outcome]).toEqual([...asked, who === "nobody" ? "sign-in" : "refused"]);
			}
		expect(await readTables(server.database)).toEqual(before);

		// If no form changed anything for anybody, the test would show nothing.
		const changed = new Set<string>();
		for (const form of firstOfPattern) {
			const { cookie } = await signIn(server, ["admin"]);
			const prepared = await readTables(server.database);
			const outcome = readOutcome(form.url, await sendForm(desk.app, form, { cookie, isData: false }));
			expect([form.url, outcome]).not.toEqual([form.url, "refused"]);
			if ((await readTables(server.database)) !== prepared) changed.add(form.pattern);
		}
		expect(changed.size).toBeGreaterThan(25);
	},
);
