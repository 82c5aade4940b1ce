import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";
import { access } from "../desk/guard/access.ts";
import { readFolders } from "../platform/config.ts";
import { loadDeskSource } from "../server/desk-source.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { isMatrix } from "../tests/support/matrix.ts";
import { isSample } from "../tests/support/sample-company.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { company, deskSettings, jobs, posts, services } from "./company.ts";
import {
	apply,
	bookCall,
	connectMailbox,
	enquire,
	findEnquiry,
	holdInterviews,
	offerInterview,
	postToDesk,
	readOffer,
} from "./desk-records.ts";
import { expect, signInTo, test, type Page } from "./fixtures.ts";

/** The content of the tested pages: a record of each kind with everything that can happen to it, and an invitation. */
type Shown = {
	enquiry: string;
	booking: string;
	application: string;
	answers: string;
	/** Interviews without and with a time; and the values of a form that offers one. */
	offered: string;
	interview: string;
	offer: Record<string, string>;
	accountId: string;
	mailbox: string;
	webhook: string;
	/** Path of the notice at the form of an enquiry. */
	notice: string;
	apiToken: string;
	/** Reference of a request about data. */
	privacyRequest: string;
	incident: string;
	/** The path of a newsletter's draft. */
	issue: string;
	invitation: string;
	template: string;
	/** An import whose columns are being matched, and a checked import. */
	imports: string[];
	/** Paths of the member's time off during the interview, and of a closed day with the booking. */
	timeOff: string;
	closure: string;
	/** The query of a saved view of enquiries. */
	view: string;
	/** An e-mail in each of the records. */
	messages: Record<"enquiry" | "booking" | "application" | "request", string>;
};

/** The address of a page, or a form whose response is the page. */
type Example = string | { path: string; form: Record<string, string> };

/** A final stage of enquiries. */
const done = deskSettings.enquiry.stages.findLast(({ open }) => !open)?.key ?? "";

