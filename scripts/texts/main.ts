import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crawl, type Answer } from "../../e2e/second-company/crawl.ts";
import { configurationKeys, readFolders } from "../../platform/config.ts";
import { projectDirectory, projectNode } from "../../tests/support/built-server.ts";
import { startRunningDemo } from "../../tests/support/running-demo.ts";
import { openStaffSession } from "../../tests/support/staff.ts";
import { serveEmails } from "../serve-emails.ts";
import { listForms, listTexts } from "./list-texts.ts";

/**
 * `npm run texts`: writes the texts of every page, e-mail, desk screen, form and command into one file, for reading the wording as a whole,
 * and prints its path.
 * Pages come from a server with the records of `npm run demo`. Pages that differ only by a reference or a name count as one, and each
 * text appears once, where it is read first.
 */
type Section = { name: string; texts: readonly string[] };

const { buildDirectory } = readFolders();
const demo = await startRunningDemo({ weeks: 1 });
const sections: Section[] = [];
try {
	console.log(`> Reading the pages of ${demo.siteUrl} and ${demo.deskUrl}`);
	const { cookie } = await openStaffSession({ dataDirectory: demo.dataDirectory, databaseUrl: undefined });
	const site = await crawl(demo.siteUrl, ["/", "/sitemap.xml", "/demo/by-form", "/no/such/page", ...listPrerendered()]);
	const desk = await crawl(demo.deskUrl, ["/", "/sign-in"], { cookie }, { keyOf: patternOf, mostAlike: 3 });
	console.log(
		`> Read ${site.length} answers of the site and ${desk.length} of the desk; now e-mails, forms and commands`,
	);
	sections.push(
		...describePages("Site", site, ({ pathname }) => pathname),
		...describePages("Desk", desk, patternOf),
		...(await describeEmails()),
		...(await describeForms("Site", demo.siteUrl, site)),
		...(await describeApi(demo.siteUrl)),
		...(await describeCommands(demo.dataDirectory)),
		// Last, because they change and delete what the others show.
		...(await describeForms("Desk", demo.deskUrl, desk, cookie)),
	);
} finally {
	await demo.stop();
}
sections.push(describeScripts(sections));

const folder = join(projectDirectory, "test-results");
await mkdir(folder, { recursive: true });
const file = join(folder, "texts.txt");
const blocks = listNewTexts(sections).map(({ name, texts }) => `## ${name}\n\n${texts.join("\n")}\n`);
await writeFile(file, blocks.join("\n"));
console.log(`> ${blocks.length} pages, e-mails, answers and commands: ${file}`);

/** Keeps of each section the texts that no section before has, without the sections that are empty then. */
function listNewTexts(all: readonly Section[]): Section[] {
	const read = new Set<string>();
	return all
		.map(({ name, texts }) => {
			const unread = texts.filter((text) => !read.has(text));
			for (const text of unread) read.add(text);
			return { name, texts: unread };
		})
		.filter(({ texts }) => texts.length > 0);
}

/** Prerendered pages, also those without links to them. */
function listPrerendered(): string[] {
	const { files } = JSON.parse(readFileSync(join(buildDirectory, "pages.json"), "utf8")) as {
		files: { path: string; inlineSources?: object }[];
	};
	return files.filter(({ inlineSources }) => inlineSources).map(({ path }) => path);
}

/** The address of a desk page without what differs from record to record. */
function patternOf({ pathname }: URL): string {
	return pathname
		.replaceAll(/[A-Z]{3}-[0-9A-Z]{8}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{40}/g, "*")
		.replace(/^(\/(?:jobs|studio\/(?:history|rename|delete|pictures\/of)))\/(?!new\b)[^/]+(?:\/[^/]+\.\w+)?/, "$1/*")
		.replace(/^(\/studio\/documents\/[^/]+)\/.*/, "$1/*");
}

function describePages(face: string, answers: readonly Answer[], keyOf: (url: URL) => string): Section[] {
	const pages = answers.filter(({ type }) => type.startsWith("text/html"));
	return [...Map.groupBy(pages, ({ name }) => keyOf(new URL(name, "http://localhost")))].map(([key, alike]) => ({
		name: `${face} ${key}`,
		texts: [...new Set(alike.flatMap(({ body }) => listTexts(body)))],
	}));
}

async function describeEmails(): Promise<Section[]> {
	const emails = await serveEmails({ port: 0 });
	try {
		const pages = await crawl(emails.url, ["/"]);
		return pages
			.filter(({ name }) => name !== "/")
			.map(({ name, body }) => ({ name: `E-mail ${name}`, texts: listTexts(body) }));
	} finally {
		await emails.stop();
	}
}

