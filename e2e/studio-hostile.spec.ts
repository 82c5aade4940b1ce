import { join } from "node:path";
import { formatPath } from "../features/publishing/check-references.server.ts";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { ContentError } from "../features/publishing/documents/content-error.ts";
import { contentSourceFile, readContentSource } from "../features/publishing/documents/content-source.server.ts";
import { createStudio } from "../features/publishing/releases/create-studio.server.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig, readFolders } from "../platform/config.ts";
import { openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { migrations } from "../server/migrations.ts";
import { listContentTexts, writeContentTexts, type ContentText } from "../tests/support/content-texts.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { endOverlay, expect, test as base } from "./fixtures.ts";
import { parsePage, readAttribute, textOf } from "./open-page.ts";
import { ownOffice } from "./own-office.ts";
import { allPaths } from "./routes.ts";

/** Short enough for a title, long enough for a description, and breaking out of every place in HTML. */
const payload = `"'></title></style><script>ran()</script><img src=x onerror=ran()>`;
const hostileMarkdown = `
## "'></title><script>ran()</script><b onclick=ran() style="position:fixed">

[a](javascript:ran()) <a href="&#x6A;avascript:ran()">b</a> <javascript:ran()> [c][d]

<svg onload="ran()"><script>ran()</script></svg> <iframe srcdoc="<script>ran()</script>"></iframe> <!-- <script>ran()</script> -->

| ${"<details open ontoggle=ran()> |".repeat(3)}
| - | - | - |

[d]: data:text/html,<script>ran()</script>

> [!NOTE]
> <script>ran()</script> <b onmouseover=ran()>"'></b>

["'><script>ran()</script>](https://youtu.be/dQw4w9WgXcQ "onclick=ran()")

<a href="https://youtu.be/dQw4w9WgXcQ" data-embed="javascript:ran()">e</a>
`;
/** Other documents refer to these, so they cannot change in one document alone. */
const named =
	/^(?:careers\.yml \w+\[0\]\.(?:name|label|teams|city|locations)|pages\/\w+\.yml categories|services\/\S+ title$)/;

const test = base.extend<object, { office: FrontOffice }>({
	office: ownOffice(),
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
	expectedErrors: async ({}, provide) => provide(/^Blocked script execution in '[^']*\/studio\/preview\?/),
});

/** Types the payload into every text of the content that accepts it. */
async function writeHostileContent(): Promise<Map<string, string>> {
	const source = await readContentSource(join(readFolders().buildDirectory, contentSourceFile));
	const builder = createContentBuilder();
	const hostile = new Map<string, ContentText[]>();
	for (const [path, text] of source.documents)
		if (!path.startsWith("jobs/"))
			hostile.set(
				path,
				listContentTexts(path, text).filter(({ way }) => !named.test(`${path} ${formatPath(way)}`)),
			);
	for (;;) {
		const documents = new Map<string, string>();
		for (const [path, texts] of hostile) {
			const text = source.documents.get(path) ?? "";
			const typed = texts.map(({ way }) => ({ way, text: payload }));
			documents.set(
				path,
				writeContentTexts(path, text, { texts: typed, body: text.replace(/^---\n.*?\n---\n/s, "") + hostileMarkdown }),
			);
		}
		try {
			await builder.build({ ...source, documents: new Map([...source.documents, ...documents]) });
			return documents;
		} catch (error) {
			if (!(error instanceof ContentError)) throw error;
			const refused = new Set(error.problems.map(({ file, field }) => `${file} ${field}`));
			let isLess = false;
			for (const [path, texts] of hostile) {
				const left = texts.filter(({ way }) => !refused.has(`${path} ${formatPath(way)}`));
				isLess ||= left.length < texts.length;
				hostile.set(path, left);
			}
			if (!isLess) throw error;
		}
	}
}

/** Stores texts as drafts, as if each had been typed. */
async function leaveDrafts({ dataDirectory }: FrontOffice, texts: ReadonlyMap<string, string>): Promise<void> {
	const config = readConfig({ DATA_DIR: dataDirectory });
	const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
	const studio = createStudio({
		base: await readContentSource(join(readFolders().buildDirectory, contentSourceFile)),
		database,
		clock: systemClock,
		noteContent: async () => undefined,
		tellScheduler: async () => undefined,
	});
	for (const [path, text] of texts) await studio.saveDraft(path, { text, version: 0 }, "somebody");
	await database.close();
}

test(
	"no typed text of an editor runs in visitors' browsers, and every page still works",
	{ tag: ["@any-company", "@all"] },
	async ({ context, page, office, signIn, request }) => {
		test.slow();
		const texts = await writeHostileContent();
		await leaveDrafts(office, texts);
		const ran: string[] = [];
		await context.exposeFunction("ran", () => void ran.push(page.url()));
		await signIn();
		await page.goto(`${office.deskUrl}/studio/publish`);
		const publish = page.getByRole("button", { name: `Publish ${texts.size} drafts` });
		await expect(publish).toBeVisible();
		// Some texts are still the sample company's, if it is the site under test.
		for (const consent of await page.locator("#acceptsSample, #heavy").all()) await consent.check();
		await publish.click();
		await expect(page.getByText(/Published as release \d+\./)).toBeVisible();

		// As part of a page, whose elements are then only the site's.
		for (const path of allPaths) {
			// A server that renders all pages anew may ask to be asked again.
			let text = "";
			await expect(async () => {
				const response = await request.get(path);
				expect(response.status(), path).toBe(200);
				text = await response.text();
			}).toPass();
			const { elements, structuredData } = parsePage(text);
			const planted = elements.filter(
				(element) =>
					(element.tagName === "img" && readAttribute(element, "src") === "x") ||
					(element.tagName === "script" && textOf(element) === "ran()") ||
					Object.keys(element.properties).some((name) => /^on|^srcdoc$/i.test(name)) ||
					/^\s*(?:javascript|vbscript|data:text)/i.test(readAttribute(element, "href") ?? ""),
			);
			expect(planted, path).toEqual([]);
			expect(structuredData.length, path).toBeGreaterThan(0);
		}
		expect(await (await request.get("/faq")).text()).toContain("&lt;script&gt;ran()&lt;/script&gt;");

		const visited = ["/", "/blog", "/faq", "/privacy", "/terms-condition", "/contactUs", "/portfolio", "/career"];
		const firstOf = (folder: string) => allPaths.find((path) => path.startsWith(`${folder}/`)) ?? "/";
		for (const path of [...visited, firstOf("/blog"), firstOf("/case-study"), firstOf("/portfolio")]) {
			await page.goto(path);
			await endOverlay(page);
		}
		for (const file of ["/sitemap.xml", "/blog/feed.xml"]) {
			const text = await (await request.get(file)).text();
			const fault = await page.evaluate(
				(xml) => new DOMParser().parseFromString(xml, "application/xml").querySelector("parsererror")?.textContent,
				text,
			);
			expect(fault, file).toBeUndefined();
		}
		expect(ran).toEqual([]);
	},
);