/** Examples that show everything on each page of the desk, by its pattern. */
const examples: Record<string, (shown: Shown) => Example[]> = {
	"/": () => ["/"],
	"/join/:token": ({ invitation }) => [`/join/${invitation}`, `/join/${"0".repeat(40)}`],
	"/prove": () => ["/prove"],
	"/account": () => ["/account"],
	"/account/password": () => ["/account/password"],
	"/account/authenticator": () => ["/account/authenticator"],
	"/notifications": () => ["/notifications"],
	"/keyboard": () => ["/keyboard"],
	"/go": () => ["/go", "/go?q=opening+hours", { path: "/go", form: { search: "Asha" } }],
	"/settings": () => ["/settings"],
	"/opening-hours": () => [
		"/opening-hours",
		{ path: "/opening-hours", form: { day: "Monday", "opens-Monday": "early" } },
	],
	"/search": () => ["/search"],
	"/numbers": () => ["/numbers", "/numbers?range=30d", "/numbers?range=12m"],
	"/enquiries": () => ["/enquiries", "/enquiries?show=spam", `/enquiries?owner=me&stage=${done}`],
	"/enquiries/views": ({ view }) => [
		"/enquiries/views",
		`/enquiries${view}`,
		{ path: "/enquiries/views", form: { do: "add", name: "", search: view } },
	],
	"/bookings/views": () => ["/bookings/views"],
	"/applications/views": () => ["/applications/views"],
	"/enquiries/new": ({ booking }) => [
		"/enquiries/new",
		`/enquiries/new?from=${booking}`,
		{ path: "/enquiries/new", form: { senderName: longText.slice(0, 150), email: "nobody", text: longText } },
	],
	"/enquiries/change": ({ enquiry }) => [
		"/enquiries/change",
		{ path: "/enquiries/change", form: { reference: enquiry, change: `stage:${done}` } },
	],
	"/enquiries/:reference": ({ enquiry }) => [
		`/enquiries/${enquiry}`,
		{ path: `/enquiries/${enquiry}`, form: { do: "preview", subject: "Your app", text: longText } },
		{ path: `/enquiries/${enquiry}`, form: { do: "send", subject: "", text: "" } },
	],
	"/enquiries/:reference/messages/:message/forward": ({ enquiry, messages }) => [
		`/enquiries/${enquiry}/messages/${messages.enquiry}/forward`,
		{
			path: `/enquiries/${enquiry}/messages/${messages.enquiry}/forward`,
			form: { do: "preview", cc: "expert@elsewhere.example", subject: "Your view", text: longText },
		},
		{ path: `/enquiries/${enquiry}/messages/${messages.enquiry}/forward`, form: { do: "send", cc: "nobody" } },
	],
	"/bookings": () => ["/bookings", "/bookings?show=over"],
	"/bookings/change": ({ booking }) => [
		"/bookings/change",
		{ path: "/bookings/change", form: { reference: booking, change: "spam:yes" } },
	],
	"/bookings/:reference": ({ booking }) => [`/bookings/${booking}`],
	"/bookings/:reference/messages/:message/forward": ({ booking, messages }) => [
		`/bookings/${booking}/messages/${messages.booking}/forward`,
	],
	"/my-calendar": () => [
		"/my-calendar",
		{ path: "/my-calendar", form: { do: "settings", hoursOf: "own", video: "fixed" } },
	],
	"/hosts": () => ["/hosts"],
	"/hosts/:id": ({ accountId }) => [`/hosts/${accountId}`],
	"/closures": () => ["/closures", { path: "/closures", form: { do: "add" } }],
	"/my-calendar/time-off/:absence": ({ timeOff, interview }) => [
		timeOff,
		{
			path: `${timeOff}?appointment=${interview}`,
			form: { do: "move", slot: "2030-01-01 9:17 AM", message: longText },
		},
	],
	"/hosts/:id/time-off/:absence": ({ accountId, timeOff }) => [timeOff.replace("/my-calendar", `/hosts/${accountId}`)],
	"/closures/:absence": ({ closure }) => [closure],
	"/calls/new": () => ["/calls/new", { path: "/calls/new", form: {} }],
	"/calls/:reference": ({ booking }) => [
		`/calls/${booking}`,
		{ path: `/calls/${booking}`, form: { do: "move", slot: "2030-01-01 9:17 AM" } },
	],
	"/calls": () => ["/calls", "/calls?day=2030-01-07", "/calls?week=2030-01-07"],
	"/calls/subscribe": () => ["/calls/subscribe", { path: "/calls/subscribe", form: {} }],
	"/applications": () => ["/applications"],
	"/applications/new": () => ["/applications/new", { path: "/applications/new", form: { senderName: "" } }],
	"/applications/change": ({ application }) => [
		"/applications/change",
		{ path: "/applications/change", form: { reference: application, change: "spam:yes" } },
	],
	"/jobs/:id/export": () => [`/jobs/${jobs[0]?.slug}/export`],
	"/applications/board": () => ["/applications/board"],
	"/applications/board/answer": ({ application }) => [
		"/applications/board/answer",
		{ path: "/applications/board/answer", form: { reference: application, stage: "rejected" } },
		{
			path: "/applications/board/answer",
			form: { reference: application, step: "preview", subject: "x", text: longText },
		},
	],
	"/applications/board/:reference": ({ application }) => [
		`/applications/board/${application}`,
		{ path: `/applications/board/${application}`, form: { do: "score" } },
	],
	"/applications/answer": ({ application }) => [
		"/applications/answer",
		{ path: "/applications/answer", form: { reference: application } },
		{ path: "/applications/answer", form: { reference: application, step: "preview", subject: "", text: "" } },
		{
			path: "/applications/answer",
			form: { reference: application, step: "preview", subject: "x", text: longText },
		},
	],
	"/applications/answers/:batch": ({ answers }) => [`/applications/answers/${answers}`],
	"/applications/:reference": ({ application }) => [`/applications/${application}`],
	"/applications/:reference/messages/:message/forward": ({ application, messages }) => [
		`/applications/${application}/messages/${messages.application}/forward`,
	],
	"/applications/:reference/complete": ({ application }) => [
		`/applications/${application}/complete`,
		{ path: `/applications/${application}/complete`, form: { topic: "gone" } },
	],
	"/applications/:reference/interview": ({ application, offer }) => [
		`/applications/${application}/interview`,
		{ path: `/applications/${application}/interview`, form: { do: "send", first: "soon", subject: "", text: "" } },
		{ path: `/applications/${application}/interview`, form: { ...offer, do: "times" } },
		{ path: `/applications/${application}/interview`, form: { ...offer, do: "preview" } },
	],
	"/interviews": () => ["/interviews"],
	"/my-interviews": () => ["/my-interviews"],
	"/my-interviews/:reference": ({ application }) => [
		`/my-interviews/${application}`,
		{ path: `/my-interviews/${application}`, form: { do: "score" } },
	],
	"/calls/interviews/:interview": ({ interview, offered }) => [
		`/calls/interviews/${interview}`,
		`/calls/interviews/${offered}`,
		{ path: `/calls/interviews/${interview}`, form: { do: "move", slot: "2030-01-01 9:17 AM" } },
	],
	"/interviews/:reference": ({ interview, offered }) => [
		`/interviews/${interview}`,
		`/interviews/${offered}`,
		{ path: `/interviews/${interview}`, form: { do: "move", slot: "2030-01-01 9:17 AM" } },
	],
	"/templates": () => ["/templates"],
	"/templates/new": () => [
		"/templates/new?kind=enquiry",
		{ path: "/templates/new?kind=enquiry", form: { do: "preview", name: "", subject: "{reference}", text: longText } },
	],
	"/templates/:id": ({ template }) => [
		`/templates/${template}`,
		{ path: `/templates/${template}`, form: { do: "save", name: "", subject: "", text: "{nothing}" } },
	],
	"/jobs": () => ["/jobs", "/jobs?show=draft"],
	"/jobs/new": () => ["/jobs/new", { path: "/jobs/new", form: { do: "save", title: "", closesOn: "soon" } }],
	"/jobs/:id": () => [`/jobs/${draftId}`, { path: `/jobs/${draftId}`, form: { do: "extend", until: "2020-01-01" } }],
	"/jobs/:id/stages": () => [`/jobs/${draftId}/stages`],
	"/jobs/:id/criteria": () => [`/jobs/${draftId}/criteria`],
	"/jobs/:id/publish": () => [`/jobs/${draftId}/publish`],
	"/source-links": () => ["/source-links"],
	"/source-links/new": () => [
		"/source-links/new",
		{ path: "/source-links/new", form: { do: "save", name: longText, label: longText, cost: "free" } },
	],
	"/source-links/:name": () => [`/source-links/${sourceLink}`],
	"/contacts": () => ["/contacts", { path: "/contacts", form: { search: "nobody at all" } }],
	"/requests": () => ["/requests"],
	"/requests/views": () => ["/requests/views"],
	"/requests/new": () => ["/requests/new", { path: "/requests/new", form: { senderName: "", text: longText } }],
	"/requests/change": ({ privacyRequest }) => [
		"/requests/change",
		{ path: "/requests/change", form: { reference: privacyRequest, change: "spam:yes" } },
	],
	"/requests/:reference": ({ privacyRequest }) => [`/requests/${privacyRequest}`],
	"/requests/:reference/messages/:message/forward": ({ privacyRequest, messages }) => [
		`/requests/${privacyRequest}/messages/${messages.request}/forward`,
	],
	"/request-register": () => ["/request-register"],
	"/notices/:version": ({ notice }) => [notice],
	"/people/of/:reference": ({ application }) => [`/people/of/${application}`],
	"/people/of/:reference/export": ({ application }) => [`/people/of/${application}/export`],
	"/people/of/:reference/erase": ({ application }) => [
		`/people/of/${application}/erase`,
		{ path: `/people/of/${application}/erase`, form: { askedBy: "" } },
	],
	"/self-identification": () => ["/self-identification"],
	"/studio/pictures": () => ["/studio/pictures", "/studio/pictures?search=nothing-is-called-so"],
	"/studio/pictures/choose": () => ["/studio/pictures/choose?shape=portrait&to=/&field=portrait"],
	"/studio/pictures/of/*": () => [picturePath, { path: picturePath, form: { do: "cut", shape: "screen" } }],
	"/studio/start": () => ["/studio/start"],
	"/studio/start/:step": () => [
		"/studio/start/email",
		"/studio/start/launch",
		{ path: "/studio/start/address", form: { do: "check-address" } },
	],
	"/studio/samples": () => ["/studio/samples"],
	"/studio": () => ["/studio", "/studio?show=drafts", "/studio?show=sample", "/studio?q=phone", "/studio?q=zzyzx"],
	"/studio/documents/*": () => [
		"/studio/documents/company.yml",
		"/studio/documents/company.yml?step=name",
		"/studio/documents/company.yml?step=offer",
		"/studio/documents/company.yml?page=/&with=home.yml#fields.hours.text",
		"/studio/documents/careers.yml",
		{ path: "/studio/documents/faq.yml", form: { do: "save", version: "99", "fields:items": "0" } },
	],
	"/studio/new": () => ["/studio/new", { path: "/studio/new", form: { kind: "post", slug: "Not a slug" } }],
	"/studio/rename/*": () => [
		`/studio/rename/${draftPost}`,
		{ path: `/studio/rename/${draftPost}`, form: { slug: "Not a slug" } },
	],
	"/studio/delete/*": () => [
		`/studio/delete/${draftPost}`,
		{ path: `/studio/delete/${draftPost}`, form: { redirectTo: "nowhere" } },
		`/studio/delete?path=services/${services[0]?.slug}.yml&path=services/${services[1]?.slug}.yml`,
	],
	"/studio/publish": () => [
		"/studio/publish",
		{ path: "/studio/publish", form: { draft: `1 ${draftPost}`, when: "later", at: "2020-01-01T10:00" } },
	],
	"/studio/calendar": () => ["/studio/calendar", "/studio/calendar?view=list", "/studio/calendar?month=2019-02"],
	"/studio/previews": () => [
		"/studio/previews",
		{ path: "/studio/previews", form: { path: draftPost, term: "date", until: "2020-01-01" } },
	],
	"/studio/scheduled": () => ["/studio/scheduled"],
	"/newsletter": () => ["/newsletter"],
	"/newsletter/:id": ({ issue }) => [
		issue,
		`${issue}?send=now`,
		{ path: issue, form: { do: "review", subject: "", preheader: longText, when: "later", at: "2020-01-01T10:00" } },
	],
	"/studio/history/*": () => ["/studio/history", `/studio/history/${draftPost}`],
	"/studio/conflicts": () => ["/studio/conflicts"],
	"/operations": () => ["/operations", { path: "/operations", form: { do: "check-domain" } }],
	"/emails": () => ["/emails", "/emails?show=sent"],
	"/messages": () => ["/messages"],
	"/mailboxes": () => ["/mailboxes"],
	"/mailboxes/new": () => [
		"/mailboxes/new",
		"/mailboxes/new?preset=google",
		{ path: "/mailboxes/new", form: { do: "save", by: "imap", address: "", host: "", port: "" } },
	],
	"/mailboxes/:id": ({ mailbox }) => [`/mailboxes/${mailbox}`],
	"/webhooks": () => ["/webhooks"],
	"/webhooks/new": () => [
		"/webhooks/new",
		{ path: "/webhooks/new", form: { do: "save", url: "http://", format: "slack" } },
	],
	"/webhooks/:id": ({ webhook }) => [webhook],
	"/api-tokens": () => ["/api-tokens"],
	"/api-tokens/new": () => ["/api-tokens/new", { path: "/api-tokens/new", form: { do: "add", name: "" } }],
	"/api-tokens/:id": ({ apiToken }) => [apiToken],
	"/api-reference": () => ["/api-reference"],
	"/incidents": () => ["/incidents"],
	"/incidents/new": () => ["/incidents/new", { path: "/incidents/new", form: { do: "save", title: "" } }],
	"/incidents/:id": ({ incident }) => [incident],
	"/accounts": () => ["/accounts"],
	"/accounts/:id": ({ accountId }) => [`/accounts/${accountId}`],
	"/import": () => ["/import"],
	"/import/:number": ({ imports }) => imports.map((path) => path),
	"/audit-log": () => ["/audit-log"],
	"/*": () => ["/no/such/page"],
};

