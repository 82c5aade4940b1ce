import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { readCareersFile } from "../../features/publishing/careers-file.server.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { readFolders } from "../../platform/config.ts";
import { serveEmails } from "../../scripts/serve-emails.ts";
import { createPdf } from "../../tests/support/documents.ts";
import { startFrontOffice, type FrontOffice } from "../../tests/support/front-office.ts";
import { createApplicationFields, createApplicationForm } from "../../tests/support/job-application.ts";
import { ask, crawl, type Answer } from "./crawl.ts";
import { deriveForeignWords, type ForeignWords } from "./foreign-words.ts";

const { contentDirectory, buildDirectory } = readFolders();
const company = readCompanyFile(contentDirectory);
const careers = readCareersFile(contentDirectory);
/** Derived in the worker, not when the tests are listed. */
let foreignWords: ForeignWords;
/** A separate server, because what visitors of other tests send holds any words. */
let office: FrontOffice;
const [jobId = ""] = readdirSync(join(contentDirectory, "jobs")).map((name) => name.replace(".yml", ""));

/** In sequence on one server: each needs what the previous ones have sent. */
test.describe.configure({ mode: "serial" });

const visitor = { firstName: "Robin", lastName: "Meyer", email: "robin@visitor.example", phone: "+49 30 1234567" };
const form = (fields: Record<string, string>): RequestInit => ({ method: "POST", body: new URLSearchParams(fields) });
const json = (fields: object): RequestInit => ({
	method: "POST",
	body: JSON.stringify(fields),
	headers: { "content-type": "application/json" },
});

/** Lists where another company's words are found, with context. */
function findForeignWords(answers: readonly Pick<Answer, "name" | "text">[]): string[] {
	return answers.flatMap(({ name, text }) => foreignWords.find(text).map((found) => `${name}: ${found}`));
}

/** Every file of the build and every other route, with what they link to. */
function crawlSite({ url }: FrontOffice): Promise<Answer[]> {
	const { files } = JSON.parse(readFileSync(join(buildDirectory, "pages.json"), "utf8")) as {
		files: { path: string }[];
	};
	return crawl(url, [
		...files.map(({ path }) => path),
		"/openapi.json",
		"/healthz",
		"/readyz",
		"/sitemap-jobs.xml",
		"/api/jobs",
		`/api/jobs/${jobId}`,
		"/api/jobs/none",
		"/career?q=",
		"/career?q=nothing-of-the-kind",
		"/career?q=engineer&location=nowhere",
		"/career/apply",
		`/career/apply/${jobId}?view=whole`,
		"/demo/by-form",
		"/demo/availability",
		"/demo/slots/never",
		`/demo/booking/${"0".repeat(40)}`,
		"/case-study/none",
		"/portfolio/none",
		"/no/such/page",
		"/no/such/file.png",
	]);
}

/** Sends every form, right and wrong, and returns the responses. */
async function sendEveryForm({ url }: FrontOffice): Promise<Answer[]> {
	const { data } = JSON.parse((await (await fetch(`${url}/demo/availability`)).text()) as string) as {
		data: { slots: string[]; days: Record<string, string> };
	};
	const date = Object.keys(data.days).findLast((day) => data.days[day]?.includes("11")) as string;
	const index = data.days[date]?.indexOf("11") as number;
	const [time, nextTime] = [data.slots[index], data.slots[index + 1]] as [string, string];
	const enquiry = { ...visitor, message: "Our chillers run all night." };
	const call = { ...visitor, date, time };
	const application = {
		...createApplicationFields({ id: jobId }, careers),
		fullName: "Robin Meyer",
		email: "robin@applicant.example",
		phone: visitor.phone,
		city: "Potsdam",
		education: JSON.stringify([
			{ school: "TU Graz", degree: "BSc", fieldOfStudy: "Physics", startYear: "2014", endYear: "2018" },
		]),
		referrerName: "Kim",
	};
	const resume = { name: "robin.pdf", content: createPdf() };
	const apply = (fields: Record<string, string>, file: typeof resume | null): RequestInit => ({
		method: "POST",
		body: createApplicationForm(fields, file),
	});
	const answers: Answer[] = [];
	for (const [path, init] of [
		["/contactus/submit", json(enquiry)],
		["/contactus/submit", json({})],
		["/contactUs", form(enquiry)],
		["/contactUs", form({ ...enquiry, email: "robin" })],
		["/demo/book", json(call)],
		["/demo/book", json(call)],
		["/demo/book", json({ ...call, date: "never", domain: "Weaving" })],
		[`/demo/by-form?${new URLSearchParams({ date, time })}`, form({ ...call, message: "" })],
		["/demo/by-form", form({ ...call, time: nextTime, email: "robin.two@visitor.example" })],
		[`/demo/by-form?${new URLSearchParams({ date })}`, {}],
		["/api/applications", apply(application, resume)],
		["/api/applications", apply({ jobId }, null)],
		[`/career/apply/${jobId}?view=whole`, apply({ ...application, email: "robin" }, resume)],
		["/api/job-alerts", json({ email: "robin@alerts.example", q: "engineer", location: "" })],
		["/api/job-alerts", json({ email: "robin" })],
		["/no/such/page", json({})],
	] as const)
		answers.push(await ask(url, path, init));
	return answers;
}

