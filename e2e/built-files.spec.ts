import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { iconPaths } from "../features/publishing/icon-paths.ts";
import { loadContent } from "../features/publishing/load-content.server.ts";
import { readFolders } from "../platform/config.ts";
import { listHeavyPages } from "../scripts/list-heavy-pages.ts";
import { deriveAccent } from "../shared/accent.ts";
import { expect, test } from "./fixtures.ts";
import { prerenderedPaths } from "./routes.ts";

const { buildDirectory, contentDirectory } = readFolders();
const directory = join(buildDirectory, "client", "assets");

/** Shorter ones may be words of the interface. */
const ownLength = 30;

function listTexts(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

test("scripts hold nothing of the company, so that releases need no build", { tag: "@any-company" }, async () => {
	const content = await loadContent(contentDirectory);
	const { company, careers } = content;
	const texts = [
		...listTexts(content).filter((text) => text.length >= ownLength),
		company.name,
		company.legalName,
		company.email,
		company.phone.e164,
		...careers.locations.map(({ label }) => label),
		...Object.keys(content.pictures),
		...Object.values(deriveAccent(company.accentColour)).flatMap((shade) => [shade, shade.toLowerCase()]),
	];
	const names = readdirSync(directory);
	expect([...new Set(names.map((name) => extname(name)))].toSorted()).toEqual([".js", ".woff2"]);
	const found = names
		.filter((name) => !name.endsWith(".woff2"))
		.flatMap((name) => {
			const file = readFileSync(join(directory, name), "utf8");
			return texts.filter((text) => file.includes(text)).map((text) => `${name}: ${text}`);
		});
	expect(found).toEqual([]);
});

/** Newer than Safari 16.4, Chrome 111 and Firefox 115, for which the syntax is built, too. */
const newerBuiltIns =
	/\b(?:(?:Map|Object)\.groupBy|AbortSignal\.any|Promise\.(?:withResolvers|try)|URL\.(?:canParse|parse)|Array\.fromAsync|Intl\.Segmenter|RegExp\.escape|Iterator\.from|Temporal\.\w+)\b/g;
/** Used by a library only where a browser has it. */
const asked = /typeof Intl<`u`&&Intl\.Segmenter/g;

test("scripts of site and desk use only what the promised browsers have", () => {
	const found = [directory, join(buildDirectory, "desk", "client", "assets")].flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => name.endsWith(".js"))
			.flatMap((name) => readFileSync(join(folder, name), "utf8").replaceAll(asked, "").match(newerBuiltIns) ?? []),
	);
	expect(found).toEqual([]);
});

test("every page is within its budget as it was built", { tag: "@any-company" }, async () => {
	const content = await loadContent(contentDirectory);
	expect(await listHeavyPages(content, prerenderedPaths, buildDirectory)).toEqual([]);
});

test("pictures may be shown on other sites and by mail programs, pages and scripts may not", async ({ request }) => {
	const html = await (await request.get("/")).text();
	const find = (pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
	const readPolicy = async (path: string) => {
		const response = await request.get(path);
		expect(response.status(), path).toBe(200);
		return response.headers()["cross-origin-resource-policy"];
	};
	const card = new URL(find(/property="og:image" content="([^"]+)"/)).pathname;
	const picture = find(/"(\/pictures\/[0-9a-f]{16}\/[\w-]+\.(?:avif|svg))"/);
	for (const path of [card, picture, ...iconPaths])
		expect([path, await readPolicy(path)]).toEqual([path, "cross-origin"]);
	for (const path of ["/", find(/(\/assets\/[\w-]+\.js)/)])
		expect([path, await readPolicy(path)]).toEqual([path, "same-origin"]);
});