/** The name of a source link. */
const sourceLink = "a-link-with-the-longest-name-that-can-be";
/** The draft of a job, with the address from its title. */
const draftId = "weaver-of-wool";

/** The uploaded picture, named after its file. */
const picturePath = "/studio/pictures/of/people/weaver.avif";
/** A post that is only a draft. */
const draftPost = "blog/wool-of-the-weaver.md";

/** It redirects people who are signed in; it has a test of its own. */
const signedOut = ["/sign-in"];

/** Routes without a page of their own: redirects, streams, and replacements of other pages. */
const withoutPage = [
	"/sign-in-first",
	"/sign-in/provider",
	"/sign-in/provider/return",
	"/prove-first",
	"/not-allowed",
	"/live",
	"/studio/preview",
	"/studio/pictures/library",
	"/newsletter/:id/preview",
];

const longText = `${"long".repeat(60)}\n<script>planted=1</script>`;
/** How many of a page's examples are looked at: in `npm test` the first, which shows the page as it is opened. */
const examplesOfPage = isMatrix || !isSample(company) ? undefined : 1;

/** As many as a slow machine tests within the time limit. */
const pagesAtOnce = 4;

/** A window's width, and the system's colour scheme. */
type Look = { width: number; colorScheme: "light" | "dark" };
/** All rules in both widths first: another colour scheme can only break those of colour. */
const looks: Look[] = [
	{ width: 1280, colorScheme: "light" },
	...(isMatrix
		? ([
				{ width: 360, colorScheme: "light" },
				{ width: 360, colorScheme: "dark" },
				{ width: 1280, colorScheme: "dark" },
			] as const)
		: []),
];

