import { describe, expect, test } from "vitest";
import { listCurrentNotices } from "../core/notices/compose-notice.server.ts";
import { createNoteNotice } from "../core/notices/create-note-notice.server.ts";
import { findNotice, findShownNotices, keepNotices } from "../core/notices/notice-store.server.ts";
import { createNoticesKeeper } from "../core/notices/notices-keeper.server.ts";
import { describePerson } from "../core/people/describe-person.server.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { acceptPostedNewsletterForm } from "../features/newsletter/accept-posted-form.server.ts";
import { createNewsletter } from "../features/newsletter/newsletter.server.ts";
import { acceptPostedRequest } from "../features/privacy-requests/accept-posted-form.server.ts";
import { createPrivacyRequests } from "../features/privacy-requests/privacy-requests.server.ts";
import { readConfig } from "../platform/config.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { noticeForms, type NoticeForm, type Notices } from "../shared/notices.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { testBooking } from "../tests/support/demo-booking.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { testNotices } from "../tests/support/notices.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

const testEnquiry = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "",
	message: "Our stock is wrong every month.",
};
const { retentionMonths } = readConfig({});
const company = { ...testCompany, notices: testNotices, parts: { ...testCompany.parts, newsletter: true } };
const current = listCurrentNotices(testNotices, retentionMonths);
/** The notices before the company changed a text. */
const earlierNotices: Notices = testNotices.map((texts) => ({ ...texts, title: "How we used your data" }));
const earlier = listCurrentNotices(earlierNotices, retentionMonths);

