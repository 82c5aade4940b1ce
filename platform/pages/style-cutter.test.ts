import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStyleCutter } from "./style-cutter.ts";

const css = [
	"h1{margin:1px}",
	".shown{color:#111}",
	".shown:hover{color:#222}",
	".shown[data-live] .added{color:#333}",
	".elsewhere{color:#444}",
	".shown .elsewhere{color:#555}",
	".shown:not(.elsewhere){color:#666}",
	".shown:has(.elsewhere){color:#777}",
	":is(.elsewhere,.shown) p{color:#888}",
	".later{color:#999}",
	"@media (width>=48rem){.md\\:wide{color:#aaa}.md\\:narrow{color:#bbb}}",
	".\\[\\&\\>svg\\]\\:tall>svg{color:#ccc}",
	"@property --read{syntax:'*';inherits:false}@property --unread{syntax:'*';inherits:false}",
	":root{--read:1px;--read-by-the-unread:2px;--read-by-a-script:3px}",
	".shown{--unread:var(--read-by-the-unread);padding:var(--read)}",
].join("");

const html = `<html><head><style id="own">:root{--own:4px}</style><style>${css}</style></head><body><h1 class="shown md:wide [&amp;&gt;svg]:tall">Page</h1>
<script type="module" async="">import "/assets/manifest-1.js"; import * as route0 from "/assets/page-1.js";</script></body></html>`;

describe("a page with its stylesheet cut", () => {
	let directory: string;
	let cut: string;

	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), "front-office-styles-"));
		const assets = join(directory, "assets");
		await mkdir(assets);
		await writeFile(join(assets, "styles-1.css"), css);
		await writeFile(join(assets, "manifest-1.js"), `{module:"/assets/page-1.js"},{module:"/assets/other-1.js"}`);
		await writeFile(join(assets, "page-1.js"), `import("./dialog-1.js");element("added");style("--read-by-a-script")`);
		await writeFile(join(assets, "dialog-1.js"), `element("later")`);
		await writeFile(join(assets, "other-1.js"), `element("elsewhere md:narrow")`);
		cut = (await createStyleCutter(directory))(html);
	});

	afterAll(() => rm(directory, { recursive: true, force: true }));

	test.each([
		["of elements", "margin:1px"],
		["of classes in the page", "color:#111"],
		["of their states", "color:#222"],
		["of classes that only its scripts add", "color:#333"],
		["of classes that scripts loaded later add", "color:#999"],
		["that exclude a class it does not have", "color:#666"],
		["with alternatives of which it has one", "color:#888"],
		["of classes in media queries", "color:#aaa"],
		["of classes that HTML and CSS write differently", "color:#ccc"],
		["that give a value to what another reads", "--read:1px"],
		["that register what another reads", "@property --read{"],
		["that give a value to what a script reads", "--read-by-a-script:3px"],
		["of a style that has an id", '<style id="own">:root{--own:4px}</style>'],
	])("keeps the rules %s", (_, declaration) => {
		expect(cut).toContain(declaration);
	});

	test.each([
		["of classes of other pages", "color:#444"],
		["inside which such classes would have to be", "color:#555"],
		["that ask for such classes below", "color:#777"],
		["of such classes in media queries", "color:#bbb"],
		["that give a value to what nothing reads", "--unread:"],
		["that register what nothing reads", "@property --unread"],
		["that only such a rule reads", "--read-by-the-unread"],
	])("loses the rules %s", (_, declaration) => {
		expect(cut).not.toContain(declaration);
	});

	test("is otherwise as it was", () => {
		const withoutStyle = (page: string) => page.replace(/<style>.*<\/style>/, "");
		expect(withoutStyle(cut)).toBe(withoutStyle(html));
	});
});