test("every page of the desk has an example address", { tag: ["@any-company", "@all"] }, async () => {
	const { pages } = await loadDeskSource(join(readFolders().buildDirectory, "desk"), {
		deskUrl: "http://localhost",
		hstsIncludeSubdomains: false,
	});
	const isRead = ({ id }: { id: string }) => access[id]?.get !== undefined && !access[id].isDownload;
	const patterns = pages.routes.filter(isRead).map(({ pattern }) => pattern);
	expect([...Object.keys(examples), ...signedOut, ...withoutPage].toSorted()).toEqual(patterns.toSorted());
});

/** Filled once for all the tests of a worker: creating the content takes longer than looking at it. */
const testFilled = test.extend<object, { shown: Shown }>({
	shown: [
		async ({ browser, office }, provide) => {
			const context = await browser.newContext({ baseURL: office.url });
			await signInTo(office, context);
			await provide(await fillDesk(context.request, office));
			await context.close();
		},
		{ scope: "worker" },
	],
});

test.describe("every page of the desk can be used by all", () => {
	// Unknown pages and refused forms also appear in the browser's console.
	test.use({ expectedErrors: /status of 4(?:04|09|22)|^Blocked script execution in '[^']*\/studio\/preview\?/ });

	const patterns = Object.keys(examples);
	const parts = Math.ceil(patterns.length / pagesAtOnce);
	for (let part = 1; part <= parts; part++)
		testFilled(`part ${part}`, { tag: ["@any-company", "@all"] }, async ({ page, office, signIn, shown }) => {
			await signIn();
			for (const pattern of patterns.filter((_, index) => index % parts === part - 1))
				for (const example of examples[pattern]?.(shown).slice(0, examplesOfPage) ?? []) {
					await openExample(page, office.deskUrl, example);
					expect([example, ...(await listFaults(page))]).toEqual([example]);
				}
		});

	test("the form to sign in, also when it was refused", { tag: "@any-company" }, async ({ page, office }) => {
		// Without an account, the page explains how to create the first.
		await office.signInStaff();
		await page.goto(`${office.deskUrl}/sign-in`);
		expect(await listFaults(page)).toEqual([]);
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		await expect(page.getByRole("alert")).toBeFocused();
		expect(await listFaults(page)).toEqual([]);
	});
});

