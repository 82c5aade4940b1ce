import { createHmac, randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { APIRequestContext, APIResponse, BrowserContext } from "@playwright/test";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import { createPdf } from "../tests/support/documents.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { createApplicationFields } from "../tests/support/job-application.ts";
import { careers } from "./company.ts";
import { expect, type Page } from "./fixtures.ts";

/** Sends an enquiry and returns its reference. */
export async function enquire(request: APIRequestContext, fields: Record<string, string> = {}): Promise<string> {
	const response = await request.post("/contactus/submit", {
		data: {
			firstName: "Asha",
			lastName: "Rao",
			email: `asha-${randomUUID()}@visitor.example`,
			message: "We need an app.",
			...fields,
		},
	});
	return readReference(response);
}

/** Free calls of a day beside which others are left for a test, at any time of the day. */
const manyFree = 6;

/** Books the first free call of a day that has many, and returns its reference. */
export async function bookCall(request: APIRequestContext, fields: Record<string, string> = {}): Promise<string> {
	const answer = await request.get("/demo/availability");
	// A busy server responds so.
	if (answer.status() === 503) return bookCall(request, fields);
	expect(answer.status(), await answer.text()).toBe(200);
	const { data } = (await answer.json()) as { data: { slots: string[]; days: Record<string, string> } };
	const date = Object.keys(data.days).find((day) => (data.days[day]?.split("1").length ?? 0) > manyFree);
	if (date === undefined) throw new Error("There is no day with many free calls");
	const time = data.slots[data.days[date]?.indexOf("1") ?? -1];
	const email = `asha-${randomUUID()}@visitor.example`;
	const response = await request.post("/demo/book", {
		data: { firstName: "Asha", email, phone: "+91 98100 00000", date, time, ...fields },
	});
	// Another worker's test may have been faster.
	return response.status() === 409 ? bookCall(request, fields) : readReference(response);
}

/** Applies for the first position and returns the application's reference. */
export async function apply(
	request: APIRequestContext,
	fields: Record<string, string> = {},
	resume: Buffer = createPdf(),
): Promise<string> {
	const [job] = (await (await request.get("/api/jobs")).json()) as { id: string }[];
	if (!job) throw new Error("There is no position");
	const response = await request.post("/api/applications", {
		multipart: {
			...createApplicationFields(job, careers),
			email: `asha-${randomUUID()}@applicant.example`,
			...fields,
			resume: { name: "resume.pdf", mimeType: "application/pdf", buffer: resume },
		},
	});
	return readReference(response);
}

/** Sends a form of the desk as its pages do without scripts, as the context's signed-in member. */
export async function postToDesk(
	request: APIRequestContext,
	url: string,
	form: Record<string, string>,
): Promise<APIResponse> {
	const response = await request.post(url, { form, headers: { "sec-fetch-site": "same-origin" }, maxRedirects: 0 });
	expect([url, response.status()]).toEqual([url, 303]);
	return response;
}

/** Finds an enquiry by words that no other has, and returns its path in the desk. */
export async function findEnquiry(request: APIRequestContext, deskUrl: string, words: string): Promise<string> {
	const headers = { "sec-fetch-site": "same-origin" };
	const page = await (await request.post(`${deskUrl}/search`, { form: { search: words }, headers })).text();
	const [path] = /\/enquiries\/ENQ-\w+/.exec(page) ?? [];
	if (path === undefined) throw new Error(`No enquiry has these words: ${words}`);
	return path;
}

/** Makes the signed-in member available for interviews. */
export async function holdInterviews(request: APIRequestContext, deskUrl: string): Promise<void> {
	await postToDesk(request, `${deskUrl}/my-calendar`, {
		do: "settings",
		version: "0",
		purpose: "interview",
		hoursOf: "company",
		video: "room",
	});
}

/** Reads the initial values of the form that offers an interview with the signed-in member alone. */
export async function readOffer(
	request: APIRequestContext,
	deskUrl: string,
	application: string,
): Promise<Record<string, string>> {
	const page = await (await request.get(`${deskUrl}/applications/${application}/interview`)).text();
	const read = (pattern: RegExp) => pattern.exec(page)?.[1] ?? "";
	return {
		lead: read(/<option value="([0-9a-f-]{36})" selected=""/),
		length: "30",
		place: "video",
		first: read(/name="first"[^>]*value="([^"]+)"/),
		last: read(/name="last"[^>]*value="([^"]+)"/),
	};
}

