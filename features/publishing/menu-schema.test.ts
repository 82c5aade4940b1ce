import { beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { readTestContent } from "../../tests/support/studios.ts";
import { createContentBuilder } from "./documents/build-content.server.ts";
import { ContentError, type ContentProblem } from "./documents/content-error.ts";
import type { ContentSource } from "./documents/content-source.server.ts";
import { menusSchema } from "./menu-schema.ts";
import { pickOfferedMenus } from "./offered-menus.server.ts";

const file = "menus.yml";
const builder = createContentBuilder();
let base: ContentSource;

beforeAll(async () => {
	base = await readTestContent();
});

async function listProblems(
	menus: unknown,
	{
		documents = {},
		...source
	}: Partial<Omit<ContentSource, "documents">> & { documents?: Record<string, string> } = {},
): Promise<ContentProblem[]> {
	try {
		await builder.build({
			...base,
			...source,
			documents: new Map([...base.documents, ...Object.entries({ [file]: stringify(menus), ...documents })]),
		});
		return [];
	} catch (error) {
		if (error instanceof ContentError) return error.problems;
		throw error;
	}
}

const link = (label: string, to = "/faq") => ({ label, to });
const links = (count: number) => Array.from({ length: count }, (_, index) => link(`Link ${index}`));

describe("menus", () => {
	test("without their file are those of every site", async () => {
		const documents = new Map(base.documents);
		documents.delete(file);
		const { menus } = await builder.build({ ...base, documents });
		expect(menus).toEqual({ header: [], footerColumns: [], footerLinks: [] });
	});

	test.each([
		[
			"four entries of the bar",
			{ header: ["A", "B", "C", "D"].map((label) => link(label)) },
			"header",
			"must have at most 3 entries",
		],
		[
			"labels that are too long together",
			{ header: [link("Twelve signs"), link("Twelve more."), link("Pumps")] },
			"header",
			"has labels of 29 characters together; the bar has room for 28",
		],
		[
			"an entry without address and links",
			{ header: [{ label: "Pumps" }] },
			"header[0].to",
			"is missing: enter it, or add links below the entry",
		],
		[
			"an entry with both",
			{ header: [{ ...link("Pumps"), links: links(1) }] },
			"header[0].to",
			"must be empty, because the entry opens a list: add the page as a link below it",
		],
		["a label that the bar has", { header: [link("blog")] }, "header[0].label", "“blog” is there already"],
		[
			"one label twice",
			{ footerLinks: [link("Pumps"), link("Pumps")] },
			"footerLinks[1].label",
			"“Pumps” is there already",
		],
		[
			"a column that the footer has",
			{ footerColumns: [{ title: "Services", links: links(1) }] },
			"footerColumns[0].title",
			"“Services” is there already",
		],
		[
			"a column without links",
			{ footerColumns: [{ title: "Pumps", links: [] }] },
			"footerColumns[0].links",
			"must have at least 1 entry",
		],
		[
			"nine links below an entry",
			{ header: [{ label: "Pumps", links: links(9) }] },
			"header[0].links",
			"must have at most 8 entries",
		],
		["seven links in the last line", { footerLinks: links(7) }, "footerLinks", "must have at most 6 entries"],
		[
			"a field that there is not",
			{ header: [{ ...link("Pumps"), icon: "globe" }] },
			"header[0]",
			"has unknown fields: icon",
		],
	])("refuse %s", async (_, menus, field, message) => {
		expect(await listProblems(menus)).toEqual([{ file, field, message }]);
	});

	const addressWords = "must be the path of a page on the site, such as /services, or a URL that starts with https://";

	test.each([
		["javascript:alert(1)", addressWords],
		["http://pumps.example", addressWords],
		["//pumps.example", addressWords],
		["", addressWords],
		["faq", addressWords],
		["https://a:b@pumps.example/", "must be a URL without a username, a password, spaces or backslashes"],
		[`https://pumps.example/${"a".repeat(500)}`, "must have at most 500 characters"],
	])("refuse the address %j", async (to, message) => {
		expect(await listProblems({ footerLinks: [link("Pumps", to)] })).toEqual([
			{ file, field: "footerLinks[0].to", message },
		]);
	});
});

describe("a link of menus", () => {
	test.each([
		"/",
		"/hotels",
		"/blog/twelve-days-offline",
		"/search",
		"/blog/feed.xml",
		"/career",
		"/career/jobs/platform-engineer",
		"https://pumps.example/a?b=c#d",
	])("leads to %s", async (to) => {
		expect(await listProblems({ header: [link("Pumps", to)] })).toEqual([]);
	});

	test("to an address without a page is reported at its field", async () => {
		const problem = (field: string, to: string) => ({ file, field, message: `${to} is not a page on the site` });
		expect(
			await listProblems({
				header: [
					link("Pumps", "/pumps"),
					{ label: "More pumps", links: [link("Pumps", "/faq"), link("Valves", "/valves")] },
				],
				footerColumns: [{ title: "Pumps", links: [link("Pumps", "/blog/pumps")] }],
				footerLinks: [link("Pumps", "/aboutus")],
			}),
		).toEqual([
			problem("header[0].to", "/pumps"),
			problem("header[1].links[1].to", "/valves"),
			problem("footerColumns[0].links[0].to", "/blog/pumps"),
			problem("footerLinks[0].to", "/aboutus"),
		]);
	});

	test("may lead to a former address, and waits for the errors of other documents", async () => {
		const menus = { footerLinks: [link("Pumps", "/pumps")] };
		expect(await listProblems(menus, { documents: { "redirects.yml": "/pumps: /hotels\n" } })).toEqual([]);
		// Where the studio has redirects of its own, these are all there are.
		const studios = { documents: { "redirects.yml": "/pumps: /hotels\n" }, formerAddresses: new Set(["/valves"]) };
		expect(await listProblems(menus, studios)).toHaveLength(1);
		const documents = { "landing-pages/pumps.yml": "title: Pumps\n" };
		const problems = await listProblems(menus, { documents });
		expect(new Set(problems.map((problem) => problem.file))).toEqual(new Set(["landing-pages/pumps.yml"]));
	});

	test("to a module that is off is no error, and is left out with lists of which nothing is left", async () => {
		const menus = menusSchema.parse({
			header: [
				link("Journal", "/blog/gone"),
				{ label: "Work", links: [link("Cases", "/portfolio")] },
				link("Hotels", "/hotels"),
			],
			footerColumns: [
				{ title: "Work", links: [link("Cases", "/portfolio")] },
				{ title: "Pumps", links: [link("Cases", "/portfolio"), link("Pumps", "https://blog.example/blog")] },
			],
			footerLinks: [link("Journal", "/blog"), link("Questions")],
		});
		const company = stringify({
			...(parse(base.documents.get("company.yml") ?? "") as object),
			parts: { blog: false, portfolio: false },
		});
		expect(await listProblems(menus, { documents: { "company.yml": company } })).toEqual([]);
		const parts = { booking: true, careers: true, blog: false, portfolio: false, newsletter: false };
		expect(pickOfferedMenus(menus, parts)).toEqual({
			header: [{ ...link("Hotels", "/hotels"), links: [] }],
			footerColumns: [{ title: "Pumps", links: [link("Pumps", "https://blog.example/blog")] }],
			footerLinks: [link("Questions")],
		});
		expect(pickOfferedMenus(menus, { ...parts, blog: true, portfolio: true })).toEqual(menus);
	});
});