async function openExample(page: Page, deskUrl: string, example: Example): Promise<void> {
	const { path, form } = typeof example === "string" ? { path: example, form: undefined } : example;
	await page.goto(deskUrl + path);
	if (form) await submitForm(page, deskUrl + path, form);
	expect(await page.evaluate(() => "planted" in globalThis), "what somebody typed runs").toBe(false);
	expect(new URL(page.url()).pathname, "the page that was asked for and no other").toBe(path.split("?")[0]);
}

/** Of windows, each side of where the layout changes. */
const widths = isMatrix ? [360, 640, 768, 1024, 1280, 1920] : [1280];

/** Sends a form as a page without scripts does, and waits for the resulting page. */
async function submitForm(page: Page, action: string, fields: Record<string, string>): Promise<void> {
	const answered = page.waitForEvent("load");
	await page.evaluate(
		({ url, values }) => {
			const form = Object.assign(document.createElement("form"), { method: "post", action: url });
			for (const [name, value] of Object.entries(values))
				form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
			document.body.append(form);
			form.submit();
		},
		{ url: action, values: fields },
	);
	await answered;
}

/**
 * Checks a page in each look: axe's violations, and whether it is wider than the window. Another company's desk has the same markup, with
 * other words and another accent.
 */
async function listFaults(page: Page): Promise<string[]> {
	const faults: string[] = [];
	for (const { width, colorScheme } of looks) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 800 });
		const rules = isSample(company) && colorScheme === "light" ? "all" : "colours";
		const found = await findAccessibilityFaults(page, { rules });
		faults.push(...found.map((fault) => `${width} px, ${colorScheme}: ${fault}`));
	}
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 });
		const needed = await page.evaluate(() => document.documentElement.scrollWidth);
		if (needed > width) faults.push(`${width} px: needs ${needed} px`);
	}
	return faults;
}

