import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { compareEmails, comparePages, readSite, type Difference } from "./compare-releases.ts";
import { renderReport, summarise, isPassed, type RehearsalResult } from "./write-report.ts";

/** Bodies by path; a number is a status. */
type Site = Record<string, string | number | { location: string }>;

async function serve(site: Site): Promise<string> {
	const server = createServer((request, response) => {
		const found = site[request.url ?? ""] ?? 404;
		if (typeof found === "number") return void response.writeHead(found).end();
		if (typeof found === "object") return void response.writeHead(301, found).end();
		const type = request.url?.endsWith(".xml")
			? "application/xml"
			: /\.\w+$/.test(request.url ?? "")
				? "image/png"
				: "text/html";
		response.writeHead(200, { "content-type": type }).end(found);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const publicUrl = "https://www.company.example";
const page = (words: string) =>
	`<!doctype html><html><head><title>Home</title><script>import("/assets/start.js")</script></head><body>${words}</body></html>`;

async function compare(before: Site, after: Site): Promise<Map<string, Difference>> {
	const [was, is] = await Promise.all(
		[before, after].map(async (site) => readSite(await serve(site), publicUrl, ["/"])),
	);
	return new Map(comparePages(was ?? new Map(), is ?? new Map()).map((one) => [one.name, one]));
}

test("pages are found by links and sitemaps, and compared by words, weight and pictures", async () => {
	const shared = {
		"/sitemap.xml": `<urlset><url><loc>${publicUrl}/hidden</loc></url></urlset>`,
		"/hidden": page("<p>Hidden</p>"),
		"/assets/start.js": "start",
	};
	const differences = await compare(
		{
			...shared,
			"/": page(
				'<h1>Welcome</h1><p>We build  apps.</p><a href="/team?sort=name#top">Team</a><img src="/pictures/a.png">',
			),
			"/team": page("<p>Team</p>"),
			"/pictures/a.png": "old picture",
		},
		{
			...shared,
			"/": page('<h1>Welcome</h1><p>We build sites.</p><a href="/team">Team</a><img src="/pictures/b.png">'),
			"/team": page("<p>Team</p>"),
			"/pictures/b.png": "new picture",
			"/assets/start.js": "start".repeat(100),
		},
	);
	expect([...differences.keys()]).toEqual(["/", "/hidden", "/robots.txt", "/sitemap.xml", "/team"]);
	expect(differences.get("/")).toMatchObject({
		state: "changed",
		words: [
			{ sign: "-", line: "We build apps." },
			{ sign: "+", line: "We build sites." },
		],
		weight: { before: { scripts: 5 }, after: { scripts: 500 } },
		pictures: { gone: ["/pictures/a.png"], added: ["/pictures/b.png"] },
	});
	expect(differences.get("/robots.txt")).toMatchObject({ state: "same" });
	expect(differences.get("/sitemap.xml")).toMatchObject({ state: "same", words: [] });
});

test("a page that opened and opens no more has failed, a redirect or a page that was broken before has not", async () => {
	const links = '<a href="/one">1</a><a href="/two">2</a><a href="/three">3</a><a href="/four">4</a>';
	const differences = await compare(
		{ "/": page(links), "/one": page("one"), "/two": page("two"), "/three": page("three"), "/four": 500 },
		{ "/": page(links), "/one": 500, "/three": { location: "/one" }, "/four": 500 },
	);
	expect(Object.fromEntries([...differences].map(([name, { state, failure }]) => [name, failure ?? state]))).toEqual({
		"/": "same",
		"/four": "same",
		"/one": "status 500",
		"/robots.txt": "same",
		"/sitemap.xml": "same",
		"/three": "changed",
		"/two": "status 404",
	});
});

test("e-mails are compared by kind and occasion", () => {
	const email = (about: string, html: string, subject = "Your enquiry") => ({
		kind: "notice",
		about,
		subject,
		text: "",
		html,
	});
	expect(
		compareEmails(
			[email("to sales", "<p>Hello</p>"), email("to the visitor", "<p>Thanks</p>"), email("gone", "")],
			[email("to sales", "<p>Hello</p>"), email("to the visitor", "<p>Thank you</p>", "We have it"), email("new", "")],
		).map(({ name, state, words }) => [name, state, words.map(({ sign, line }) => sign + line)]),
	).toEqual([
		["notice, gone", "removed", ["-Subject: Your enquiry"]],
		["notice, new", "added", ["+Subject: Your enquiry"]],
		["notice, to sales", "same", []],
		["notice, to the visitor", "changed", ["-Subject: Your enquiry", "-Thanks", "+Subject: We have it", "+Thank you"]],
	]);
});

const difference: Difference = {
	name: "/",
	state: "changed",
	failure: undefined,
	words: [{ sign: "+", line: '<script>alert("1")</script>' }],
	weight: { before: { page: 1_000, scripts: 0, styles: 0, pictures: 0 }, after: undefined },
	pictures: { gone: [], added: ["/pictures/<b>.png"] },
};
const result: RehearsalResult = {
	before: "1.0.0 in /opt/old",
	after: "2.0.0 in /opt/new",
	backup: "a backup made now",
	database: "SQLite",
	migrations: ["0509-something"],
	migrationMs: 1_250,
	pages: [difference],
	emails: [],
	emailsFailure: undefined,
	pictures: undefined,
	picturesNote: "no browser was found",
};

test("a report shows words of the site as text, and has no scripts", () => {
	const report = renderReport(result);
	expect(report).toContain("+ &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
	expect(report).toContain("/pictures/&lt;b&gt;.png");
	expect(report).not.toMatch(/<script|<b>/);
	expect(report).toContain("Migrations: 1 in 1.3 s on SQLite.");
});

test("a rehearsal passes unless a page fails or the e-mails cannot be rendered", () => {
	expect(isPassed(result)).toBe(true);
	expect(isPassed({ ...result, pages: [{ ...difference, state: "failed", failure: "status 500" }] })).toBe(false);
	expect(isPassed({ ...result, emails: undefined, emailsFailure: "No modules" })).toBe(false);
	const failed = summarise(
		{ ...result, pages: [{ ...difference, state: "failed", failure: "status 500" }] },
		"/report",
	);
	expect(failed).toContain("Failed:\n  /: status 500");
	expect(failed).toContain("Report: /report/index.html");
});
