import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

const { default: law } = (await import(new URL("../../.dependency-cruiser.mjs", import.meta.url).href)) as {
	default: Required<Pick<IConfiguration, "forbidden" | "options">>;
};

/** A project in small that keeps the law. */
const lawful: Record<string, string> = {
	"package.json": JSON.stringify({ dependencies: { used: "1.0.0" }, devDependencies: { tool: "1.0.0" } }),
	...Object.fromEntries(
		["used", "tool", "stray"].flatMap((name) => [
			[`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" })],
			[`node_modules/${name}/index.js`, ""],
		]),
	),
	"ui/button.tsx": `import "used";`,
	"features/publishing/content-schema.ts": "export const schema = 1; export type Company = {};",
	"features/publishing/load-content.server.ts": `import "./content-schema.ts"; import "tool";`,
	"features/publishing/content.server.ts": `import "./load-content.server.ts";`,
	"features/enquiries/rules.ts": "export type Enquiry = {};",
	"features/enquiries/enquiry-form.tsx": `import "./rules.ts"; import "../../ui/button.tsx";`,
	"features/enquiries/store.server.ts": `import "./rules.ts"; import type {} from "../../server/database/database.ts";`,
	"features/enquiries/http.server.ts": `import "./store.server.ts"; import "../../server/http/problem.ts"; import type { Company } from "../publishing/content-schema.ts";`,
	"features/booking/availability.ts": "",
	"features/booking/http.server.ts": `import "./availability.ts";`,
	"server/main.ts": `import "./app.ts";`,
	"server/app.ts": `import "../features/enquiries/http.server.ts"; import "../features/booking/http.server.ts"; import "./metrics.ts"; import "./database/database.ts";`,
	"server/metrics.ts": "",
	"server/http/problem.ts": "",
	"server/database/database.ts": `import type {} from "./tables.ts";`,
	"server/database/tables.ts": `import type {} from "../../features/enquiries/store.server.ts";`,
	"site/layout/footer.tsx": `import "../../ui/button.tsx";`,
	"site/routes/home.tsx": `import "../layout/footer.tsx"; import "../../features/enquiries/enquiry-form.tsx"; import "../../features/publishing/content.server.ts"; import type {} from "./+types/home.ts"; import "virtual:pages";`,
	"tests/support/clock.ts": "",
	"scripts/build-site.ts": `import "../features/publishing/load-content.server.ts"; import "tool";`,
};

let directory: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "front-office-law-"));
	onTestFinished(() => rm(directory, { recursive: true, force: true }));
	for (const [file, source] of Object.entries(lawful)) await write(file, source);
});

async function write(file: string, source: string): Promise<void> {
	await mkdir(dirname(join(directory, file)), { recursive: true });
	await writeFile(join(directory, file), source);
}

/** The rules that the project breaks now, each once. */
async function listBrokenRules(): Promise<string[]> {
	const { output } = await cruise(
		["features", "scripts", "server", "site", "tests", "ui"],
		{ ...law.options, ruleSet: law, validate: true, baseDir: directory },
		{ bustTheCache: true, ...law.options.enhancedResolveOptions },
	);
	return [...new Set((output as ICruiseResult).summary.violations.map((violation) => violation.rule.name))];
}

/** What each rule forbids: files with the lines that are added to them. */
const offences: [rule: string, offence: string, file: string, source: string][] = [
	[
		"ui-knows-nothing-else",
		"the kit names a feature, even its types",
		"ui/button.tsx",
		`import type {} from "../features/booking/availability.ts";`,
	],
	["ui-knows-nothing-else", "the kit names the server", "ui/button.tsx", `import "../server/metrics.ts";`],
	[
		"features-know-no-site",
		"a feature names a layout",
		"features/booking/availability.ts",
		`import "../../site/layout/footer.tsx";`,
	],
	[
		"features-are-apart",
		"a feature names another",
		"features/booking/availability.ts",
		`import "../enquiries/rules.ts";`,
	],
	[
		"features-are-apart",
		"a feature's server file names another's",
		"features/booking/http.server.ts",
		`import "../enquiries/store.server.ts";`,
	],
	[
		"content-schema-as-types-only",
		"a feature checks content itself",
		"features/booking/availability.ts",
		`import { schema } from "../publishing/content-schema.ts";`,
	],
	[
		"features-see-little-of-the-server",
		"a feature names the composition",
		"features/booking/http.server.ts",
		`import "../../server/metrics.ts";`,
	],
	[
		"browser-code-knows-no-server",
		"a feature's browser code names the server",
		"features/booking/availability.ts",
		`import "../../server/http/problem.ts";`,
	],
	[
		"browser-code-knows-no-server",
		"a page names the server",
		"site/routes/home.tsx",
		`import "../../server/http/problem.ts";`,
	],
	[
		"browser-code-imports-no-server-files",
		"a layout names a server file",
		"site/layout/footer.tsx",
		`import "../../features/publishing/content.server.ts";`,
	],
	[
		"browser-code-imports-no-server-files",
		"a form names its store",
		"features/enquiries/enquiry-form.tsx",
		`import "./store.server.ts";`,
	],
	[
		"server-composes-features-in-one-place",
		"the mere server names a feature",
		"server/metrics.ts",
		`import "../features/booking/http.server.ts";`,
	],
	[
		"composition-enters-features-by-server-files",
		"the composition names a feature's browser code",
		"server/app.ts",
		`import "../features/booking/availability.ts";`,
	],
	["server-knows-no-pages", "the server names a page", "server/app.ts", `import "../site/routes/home.tsx";`],
	[
		"content-is-read-by-publishing",
		"a page reads the content folder",
		"site/routes/home.tsx",
		`import "../../features/publishing/load-content.server.ts";`,
	],
	[
		"product-knows-no-tests-and-tools",
		"the server needs what tests need",
		"server/app.ts",
		`import "../tests/support/clock.ts";`,
	],
	["no-cycles", "two files need each other", "features/enquiries/rules.ts", `import "./enquiry-form.tsx";`],
	[
		"no-cycles",
		"two files need each other's types",
		"features/enquiries/rules.ts",
		`import type {} from "./enquiry-form.tsx";`,
	],
	["no-orphans", "nothing that runs needs a file", "ui/forgotten.tsx", "export const forgotten = 1;"],
	["no-barrels", "a file passes on what another defines", "server/metrics.ts", `export * from "./http/problem.ts";`],
	["nothing-unresolvable", "a file names one that is not there", "server/metrics.ts", `import "./gone.ts";`],
	[
		"no-undeclared-packages",
		"a package is used that package.json does not name",
		"server/metrics.ts",
		`import "stray";`,
	],
	[
		"server-runs-without-development-packages",
		"the server needs a development package",
		"server/metrics.ts",
		`import "tool";`,
	],
];

describe("the law of imports", () => {
	test("lets a lawful project pass", async () => {
		expect(await listBrokenRules()).toEqual([]);
	});

	test.each(offences)("%s: sees when %s", async (rule, _, file, source) => {
		await write(file, `${lawful[file] ?? ""}\n${source}`);
		expect(await listBrokenRules()).toEqual([rule]);
	});

	test("no-index-files: sees a folder's index", async () => {
		await write("ui/index.ts", "");
		await write("site/layout/footer.tsx", `import "../../ui/index.ts"; import "../../ui/button.tsx";`);
		expect(await listBrokenRules()).toEqual(["no-index-files"]);
	});

	test("no-orphans: sees a file that only a test keeps alive", async () => {
		await write("server/unused.ts", "");
		await write("server/unused.test.ts", `import "./unused.ts";`);
		expect(await listBrokenRules()).toEqual(["no-orphans"]);
	});

	test("has no rule that is not shown to bite here", () => {
		const shown = new Set([...offences.map(([rule]) => rule), "no-index-files"]);
		expect(law.forbidden.map((rule) => rule.name).filter((name) => name === undefined || !shown.has(name))).toEqual([]);
	});
});