/** Stores the content of the pages, with unforeseen texts, as the signed-in admin. */
async function fillDesk(request: APIRequestContext, office: FrontOffice): Promise<Shown> {
	const { deskUrl } = office;
	const firstName = '<img src="https://evil.example/x" onerror="planted=1">';
	const enquiry = await enquire(request, { firstName, message: longText });
	await enquire(request, { leaveEmpty: "https://spam.example" });
	const path = `${deskUrl}/enquiries/${enquiry}`;
	await postToDesk(request, path, { do: "stage", value: done, version: "1" });
	await postToDesk(request, path, { do: "note", text: longText });
	await postToDesk(request, path, { do: "send", subject: "Your app", text: longText });
	const accounts = await (await request.get(`${deskUrl}/accounts`)).text();
	const invited = await request.post(`${deskUrl}/accounts`, {
		form: { action: "invite", email: `${crypto.randomUUID()}@company.example`, role: "sales" },
		headers: { "sec-fetch-site": "same-origin" },
	});
	await postToDesk(request, `${deskUrl}/templates/new?kind=enquiry`, {
		do: "save",
		name: longText.slice(0, 80),
		subject: "x",
		text: longText,
	});
	const view = `?stage=${done}`;
	const name = `View ${crypto.randomUUID()}`.slice(0, 40);
	await postToDesk(request, `${deskUrl}/enquiries/views`, { do: "add", name, search: view });
	await postToDesk(request, `${deskUrl}/jobs/new`, {
		do: "save",
		title: "Weaver of Wool",
		summary: longText.slice(0, 190),
		"questions-0-label": longText.slice(0, 190),
		"questions-0-kind": "choice",
		"questions-0-options": "Madder\nWoad",
	});
	await postToDesk(request, `${deskUrl}/source-links/new`, {
		do: "save",
		name: sourceLink,
		target: "/career",
		label: longText.slice(0, 60),
		cost: "123456789.50",
		currency: "EUR",
	});
	const buffer = await sharp({ create: { width: 500, height: 500, channels: 3, background: "#a63" } })
		.png()
		.toBuffer();
	await request.post(`${deskUrl}/studio/pictures`, {
		multipart: { do: "upload", shape: "portrait", files: { name: "weaver.png", mimeType: "image/png", buffer } },
		headers: { "sec-fetch-site": "same-origin" },
	});
	// It exists already when another test of this worker has filled the desk.
	await request.post(`${deskUrl}/studio/new`, {
		form: { kind: "post", slug: draftPost.replace(/^blog\/|\.md$/g, "") },
		headers: { "sec-fetch-site": "same-origin" },
		maxRedirects: 0,
	});
	const opened = await postToDesk(request, `${deskUrl}/newsletter`, { do: "open", article: posts[0]?.slug ?? "" });
	const deliver = await connectMailbox(request, office, "enquiry");
	const mailboxes = await (await request.get(`${deskUrl}/mailboxes`)).text();
	const enquiryPage = await (await request.get(`${deskUrl}/enquiries/${enquiry}`)).text();
	const webhook = await addWebhook(request, deskUrl);
	const apiToken = await addApiToken(request, deskUrl);
	const templates = await (await request.get(`${deskUrl}/templates`)).text();
	const answers = crypto.randomUUID();
	await postToDesk(request, `${deskUrl}/applications/answer`, {
		step: "send",
		batch: answers,
		reference: await apply(request),
		version: "1",
		subject: "Your application",
		text: longText,
		delay: "24",
	});
	await holdInterviews(request, deskUrl);
	const application = await apply(request, { fullName: firstName });
	const offer = { ...(await readOffer(request, deskUrl, application)), subject: "An interview", text: longText };
	const offered = await offerInterview(request, deskUrl, { application, offer });
	const interview = await offerInterview(request, deskUrl, { application, offer });
	const page = await (await request.get(`${deskUrl}/interviews/${interview}`)).text();
	const slot = find(page, /value="(\d{4}-\d\d-\d\d \d+:\d\d [AP]M)"/);
	await postToDesk(request, `${deskUrl}/interviews/${interview}`, { do: "move", slot, message: longText });
	const booking = await bookCall(request, { firstName, message: longText });
	const addDays = async (at: string, form: Record<string, string>) =>
		(await postToDesk(request, deskUrl + at, { text: longText.slice(0, 90), ...form })).headers()["location"] ?? "";
	const call = await (await request.get(`${deskUrl}/calls/${booking}`)).text();
	const timeOff = await addDays("/my-calendar", { do: "time-off", from: slot.slice(0, 10) });
	const closure = await addDays("/closures", {
		do: "add",
		from: find(call, /value="(\d{4}-\d\d-\d\d) \d+:\d\d [AP]M"/),
	});
	const privacyRequest = await enterRequest(request, deskUrl);
	const receiveIn = (to: string) => receiveMessage(request, deskUrl, { deliver, to });
	return {
		enquiry,
		answers,
		offered,
		interview,
		timeOff,
		closure,
		offer,
		view,
		imports: [await addImport(request, deskUrl), await checkImport(request, deskUrl)],
		template: find(templates, /\/templates\/([0-9a-f-]{36})/),
		booking,
		messages: {
			enquiry: await receiveIn(enquiry),
			booking: await receiveIn(booking),
			application: await receiveIn(application),
			request: await receiveIn(privacyRequest),
		},
		application,
		issue: opened.headers()["location"] ?? "",
		mailbox: find(mailboxes, /\/mailboxes\/([0-9a-f-]{36})/),
		webhook,
		notice: `/notices/${find(enquiryPage, /\/notices\/([\da-f]{12}-\d+)/)}`,
		apiToken,
		privacyRequest,
		incident: await openIncident(request, deskUrl),
		accountId: find(accounts, /\/accounts\/([0-9a-f-]{36})/),
		invitation: find(await invited.text(), /\/join\/(\w{20,})/),
	};
}