/** The private pages that e-mails lead to, of one booking, application or alert each. */
function listPrivateLinks({ mail }: FrontOffice): string[] {
	const links = mail.emails.flatMap(
		({ text = "" }) => text.match(/\/(?:demo\/booking|career\/application|career\/alerts)\/[0-9a-f]{40}/g) ?? [],
	);
	return [...new Set(links)];
}

/** Opens the private pages that e-mails lead to, cancels, withdraws and confirms there, and returns the responses. */
async function usePrivateLinks(running: FrontOffice): Promise<Answer[]> {
	const { url } = running;
	const answers: Answer[] = [];
	for (const link of listPrivateLinks(running)) {
		answers.push(await ask(url, link));
		for (const intent of ["choose", "confirm", "cancel"]) answers.push(await ask(url, link, form({ intent })));
		answers.push(await ask(url, link));
	}
	return answers;
}

const readEmails = ({ mail }: FrontOffice): Pick<Answer, "name" | "text">[] =>
	mail.emails.map(({ subject, text, html, headers, attachments }) => ({
		name: `e-mail "${subject}"`,
		text: [
			...headers.map(({ key, value }) => `${key}: ${value}`),
			text,
			html,
			...attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer)].join("\n")),
		].join("\n"),
	}));

/** Names of countries, time zones, currencies and languages in lists to choose from. */
const worldly = new Set([...Intl.supportedValuesOf("timeZone"), ...Intl.supportedValuesOf("currency")]);
const isWorldly = (value: string) => worldly.has(value) || /^(?:[A-Z]{2}|[a-z]{2}-[A-Z]{2})$/.test(value);