async function start(kind: DatabaseKind) {
	const server = await startTestServer(kind, { company });
	const { database, clock, url } = server;
	await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
	const noteNoticeOf = createNoteNotice(company, retentionMonths);
	const deps = { database, clock, messageIdDomain: "narangi.example", onEmails: () => undefined };
	const newsletter = createNewsletter({
		...deps,
		keptMonths: 0,
		timeZone: company.timeZone,
		noteNotice: noteNoticeOf("newsletter"),
	});
	const privacyRequests = createPrivacyRequests({
		...deps,
		privacyEmail: company.privacyContact.email,
		noteNotice: noteNoticeOf("dataRequest"),
	});
	const postJson = async (path: string, body: object): Promise<string> => {
		const response = await fetch(url + path, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(200);
		return ((await response.json()) as { data: { reference: string } }).data.reference;
	};
	/** Sends each form with the version that it names, and returns the reference of what was stored. */
	const send: Record<NoticeForm, (notice?: string) => Promise<string>> = {
		enquiry: (notice) => postJson("/contactus/submit", { ...testEnquiry, notice }),
		booking: (notice) => postJson("/demo/book", { ...testBooking, notice }),
		jobAlerts: (notice) => postJson("/api/job-alerts", { email: "asha@visitor.example", q: "react", notice }),
		async application(notice) {
			const form = createApplicationForm(
				{ ...createApplicationFields(testJob), ...(notice !== undefined && { notice }) },
				{ name: "resume.pdf", content: createPdf() },
			);
			const response = await fetch(`${url}/api/applications`, { method: "POST", body: form });
			expect(response.status).toBe(200);
			return ((await response.json()) as { data: { reference: string } }).data.reference;
		},
		async dataRequest(notice) {
			const form = new FormData();
			const fields = { requestKind: "see", name: "Asha Rao", email: "asha@visitor.example", message: "", notice };
			for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
			expect(await acceptPostedRequest(form, { privacyRequests, locale: "en-IN" })).toEqual({ kind: "sent" });
			const last = (await renderEmails({ database, clock })).at(-1);
			const [, token = ""] = /\/privacy\/request\/([0-9a-f]{40})/.exec(last?.text ?? "") ?? [];
			expect(await privacyRequests.confirm(token)).toBe(true);
			return (await privacyRequests.find(token))?.record ?? "";
		},
		async newsletter(notice) {
			const form = new FormData();
			form.set("email", "asha@visitor.example");
			if (notice !== undefined) form.set("notice", notice);
			const outcome = await acceptPostedNewsletterForm(form, { newsletter, topics: [], locale: "en-IN" });
			expect(outcome).toEqual({ kind: "sent" });
			const [stored] = await database.db.selectFrom("newsletterSubscriptions").select("reference").execute();
			return stored?.reference ?? "";
		},
	};
	return {
		...server,
		send,
		findVersion: async (reference: string) =>
			(await findShownNotices(database.db, [reference])).get(reference)?.version,
	};
}

describe.each(serverDatabaseKinds)("the notice at a form, on %s", (kind) => {
	test.each(noticeForms)("is stored with what the form sends, word for word: %s", async (form) => {
		const { send, findVersion, database } = await start(kind);
		const reference = await send[form](current.get(form)?.version);
		const version = await findVersion(reference);
		expect(version).toBe(current.get(form)?.version);
		expect(await findNotice(database.db, version ?? "")).toMatchObject({ form, texts: current.get(form)?.texts });
	});

	test.each(noticeForms)("is the current one without a version, and with one that never was: %s", async (form) => {
		const { send, findVersion } = await start(kind);
		const made = form === "newsletter" ? "x".repeat(5_000) : "0123456789ab-24";
		expect(await findVersion(await send[form](made))).toBe(current.get(form)?.version);
	});

	test("is the one that an open page showed for a week after it was replaced, and not that of another form", async () => {
		const { send, findVersion, database, clock } = await start(kind);
		await keepNotices(database, earlier, clock.now());
		clock.advance({ hours: 24 });
		await keepNotices(database, current, clock.now());
		const before = earlier.get("enquiry")?.version;
		expect(await findVersion(await send.jobAlerts(before))).toBe(current.get("jobAlerts")?.version);
		clock.advance({ hours: 6 * 24 });
		expect(await findVersion(await send.enquiry(before))).toBe(before);
		clock.advance({ hours: 2 * 24 });
		expect(await findVersion(await send.enquiry(before))).toBe(current.get("enquiry")?.version);
	});

	test("keeps the day on which it was first shown when it comes back", async () => {
		const { database, clock } = await start(kind);
		let shown = earlier;
		const keep = createNoticesKeeper({ database, clock, getCurrent: () => shown });
		const first = clock.now();
		await keep();
		for (const next of [current, earlier]) {
			clock.advance({ hours: 24 });
			shown = next;
			await keep();
			await keep();
		}
		const { version = "" } = earlier.get("enquiry") ?? {};
		expect((await findNotice(database.db, version))?.firstShownAt).toEqual(first);
		const shownNow = await database.db
			.selectFrom("notices")
			.select("version")
			.where("replacedAt", "is", null)
			.execute();
		expect(shownNow.map((row) => row.version).toSorted()).toEqual(
			[...earlier.values()].map((notice) => notice.version).toSorted(),
		);
	});

	test("is named at the desk and opens as it was, and is in the person's export; erasing them forgets that they saw it", async () => {
		const { send, openDesk, database, clock, findVersion } = await start(kind);
		const reference = await send.enquiry(current.get("enquiry")?.version);
		const desk = createDeskBrowser(await openDesk({ roles: ["sales"] }));
		const page = await desk.get(`/enquiries/${reference}`);
		const [, path = "", name = ""] = /href="(\/notices\/[\da-f]{12}-24)"[^>]*>(Notice of [^<]+)</.exec(page) ?? [];
		expect(name).toMatch(/^Notice of \d+ \w+ \d{4}$/);
		const opened = await desk.get(path);
		for (const part of ['lang="hi"', "24 months, then it is erased.", "24 महीने तक।", "Asha Rao"])
			expect(opened).toContain(part);

		const personalRecords = listPersonalRecords(readConfig({}), company);
		const [described] = await describePerson(database.db, personalRecords, {
			email: testEnquiry.email,
			now: clock.now(),
		});
		expect(JSON.stringify(described?.stored)).toContain("24 महीने तक।");
		expect(described?.fields).toContainEqual({
			label: "What it said",
			value: expect.arrayContaining(["How long: 24 months, then it is erased."]),
		});

		const files = await openFileStore({ ...database, filesReserveBytes: 0 });
		await erasePerson({ database, files, personalRecords }, [testEnquiry.email], clock.now());
		expect(await findVersion(reference)).toBeUndefined();
		expect(await database.db.selectFrom("shownNotices").selectAll().execute()).toEqual([]);
	});

	test("is nothing for records of earlier releases, and for a company without notices", async () => {
		const server = await startTestServer(kind);
		const response = await fetch(`${server.url}/contactus/submit`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ ...testEnquiry, notice: current.get("enquiry")?.version }),
		});
		const { data } = (await response.json()) as { data: { reference: string } };
		expect(await server.database.db.selectFrom("shownNotices").selectAll().execute()).toEqual([]);
		const desk = createDeskBrowser(await server.openDesk({ roles: ["sales"] }));
		const page = await desk.get(`/enquiries/${data.reference}`);
		expect(page).toContain(testEnquiry.message);
		expect(page).not.toContain("/notices/");
	});
});

/** Takes which kind of page failed in a browser. */
const withoutNotice = ["/failures"];

test("every route of the API that takes a form takes the version of its notice", async () => {
	const { url } = await startTestServer("sqlite", { company });
	const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
		paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: object }> } } }>;
	};
	const posts = Object.entries(paths).flatMap(([path, { post }]) => (post ? [{ path, post }] : []));
	const lacking = posts.filter(({ post }) => !JSON.stringify(post.requestBody ?? {}).includes('"notice"'));
	expect(lacking.map(({ path }) => path)).toEqual(withoutNotice);
	expect(posts.length).toBeGreaterThanOrEqual(noticeForms.length);
});

test("a notice names the months of the configuration in the words of each language", () => {
	const texts = listCurrentNotices(testNotices, { ...retentionMonths, enquiries: 1 }).get("enquiry")?.texts ?? [];
	expect(texts.map(({ points }) => points[2]?.text)).toEqual(["1 month, then it is erased.", "1 महीने तक।"]);
	const versions = [1, 24].map((enquiries) => listCurrentNotices(testNotices, { ...retentionMonths, enquiries }));
	expect(new Set(versions.map((notices) => notices.get("enquiry")?.version)).size).toBe(2);
	expect(versions[0]?.get("booking")).toEqual(versions[1]?.get("booking"));
});