/** Adds a webhook that nobody receives, with a test in its list, and returns the path of its page. */
async function addWebhook(request: APIRequestContext, deskUrl: string): Promise<string> {
	await request.post(`${deskUrl}/webhooks/new`, {
		form: {
			do: "save",
			url: "https://hooks.example.com/desk",
			description: longText.slice(0, 90),
			event: "person.hired",
		},
		headers: { "sec-fetch-site": "same-origin" },
	});
	const list = await (await request.get(`${deskUrl}/webhooks`)).text();
	const path = `/webhooks/${find(list, /\/webhooks\/([0-9a-f-]{36})/)}`;
	await postToDesk(request, deskUrl + path, { do: "test" });
	return path;
}

/** Adds a token of the API, and returns the path of its page. */
async function addApiToken(request: APIRequestContext, deskUrl: string): Promise<string> {
	await request.post(`${deskUrl}/api-tokens/new`, {
		form: { do: "add", name: longText.slice(0, 60), "area-enquiries": "change", "area-jobs": "read", days: "30" },
		headers: { "sec-fetch-site": "same-origin" },
	});
	const list = await (await request.get(`${deskUrl}/api-tokens`)).text();
	return `/api-tokens/${find(list, /\/api-tokens\/([0-9a-f-]{36})/)}`;
}