/** Leaves out unselected options such as countries, in forms and in their data: every company offers them. */
function leaveOutWorld<Shown extends { text: string }>(answer: Shown): Shown {
	const offered = new Set<string>();
	const text = answer.text
		.replaceAll(/<option value="([^"]*)">([^<]*)<\/option>/g, (option, value: string, label: string) => {
			if (!isWorldly(value)) return option;
			offered.add(value).add(label);
			return "";
		})
		.replaceAll(/(?<=\\")[^"\\]*(?=\\")/g, (value) => (offered.has(value) ? "" : value));
	return { ...answer, text };
}

const subjects = ({ mail }: FrontOffice) => mail.emails.map(({ subject = "" }) => subject);

test.beforeAll(async () => {
	foreignWords = deriveForeignWords("content", contentDirectory);
	office = await startFrontOffice();
});

test.afterAll(() => office.stop());

test(
	"no page, file or response of the public site holds a word of another company",
	{ tag: "@any-company" },
	async () => {
		const pages = await crawlSite(office);
		const ofKind = (type: string) => pages.filter((answer) => answer.type.includes(type)).length;
		expect([ofKind("html"), ofKind("javascript"), ofKind("svg"), ofKind("xml")].every((count) => count > 2)).toBe(true);
		expect(pages.filter(({ status }) => status >= 500)).toEqual([]);
		expect(pages.find(({ name }) => name === "/")?.text).toContain(company.name);
		expect(findForeignWords(pages)).toEqual([]);

		const answers = await sendEveryForm(office);
		expect(answers.map(({ status }) => status)).toEqual([
			200, 422, 303, 422, 200, 409, 422, 409, 303, 200, 200, 422, 422, 200, 422, 415,
		]);
		expect(findForeignWords(answers)).toEqual([]);
	},
);

test("nor does any e-mail that was sent, or any page that it leads to", { tag: "@any-company" }, async () => {
	await expect.poll(() => subjects(office).length).toBeGreaterThanOrEqual(9);
	// In any order, these among them.
	await expect
		.poll(() =>
			listPrivateLinks(office)
				.map((link) => link.split("/")[2])
				.toSorted(),
		)
		.toEqual(["alerts", "application", "booking", "booking"]);
	expect(findForeignWords(await usePrivateLinks(office))).toEqual([]);
	await expect
		.poll(() => subjects(office).filter((subject) => /cancel|withdr/i.test(subject)).length)
		.toBeGreaterThan(1);
	expect(findForeignWords(readEmails(office))).toEqual([]);
});

test("nor does an e-mail of any kind", { tag: "@any-company" }, async () => {
	const emails = await serveEmails({ port: 0 });
	try {
		const pages = await crawl(emails.url, ["/"]);
		expect(pages.length).toBeGreaterThan(20);
		expect(findForeignWords(pages)).toEqual([]);
	} finally {
		await emails.stop();
	}
});

test("nor does the desk, or a command", { tag: "@any-company" }, async () => {
	const headers = { cookie: `desk-session=${await office.signInStaff()}` };
	const pages = await crawl(office.deskUrl, ["/"], headers);
	for (const path of [
		"/enquiries/",
		"/bookings/",
		"/applications/",
		"/enquiries.csv",
		"/emails",
		"/self-identification",
	])
		expect(pages.filter(({ name, status }) => name.startsWith(path) && status === 200).length, path).toBeGreaterThan(0);
	const moreAnswers = [
		await ask(office.deskUrl, "/sign-in"),
		await ask(office.deskUrl, "/search", { ...form({ search: "nobody" }), headers }),
		await ask(office.deskUrl, "/no/such/page", { headers }),
		{ name: "npm run inbox", text: await office.readInbox() },
		{ name: "npm run inbox -- bookings", text: await office.readInbox("bookings") },
		{ name: "npm run jobs", text: await office.changeJobs() },
	];
	expect(findForeignWords([...pages.map(leaveOutWorld), ...moreAnswers])).toEqual([]);
});

test("a planted word of another company is found in every way", { tag: "@any-company" }, async ({ request }, info) => {
	const other = readCompanyFile("content");
	const word = other.offices[0]?.careersCity as string;
	const plant = `planted-${randomUUID().slice(0, 8)}`;
	const job = info.outputPath(`${plant}.yml`);
	const source = readFileSync(join(contentDirectory, "jobs", `${jobId}.yml`), "utf8");
	await writeFile(job, source.replace(/^summary: .*$/m, `summary: We also work in ${word}.`));
	await office.changeJobs("add", job);
	// A command's additions are shown within a second.
	await expect.poll(async () => (await request.get(`${office.url}/api/jobs`)).text()).toContain(plant);
	const onSite = findForeignWords(await crawl(office.url, ["/career?q=", `/api/jobs/${plant}`]));
	for (const name of ["/career?q=:", `/career/jobs/${plant}:`, `/api/jobs/${plant}:`])
		expect(onSite.filter((line) => line.startsWith(name) && line.includes(word.toLowerCase()))).not.toEqual([]);

	await request.post(`${office.url}/contactus/submit`, { data: { ...visitor, message: `You know ${other.name}.` } });
	await expect.poll(() => findForeignWords(readEmails(office))).not.toEqual([]);
	await office.changeJobs("close", plant);
	const headers = { cookie: `desk-session=${await office.signInStaff()}` };
	const inDesk = findForeignWords(await crawl(office.deskUrl, ["/enquiries"], headers));
	expect(inDesk.filter((line) => line.startsWith("/enquiries/"))).not.toEqual([]);

	for (const text of [
		other.phone.display,
		`mailto:${other.email}`,
		`#${other.accentColour.slice(1).toLowerCase()}`,
		other.privacyContact.name,
		"10:00 AM IST",
		'{"timeZone":"Asia/Kolkata"}',
		"from ₹ 500",
		"/assets/rupee-B5.woff2",
		"all over India",
		other.description,
	])
		expect(foreignWords.find(text), text).not.toEqual([]);
});
