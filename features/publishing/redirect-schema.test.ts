import { describe, expect, test } from "vitest";
import { documentKinds } from "./documents/document-kinds.ts";
import { readDocument } from "./documents/read-document.server.ts";
import { formatRedirects, readRedirects } from "./documents/redirects-file.server.ts";
import { describeForm } from "./forms/describe-form.ts";
import { readFormValues } from "./forms/read-form-values.ts";
import { redirectsSchema } from "./redirect-schema.ts";

const listProblems = (text: string) => readDocument(text, documentKinds.redirects).problems;
const oldWords = "the old address must be a path on the site, such as /blog/first-post";
const newWords = "must be a path on the site, such as /services, or a URL that starts with https://";

describe("redirects.yml", () => {
	test.each([
		"",
		"# None yet.\n",
		"{}\n",
		"/blog/old: /blog/new\n",
		"/old.html: /\n",
		"/%C3%BC: https://a.example/b?c=d#e\n",
	])("may be %j", (text) => expect(listProblems(text)).toEqual([]));

	test.each([
		["old: /new", "old", oldWords],
		["//elsewhere.example: /new", "//elsewhere.example", oldWords],
		["/a b: /new", "/a b", oldWords],
		["/old?page=2: /new", "/old?page=2", oldWords],
		["/old: new", "/old", newWords],
		["/old: //elsewhere.example/", "/old", newWords],
		["/old: http://elsewhere.example/", "/old", newWords],
		["/old: javascript:alert(1)", "/old", newWords],
		["/old: https://me@elsewhere.example/", "/old", expect.stringContaining("without a username")],
		["/old:", "/old", "must not be empty"],
	])("may not have %j", (text, field, message) => {
		expect(listProblems(`${text}\n`)).toEqual([{ field, message }]);
		expect(readRedirects(`${text}\n`).size).toBe(0);
	});

	test.each([
		["https://pl.wikipedia.org/wiki/Łódź", "https://pl.wikipedia.org/wiki/%C5%81%C3%B3d%C5%BA"],
		["https://пример.рф/?q=é#ü", "https://xn--e1afmkfd.xn--p1ai/?q=%C3%A9#%C3%BC"],
		["/каталог.pdf", "/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3.pdf"],
		["/café", "/caf%C3%A9"],
		["/caf%C3%A9", "/caf%C3%A9"],
	])("leads to %s as a header can hold it, and stays as written", (to, sent) => {
		const text = `/old: ${to} # Moved.\n`;
		expect(listProblems(text)).toEqual([]);
		expect([...readRedirects(text).values()]).toEqual([sent]);
		expect(formatRedirects(text, readRedirects(text))).toBe(text);
	});

	test("names an address that is given twice, in the file and in the form", () => {
		expect(listProblems("/old: /a\n/old: /b\n")).toEqual([
			{ field: "", message: expect.stringContaining("is not valid YAML: Map keys must be unique") },
		]);
		const form = new URLSearchParams([
			["fields:items", "0"],
			["fields.0.key", "/old"],
			["fields.0.value", "/a"],
			["fields:items", "n1"],
			["fields.n1.key", "/old"],
			["fields.n1.value", "/b"],
		]);
		const typed = readFormValues(describeForm(redirectsSchema), form, {});
		expect(listProblems(JSON.stringify(typed))).toEqual([
			{ field: "/old (2)", message: "the old address /old is given twice" },
		]);
	});

	test.each([
		["/old/", "/old"],
		["/Old.html", "/Old.html"],
		["/łódź", "/%C5%82%C3%B3d%C5%BA"],
		["/%C5%82%C3%B3d%C5%BA/", "/%C5%82%C3%B3d%C5%BA"],
		["/a/../b/", "/b"],
		["/", "/"],
	])("is read for %s by the address %s, as requests come, and stays as written", (from, address) => {
		const text = `${from}: /new/ # Of the site before.\n`;
		expect([...readRedirects(text)]).toEqual([[address, "/new"]]);
		expect(formatRedirects(text, readRedirects(text))).toBe(text);
		const written = formatRedirects(text, new Map([[address, "/newer"]]));
		expect(written).toBe(`${from}: /newer # Of the site before.\n`);
	});

	test.each([
		["/old", "/old/"],
		["/łódź/", "/%C5%82%C3%B3d%C5%BA"],
	])("may not have both %s and %s", (first, second) => {
		expect(listProblems(`${first}: /a\n${second}: /b\n`)).toEqual([
			{ field: second, message: `the old address ${first} is given twice` },
		]);
	});

	test("may have two spellings of an address that lead to one page", () => {
		const text = "/old: /a\n/old/: /a\n";
		expect(listProblems(text)).toEqual([]);
		expect([...readRedirects(text)]).toEqual([["/old", "/a"]]);
		expect(formatRedirects(text, readRedirects(text))).toBe(text);
	});

	test("keeps its comments when former addresses are written into it", () => {
		const text = "# Of the shop.\n/shop: /services # Closed.\n\n# Of the journal.\n/journal: /blog\n";
		const redirects = new Map([
			["/about", "/aboutUs"],
			["/journal", "/blog/page/2"],
			["/shop", "/services"],
		]);
		const written = formatRedirects(text, redirects);
		expect(readRedirects(written)).toEqual(redirects);
		for (const kept of ["# Of the shop.\n/shop: /services # Closed.\n", "# Of the journal.\n/journal: /blog/page/2\n"])
			expect(written).toContain(kept);
		expect(formatRedirects(text, readRedirects(text))).toBe(text);
	});
});