/** Enters a request about data that came by letter, and returns its reference. */
async function enterRequest(request: APIRequestContext, deskUrl: string): Promise<string> {
	const entered = await request.post(`${deskUrl}/requests/new`, {
		form: {
			senderName: longText.slice(0, 100),
			email: "asha@visitor.example",
			topic: "correct",
			text: longText,
			source: "letter",
			consent: longText.slice(0, 90),
		},
		headers: { "sec-fetch-site": "same-origin" },
		maxRedirects: 0,
	});
	return find(entered.headers()["location"] ?? "", /(PRV-\w{8})/);
}

/** Opens an incident of the request's own account, and returns the path of its page. */
async function openIncident(request: APIRequestContext, deskUrl: string): Promise<string> {
	const accounts = await (await request.get(`${deskUrl}/accounts`)).text();
	const opened = await request.post(`${deskUrl}/incidents/new`, {
		form: {
			do: "save",
			title: longText.slice(0, 100),
			actor: find(accounts, /\/accounts\/([0-9a-f-]{36})/),
			from: "2020-01-01T00:00",
			awareAt: "2020-01-01T00:00",
			notes: longText,
		},
		headers: { "sec-fetch-site": "same-origin" },
		maxRedirects: 0,
	});
	return opened.headers()["location"] ?? "";
}

/** Uploads a file to import, and returns the path of its page. */
async function addImport(request: APIRequestContext, deskUrl: string): Promise<string> {
	const header = `"${longText.replaceAll('"', '""')}",Email,Status`;
	const buffer = Buffer.from(`${header}\nnote,${crypto.randomUUID()}@visitor.example,Dreaming\nnote,nobody,\n`);
	const uploaded = await request.post(`${deskUrl}/import`, {
		multipart: { kind: "leads", files: { name: `${longText.slice(0, 100)}.csv`, mimeType: "text/csv", buffer } },
		headers: { "sec-fetch-site": "same-origin" },
		maxRedirects: 0,
	});
	return uploaded.headers()["location"] ?? "";
}

async function checkImport(request: APIRequestContext, deskUrl: string): Promise<string> {
	const path = await addImport(request, deskUrl);
	await postToDesk(request, deskUrl + path, { do: "check" });
	await expect.poll(async () => (await request.get(deskUrl + path)).text()).toContain("Change options");
	return path;
}

/** Receives an e-mail in a record, and returns its id. */
async function receiveMessage(
	request: APIRequestContext,
	deskUrl: string,
	{ deliver, to }: { deliver: (raw: string) => Promise<void>; to: string },
): Promise<string> {
	const words = crypto.randomUUID();
	const file = ["--part", "Content-Disposition: attachment; filename=plan.txt", "", longText];
	const lines = [
		`From: Asha Rao <asha-${words}@visitor.example>`,
		`Subject: ${words}`,
		`Message-ID: <${words}@visitor.example>`,
		"Content-Type: multipart/mixed; boundary=part",
	];
	await deliver([...lines, "", "--part", "", longText, ...file, "--part--", ""].join("\r\n"));
	const path = deskUrl + (await findEnquiry(request, deskUrl, words));
	const page = await (await request.get(path)).text();
	const id = find(page, /id="move-([^"]+)"/);
	await postToDesk(request, path, { do: "move-message", id, to });
	return id;
}

function find(html: string, pattern: RegExp): string {
	const [, found] = pattern.exec(html) ?? [];
	if (found === undefined) throw new Error(`There is no ${pattern}: ${html.slice(0, 400)}`);
	return found;
}