/** Sends every form of the pages unchanged, with each of its buttons, and returns the new texts of the responses. */
async function describeForms(face: string, origin: string, pages: readonly Answer[], cookie = ""): Promise<Section[]> {
	const sent = new Set<string>();
	const answers: Section[] = [];
	for (const page of pages.filter(({ type }) => type.startsWith("text/html"))) {
		const shown = new Set(listTexts(page.body));
		for (const { action, isMultipart, fields, buttons } of listForms(page.body))
			for (const button of buttons) {
				const url = new URL(action, origin + page.name);
				const way =
					`${patternOf(url)} ${button.join(" ").replaceAll(/[A-Z]{3}-\w{8}|[0-9a-f]{8}-[0-9a-f-]{27}/g, "*")}`.trim();
				// Signing out would end the session.
				if (sent.has(way) || url.pathname === "/sign-out") continue;
				sent.add(way);
				const values = [...fields, button].filter(([name]) => name !== "");
				const form = new FormData();
				for (const [name, value] of values) form.append(name, value);
				const headers = { cookie, "sec-fetch-site": "same-origin", origin };
				const body = isMultipart ? form : new URLSearchParams(values);
				const answer = await fetch(url, { method: "POST", body, headers, redirect: "manual" });
				const place = answer.headers.get("location");
				const next = place === null ? answer : await fetch(new URL(place, url), { headers: { cookie } });
				const texts = listTexts(await next.text()).filter((text) => !shown.has(text));
				answers.push({ name: `${face} form ${way}: ${answer.status}`, texts });
			}
	}
	return answers;
}

/** The API's responses to empty and wrong requests. */
async function describeApi(origin: string): Promise<Section[]> {
	const answers: Section[] = [];
	for (const path of ["/contactus/submit", "/demo/book", "/api/applications", "/api/job-alerts"])
		for (const text of ["{}", '{"email":"asha","firstName":""}', "no JSON"]) {
			const headers = { "content-type": "application/json" };
			const answer = await fetch(origin + path, { method: "POST", body: text, headers });
			answers.push({ name: `API ${path} ${text}: ${answer.status}`, texts: [await answer.text()] });
		}
	return answers;
}

async function describeCommands(dataDirectory: string): Promise<Section[]> {
	const calls: string[][] = [
		...["inbox", "jobs", "content", "desk", "backup", "restore", "move"].flatMap((name) => [
			[name, "--help"],
			// Two, because one would be the file of a backup.
			[name, "no-such-thing", "nor-this"],
			[name, "--no-such-option"],
		]),
		...["", "bookings", "applications", "counters", "emails", "retry", "calendar-url", "show"].map((name) =>
			["inbox", name].filter(Boolean),
		),
		["jobs"],
		["jobs", "show", "no-such-job"],
		["content", "status"],
		["desk", "accounts"],
		["restore"],
	];
	const environment = Object.fromEntries(configurationKeys.map((key) => [key, process.env[key] ?? ""]));
	return Promise.all(
		calls.map(async ([name = "", ...args]) => {
			const output = await runCommand([`server/commands/${name}.ts`, ...args], {
				...environment,
				DATABASE_URL: "",
				DATA_DIR: dataDirectory,
			});
			return { name: `npm run ${name} -- ${args.join(" ")}`, texts: [...new Set(output.split("\n"))] };
		}),
	);
}

/** Returns what a command prints, whatever its exit code. */
function runCommand(args: string[], environment: Record<string, string>): Promise<string> {
	return new Promise((resolve) => {
		execFile(
			projectNode,
			args,
			{ cwd: projectDirectory, env: { ...process.env, ...environment } },
			(_, stdout, stderr) => resolve((stdout + stderr).trim()),
		);
	});
}

/** Sentences in the scripts of the pages that no page has shown yet. */
function describeScripts(said: readonly Section[]): Section {
	const known = new Set(said.flatMap(({ texts }) => texts));
	const texts = ["client", join("desk", "client")].flatMap((face) => {
		const assets = join(buildDirectory, face, "assets");
		return readdirSync(assets)
			.filter((name) => name.endsWith(".js") && !/^(?:react|router)-/.test(name))
			.flatMap((name) => [
				...readFileSync(join(assets, name), "utf8").matchAll(/(["'`])([A-Z][^"'`\\\n<>{}=]* [^"'`\\\n<>{}=]*)\1/g),
			])
			.map(([, , text = ""]) => text.trim());
	});
	return { name: "Scripts of the pages", texts: [...new Set(texts)].filter((text) => !known.has(text)).toSorted() };
}
