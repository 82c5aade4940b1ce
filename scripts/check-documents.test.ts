import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { listDocumentProblems } from "./check-documents.ts";

/** Split, so that the check finds no citation in this file. */
const docs = "docs";
const guide = "# Guide\n\n## Slots and times\n\n### By plain form\n";

/** Creates a folder with these files, by path. */
function createProject(files: Record<string, string>): string {
	const root = mkdtempSync(join(tmpdir(), "check-documents-"));
	onTestFinished(() => rmSync(root, { recursive: true }));
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, file)), { recursive: true });
		writeFileSync(join(root, file), text);
	}
	return root;
}

/** The errors of a folder with these files, as the command prints them. */
async function check(files: Record<string, string>): Promise<string[]> {
	const problems = await listDocumentProblems(createProject(files), Object.keys(files));
	return problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

describe("links of documents", () => {
	test("to files, folders, pictures, headings and other sites are fine", async () => {
		expect(
			await check({
				"README.md": [
					`[guide](${docs}/guide.md) [folder](${docs}) [folder](${docs}/) ![picture](${docs}/a%20b.png)`,
					`[heading](${docs}/guide.md#slots-and-times) [own](#more) [site](https://example.com/x.md) [mail](mailto:a@b.example)`,
					`<img src='${docs}/a%20b.png'> [page](/contactUs)`,
					"## More",
				].join("\n"),
				[`${docs}/guide.md`]: "# Guide\n\n## Slots and times\n\n[back](../README.md#more)\n",
				[`${docs}/a b.png`]: "\0",
			}),
		).toEqual([]);
	});

	test("to missing files are reported with file and line", async () => {
		expect(
			await check({
				"README.md": `# A\n\n[gone](gone.md)\n\nText ![gone](pictures/gone.png)\n\n[dead](${docs}/guide.md#nowhere)\n`,
				[`${docs}/guide.md`]: guide,
				[`${docs}/deep/page.md`]: "[out](../../../elsewhere.md) [dead](#nowhere)\n",
			}),
		).toEqual([
			`${docs}/deep/page.md:1: there is no ../elsewhere.md`,
			`${docs}/deep/page.md:1: ${docs}/deep/page.md has no heading for #nowhere`,
			"README.md:3: there is no gone.md",
			"README.md:5: there is no pictures/gone.png",
			`README.md:7: ${docs}/guide.md has no heading for #nowhere`,
		]);
	});

	test("in pages of the site, which have front matter, are not looked at", async () => {
		expect(await check({ "content/blog/post.md": "---\ntitle: A post\n---\n\n[gone](gone.md)\n" })).toEqual([]);
	});

	test("in code blocks are examples", async () => {
		expect(await check({ "README.md": "```md\n[gone](gone.md)\n```\n" })).toEqual([]);
	});
});

describe("citations in code", () => {
	test("of a document, alone or with one of its headings, are fine, on one line or two", async () => {
		expect(
			await check({
				[`${docs}/guide.md`]: guide,
				"a.ts": [
					`/** Why: ${docs}/guide.md. */`,
					`// ${docs}/guide.md, which says more`,
					`/* (${docs}/guide.md, Slots and times) and ${docs}/guide.md#by-plain-form */`,
					`/**\n * The rule: ${docs}/guide.md, Slots\n * and times; and ${docs}/guide.md,\n * By plain form.\n */`,
					`const address = "https://example.com/${docs}/nowhere.md";`,
				].join("\n"),
			}),
		).toEqual([]);
	});

	test("of missing files are reported with file and line", async () => {
		expect(
			await check({
				[`${docs}/guide.md`]: guide,
				"a.ts": `// ${docs}/gone.md\n// ${docs}/guide.md, Slots and timesheets\n`,
				"b.css": `\n/* ${docs}/guide.md#nowhere */\n`,
				"c.tsx": `/**\n * ${docs}/guide.md,\n * Refunds: none.\n */\n`,
			}),
		).toEqual([
			`a.ts:1: there is no ${docs}/gone.md`,
			`a.ts:2: ${docs}/guide.md has no heading "Slots and timesheets"`,
			`b.css:2: ${docs}/guide.md has no heading for #nowhere`,
			`c.tsx:2: ${docs}/guide.md has no heading "Refunds"`,
		]);
	});

	test("of YAML count in its comments alone", async () => {
		expect(
			await check({ "a.yml": `# ${docs}/gone.md\ntext: see ${docs}/gone.md\nother: 1 # ${docs}/lost.md\n` }),
		).toEqual([`a.yml:1: there is no ${docs}/gone.md`, `a.yml:3: there is no ${docs}/lost.md`]);
	});
});

test("sources outside the project are named, also across lines and in any case", async () => {
	const specification = ["speci", "fication"].join("");
	const [design, decisions] = ["DESIGN", "DECISIONS"];
	expect(
		await check({
			"a.ts": `// The ${specification} says\n/** as a careers\n * ${specification} does */\n// a ${specification}, OpeningHours${specification}\n`,
			"README.md": `See ${design}.md and ${decisions}.md.\n`,
		}),
	).toEqual([
		`a.ts:1: "The ${specification}" is not in this project`,
		`a.ts:2: "careers ${specification}" is not in this project`,
		`README.md:1: "${design}.md" is not in this project`,
		`README.md:1: "${decisions}.md" is not in this project`,
	]);
});

describe("the command", () => {
	const command = fileURLToPath(new URL("check-documents.ts", import.meta.url));

	function run(files: Record<string, string>) {
		const root = createProject(files);
		execFileSync("git", ["init", "--quiet"], { cwd: root });
		return spawnSync(process.execPath, [command, root], { encoding: "utf8" });
	}

	test("prints each error and exits with 1, without ignored files", () => {
		const { status, stderr } = run({
			".gitignore": "build/\n",
			"README.md": "[gone](gone.md) [made](build/made.md)\n",
			"build/made.md": "[gone](gone.md)\n",
		});
		expect(stderr.trim().split("\n")).toEqual([
			"README.md:1: there is no gone.md",
			"README.md:1: there is no build/made.md",
			"2 problem(s) in documents and in what cites them",
		]);
		expect(status).toBe(1);
	});

	test("exits with 0 and prints nothing without errors", () => {
		const { status, stdout, stderr } = run({ "README.md": "# A\n\n[top](#a)\n" });
		expect([status, stdout, stderr]).toEqual([0, "", ""]);
	});
});