/** Offers an interview and returns its reference. */
export async function offerInterview(
	request: APIRequestContext,
	deskUrl: string,
	{ application, offer }: { application: string; offer: Record<string, string> },
): Promise<string> {
	await postToDesk(request, `${deskUrl}/applications/${application}/interview`, { ...offer, do: "send" });
	const page = await (await request.get(`${deskUrl}/applications/${application}`)).text();
	const references = [...page.matchAll(/\/interviews\/(INT-\w+)/g)].map(([, reference]) => reference ?? "");
	const latest = references.at(-1);
	if (latest === undefined) throw new Error(`No interview was offered: ${page.slice(0, 400)}`);
	return latest;
}

/** Finds the private page of the latest interview offered to an applicant, whose e-mail has not left yet. */
export function findInterviewPath({ dataDirectory }: FrontOffice, application: string): string {
	return withDatabase(dataDirectory, (database) => {
		const row = database
			.prepare(
				"select json_extract(parameters, '$.token') as token from emails where kind = 'interview-offer' and reference = ? order by id desc",
			)
			.get(application);
		return `/career/interview/${String(row?.token)}`;
	});
}

/** Ends the days of an applicant's offers. */
export function endOffer({ dataDirectory }: FrontOffice, application: string): void {
	withDatabase(dataDirectory, (database) =>
		database
			.prepare("update interviews set first_date = '2020-01-01', last_date = '2020-01-02' where application = ?")
			.run(application),
	);
}

/** Moves the start of an interview or a call to an hour ago. */
export function beginAppointment(
	{ dataDirectory }: FrontOffice,
	table: "interviews" | "bookings",
	reference: string,
): void {
	const startsAt = new Date(Date.now() - 3_600_000).toISOString();
	withDatabase(dataDirectory, (database) =>
		database.prepare(`update ${table} set starts_at = ? where reference = ?`).run(startsAt, reference),
	);
}

function withDatabase<Result>(dataDirectory: string, work: (database: DatabaseSync) => Result): Result {
	const database = new DatabaseSync(join(dataDirectory, sqliteFileName), { timeout: 5_000 });
	try {
		return work(database);
	} finally {
		database.close();
	}
}

async function readReference(response: APIResponse): Promise<string> {
	expect(response.status(), await response.text()).toBe(200);
	return ((await response.json()) as { data: { reference: string } }).data.reference;
}

/** Connects a mailbox that programs hand messages to, as an admin, and returns the function that hands one over. */
export async function connectMailbox(
	request: APIRequestContext,
	{ url, deskUrl }: Pick<FrontOffice, "url" | "deskUrl">,
	kind: "enquiry" | "application",
): Promise<(raw: string) => Promise<void>> {
	const address = `${kind}-${randomUUID()}@company.example`;
	const added = await postToDesk(request, `${deskUrl}/mailboxes/new`, { do: "save", by: "http", address, kind });
	const page = await (await request.get(new URL(added.headers()["location"] ?? "", deskUrl).href)).text();
	const [, id = ""] = /\/mail\/([0-9a-f-]{36})/.exec(page) ?? [];
	const [, secret = ""] = /<code>([\w+/=-]{20,})<\/code>/.exec(page) ?? [];
	return async (raw) => {
		const timestamp = String(Math.floor(Date.now() / 1000));
		const signature = createHmac("sha256", secret).update(`one.${timestamp}.${raw}`).digest("base64");
		const response = await request.post(`${url}/mail/${id}`, {
			data: raw,
			headers: {
				"content-type": "message/rfc822",
				"webhook-id": "one",
				"webhook-timestamp": timestamp,
				"webhook-signature": `v1,${signature}`,
			},
		});
		expect([await response.text(), response.status()]).toEqual([expect.any(String), 200]);
	};
}

/** Keeps a record open that was closed, where a browser would open the next. */
export function stayOnRecords(context: BrowserContext): Promise<unknown> {
	return context.addInitScript(() => {
		// A sandboxed frame, such as a resume's, has no storage.
		if (location.protocol !== "about:" && globalThis.origin !== "null") localStorage.setItem("desk-opens-next", "off");
	});
}

/** Chooses a tab of the composer, once the page's scripts run. */
export async function chooseTab(page: Page, name: "Reply" | "Note"): Promise<void> {
	const tab = page.getByRole("tab", { name });
	await expect(async () => {
		await tab.click();
		await expect(tab).toHaveAttribute("aria-selected", "true", { timeout: 500 });
	}).toPass();
}
