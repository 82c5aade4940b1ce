import { appendFile, cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { APIRequestContext } from "@playwright/test";
import { readContentFolder } from "../features/publishing/documents/content-source.server.ts";
import { findLinks } from "../features/publishing/releases/find-links.ts";
import { readFolders } from "../platform/config.ts";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import { projectDirectory } from "../tests/support/built-server.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { runProgram } from "../tests/support/run-program.ts";
import { company, posts, services } from "./company.ts";
import { countWork } from "./count-work.ts";
import { expect, untilHydrated, type Page } from "./fixtures.ts";
import { isSaved, openText, paste, tabTo, test } from "./studio-office.ts";

const { documents } = await readContentFolder(readFolders().contentDirectory);
const isLinked = (address: string) =>
	findLinks(
		[...documents].map(([path, text]) => ({ path, text })),
		address,
	).length > 0;
const [post, otherPost, lastPost] = posts.filter(({ slug }) => !isLinked(`/blog/${slug}`));
const linkedService = services.find(({ slug }) => isLinked(`/case-study/${slug}`));
if (!post || !otherPost || !lastPost || !linkedService)
	throw new Error("The company has fewer than three posts that nothing links to, or no service that something does");

/** Changes stored data, as time or another build would. */
function change({ dataDirectory }: FrontOffice, statement: string, ...values: string[]): void {
	const database = new DatabaseSync(join(dataDirectory, sqliteFileName), { timeout: 5_000 });
	expect(database.prepare(statement).run(...values).changes).toBe(1);
	database.close();
}

/** Requests an address of the site until the expected content appears: a release is read within a second. */
async function expectResponse(
	{ request, office }: { request: APIRequestContext; office: FrontOffice },
	path: string,
	expected: { status?: number; leadsTo?: string; says?: string | string[]; saysNot?: string | string[] },
): Promise<void> {
	await expect(async () => {
		const answer = await request.get(office.url + path, { maxRedirects: 0 });
		expect(answer.status()).toBe(expected.leadsTo === undefined ? (expected.status ?? 200) : 308);
		if (expected.leadsTo !== undefined) expect(answer.headers()["location"]).toBe(expected.leadsTo);
		const text = await answer.text();
		// Not toContain, which would print whole pages.
		for (const part of [expected.says ?? []].flat()) expect([part, text.includes(part)]).toEqual([part, true]);
		for (const part of [expected.saysNot ?? []].flat()) expect([part, text.includes(part)]).toEqual([part, false]);
	}).toPass();
}

async function publish(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Publish draft" }).click();
	await expect(page.getByText("Published as release")).toBeVisible();
}

test(
	"the headline of the home page is public with three clicks, and undone with one",
	{ tag: ["@task", "@all"] },
	async ({ arrive, office, request }) => {
		const { name, page } = await arrive("Asha");
		await page.goto(`${office.deskUrl}/studio?q=home.yml`);
		const { click, finish } = countWork(page);
		const title = `A headline of ${crypto.randomUUID()}`;
		await click(page.locator('a[href$="/studio/documents/home.yml"]').first());
		const field = page.getByLabel("Title", { exact: true }).first();
		const original = await field.inputValue();
		await field.fill(title);
		await isSaved(page);
		await click(page.getByRole("button", { name: "Publish…" }));
		await click(page.getByRole("button", { name: "Publish draft" }));
		// It stays as long as the pointer is on it.
		await page.locator(".notice").hover();
		await expectResponse({ request, office }, "/", { says: title });
		finish("Headline of the home page live", { clicks: 3 });
		await click(page.getByRole("button", { name: "Undo" }));
		await expect(page.getByText("Undone. The changes are drafts again.")).toBeVisible();
		finish("Headline undone", { clicks: 1 });
		await expectResponse({ request, office }, "/", { saysNot: title });

		await page.goto(`${office.deskUrl}/studio/documents/home.yml`);
		await expect(field).toHaveValue(title);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
		await page.goto(`${office.deskUrl}/studio/history/home.yml`);
		const entry = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Original" }) });
		await expect(entry).toContainText("Current");
		// Other tests have published the home page, too.
		const published = page.getByRole("listitem").filter({ hasText: `Published by ${name}` });
		await published.getByRole("button", { name: /^Restore/ }).click();
		await expectResponse({ request, office }, "/", { says: title });
		await entry.getByRole("button", { name: "Restore" }).click();
		await expect(page.getByText("Restored and published.")).toBeVisible();
		await expectResponse({ request, office }, "/", { saysNot: title });
		await page.goto(`${office.deskUrl}/studio/documents/home.yml`);
		await expect(field).toHaveValue(original);
	},
);

test(
	"a release is scheduled by keyboard, listed, cancelled, and published at its time",
	{ tag: "@all" },
	async ({ arrive, office, request }) => {
		const { page } = await arrive("Asha");
		const title = `${post.title}, in scheduled words`;
		await page.goto(`${office.deskUrl}/studio/documents/blog/${post.slug}.md`);
		await page.getByLabel("Title", { exact: true }).first().fill(title);
		await isSaved(page);
		const noon = Temporal.Now.plainDateISO(company.timeZone).add({ days: 1 }).toPlainDateTime("12:00");
		const schedule = async () => {
			await page.goto(`${office.deskUrl}/studio/publish?path=blog/${post.slug}.md`);
			await tabTo(page, page.getByRole("radio", { name: "Now" }));
			await page.keyboard.press("ArrowDown");
			await expect(page.getByRole("radio", { name: "Later" })).toBeChecked();
			await page.getByLabel(/^Date and time/).fill(noon.toString().slice(0, 16));
			await tabTo(page, page.getByRole("button", { name: "Publish draft" }));
			await page.keyboard.press("Enter");
			await expect(page.getByText("Scheduled.")).toBeVisible();
		};
		await schedule();
		const entry = page.locator(".studio-history > li").filter({ hasText: title });
		await expect(entry.getByRole("heading")).toContainText("12:00");
		await tabTo(page, entry.locator("summary"));
		await page.keyboard.press("Enter");
		const time = entry.getByLabel(/^Date and time/);
		await time.fill(noon.subtract({ days: 7 }).toString().slice(0, 16));
		await time.press("Enter");
		await expect(time).toHaveAttribute("aria-invalid", "true");
		await expect(page.locator(".error-summary")).toContainText("Choose a time in the future");
		await time.fill(noon.add({ hours: 3 }).toString().slice(0, 16));
		await tabTo(page, entry.getByRole("button", { name: "Reschedule" }));
		await page.keyboard.press("Enter");
		await expect(page.getByText("Rescheduled from")).toContainText(" to ");
		await expect(entry.getByRole("heading")).toContainText(/\b(?:3|15)[:.]00/);
		await tabTo(page, entry.getByRole("button", { name: "Cancel" }));
		await page.keyboard.press("Enter");
		await expect(page.getByText("The documents are still drafts.")).toBeVisible();
		await expect(entry).toHaveCount(0);

		await schedule();
		// Text typed later waits for another release.
		await page.goto(`${office.deskUrl}/studio/documents/blog/${post.slug}.md`);
		await page.getByLabel("Title", { exact: true }).first().fill(`${title} and later`);
		await isSaved(page);
		await page.goto(`${office.deskUrl}/studio/scheduled`);
		await expect(entry).toContainText("Later changes stay a draft.");
		await expectResponse({ request, office }, `/blog/${post.slug}`, { saysNot: "in scheduled words" });
		change(office, "update content_schedule set at = ?", Temporal.Now.instant().subtract({ seconds: 1 }).toString());
		await expectResponse({ request, office }, `/blog/${post.slug}`, {
			says: "in scheduled words",
			saysNot: "and later",
		});
		await expect(entry).toHaveCount(0);
		await page.goto(`${office.deskUrl}/studio/documents/blog/${post.slug}.md`);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
	},
);

test(
	"on a phone, publishing heavy pages or sample texts asks for consent by keyboard, now and at a time",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", { viewport: { width: 360, height: 740 } });
		const longPost = `blog/${post.slug}.md`;
		const editor = await openText(page, `${office.deskUrl}/studio/documents/${longPost}`);
		await paste(editor, { text: "A paragraph of one line.\n\n".repeat(1_500) });
		await isSaved(page);
		await page.goto(`${office.deskUrl}/studio/documents/company.yml`);
		await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("A Company of Its Own");
		await isSaved(page);
		await page.goto(`${office.deskUrl}/studio/publish?path=${longPost}&path=company.yml`);
		const heavy = page.getByRole("group", { name: /the size limit$/ });
		const sample = page.getByRole("group", { name: "Sample texts" });
		await expect(heavy).toContainText(/\/blog\/.*elements: 1,\d+ \(limit 1,400\)/);
		await expect(sample).toContainText("Visitors would take");
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

		const publishButton = page.getByRole("button", { name: "Publish 2 drafts" });
		// Every page of the site stands before it, so Tab is pressed that often only once.
		await tabTo(page, publishButton);
		const press = () => publishButton.press("Enter");
		const accept = async (group: typeof heavy) => {
			await expect(group.getByRole("checkbox")).toHaveAttribute("aria-invalid", "true");
			// The summary has the focus; its link leads to the checkbox.
			await tabTo(page, page.locator(".error-summary").getByRole("link").first());
			await page.keyboard.press("Enter");
			await expect(group.getByRole("checkbox")).toBeFocused();
			await expect(page.getByRole("alert")).toBeVisible();
			await page.keyboard.press("Space");
		};
		await press();
		await expect(page.getByRole("alert")).toBeFocused();
		await expect(page.getByRole("alert")).toContainText("Confirm that you want to publish a page over its size limit");
		await page.getByRole("radio", { name: "Now" }).press("ArrowDown");
		const noon = Temporal.Now.plainDateISO(company.timeZone).add({ days: 1 }).toPlainDateTime("12:00");
		await page.getByLabel(/^Date and time/).fill(noon.toString().slice(0, 16));
		await press();
		await expect(page.getByRole("alert")).toBeFocused();
		await expect(page.getByRole("alert")).toContainText("Confirm that you want to publish a page over its size limit");
		await accept(heavy);
		await press();
		await expect(page.getByRole("alert")).toBeFocused();
		await expect(page.getByRole("alert")).toContainText("Replace these texts");
		await accept(sample);
		await press();
		await expect(page.getByText("Scheduled.")).toBeVisible();

		await page.getByRole("button", { name: "Cancel" }).click();
		await expect(page.getByText("The documents are still drafts.")).toBeVisible();
		for (const path of [longPost, "company.yml"]) {
			await page.goto(`${office.deskUrl}/studio/documents/${path}`);
			await page.getByRole("button", { name: "Discard draft" }).click();
			await expect(page.getByText("Draft discarded.")).toBeVisible();
		}
	},
);

test(
	"an import of files names the pages that it would push over their budget, and stores nothing",
	{ tag: "@all" },
	async ({ office }) => {
		const folder = join(office.dataDirectory, "edited");
		const { contentDirectory, buildDirectory } = readFolders();
		await cp(contentDirectory, folder, { recursive: true });
		await appendFile(join(folder, "blog", `${post.slug}.md`), "\n\nA paragraph of one line.".repeat(1_500));
		const env = { DATA_DIR: office.dataDirectory, CONTENT_DIR: contentDirectory, BUILD_DIR: buildDirectory };
		const { code, stderr } = await runProgram(
			join(projectDirectory, "server/commands/content.ts"),
			["import", folder],
			{
				env,
			},
		);
		expect([code, stderr]).toEqual([1, expect.stringMatching(/^Nothing was imported[^]*elements: 1,\d+ .limit 1,400/)]);
		expect(stderr).toContain(`/blog/${post.slug}: `);
		await rm(folder, { recursive: true });
	},
);

test(
	"an address that changes twice leads on in one step, and back again when it is given back",
	{ tag: "@all" },
	async ({ arrive, office, request }) => {
		const { page } = await arrive("Asha", { javaScriptEnabled: false });
		const site = { request, office };
		const addresses = [otherPost.slug, "a-first-move", "a-second-move", otherPost.slug];
		for (const [index, slug] of addresses.entries()) {
			if (index === 0) continue;
			await page.goto(`${office.deskUrl}/studio/rename/blog/${addresses[index - 1]}.md`);
			await page.getByLabel("New URL").fill("Not an address");
			await page.getByRole("button", { name: "Change URL" }).click();
			await expect(page.getByLabel("New URL")).toHaveAttribute("aria-invalid", "true");
			await page.getByLabel("New URL").fill(slug);
			await page.getByRole("button", { name: "Change URL" }).click();
			await expect(page.getByText("New URL saved as a draft.")).toBeVisible();
			await page.goto(`${office.deskUrl}/studio/publish?path=blog/${slug}.md`);
			await publish(page);
			await expectResponse(site, `/blog/${slug}`, { says: otherPost.title.split("’")[0] ?? "" });
			for (const before of new Set(addresses.slice(0, index)))
				if (before !== slug)
					await expectResponse(site, `/blog/${before}?from=mail`, { leadsTo: `/blog/${slug}?from=mail` });
			await expectResponse(site, "/sitemap.xml", { says: `/blog/${slug}<` });
		}
	},
);

test(
	"a press of Publish during a save waits for it, so that nobody overtakes their own draft",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha");
		await page.goto(`${office.deskUrl}/studio/documents/blog/${lastPost.slug}.md`);
		await untilHydrated(page);
		const { promise: mayArrive, resolve: letArrive } = Promise.withResolvers<void>();
		await page.route("**/studio/drafts/**", async (route) => {
			const response = await route.fetch();
			await mayArrive;
			await route.fulfill({ response });
		});
		const isStored = page.waitForRequest("**/studio/drafts/**");
		const title = page.getByLabel("Title", { exact: true }).first();
		await title.fill(`${lastPost.title} at last`);
		await isStored;
		await title.fill(`${lastPost.title} after all`);
		await page.getByRole("button", { name: "Publish…" }).click();
		letArrive();
		await expect(page.getByRole("button", { name: "Publish draft" })).toBeVisible();
		await expect(page.getByText("after all").first()).toBeVisible();
		await page.goto(`${office.deskUrl}/studio/documents/blog/${lastPost.slug}.md`);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
	},
);

test("linked documents are only deleted with a redirect, and sitemap, feed and lists follow", async ({
	arrive,
	office,
	request,
}) => {
	const { page } = await arrive("Asha");
	const site = { request, office };
	await page.goto(`${office.deskUrl}/studio/delete/services/${linkedService.slug}.yml`);
	await page.getByRole("button", { name: "Delete document" }).click();
	await expect(page.locator(".error-summary")).toContainText("link");
	await expect(page.getByRole("region", { name: "Linked from" }).getByRole("link").first()).toBeVisible();

	await page.goto(`${office.deskUrl}/studio/delete/blog/${lastPost.slug}.md`);
	await page.getByRole("combobox", { name: /^Redirect / }).fill("/blog");
	await page.getByRole("button", { name: "Delete document" }).press("Enter");
	await expect(page.getByText("Deletion saved as a draft.")).toBeVisible();
	await expectResponse(site, "/blog/feed.xml", { says: `/blog/${lastPost.slug}` });
	await page.goto(`${office.deskUrl}/studio/publish?path=blog/${lastPost.slug}.md`);
	const summaries = page.locator(".studio-changed summary");
	await expect(summaries.filter({ hasText: `/blog/${lastPost.slug}` })).toContainText("Removed");
	await publish(page);
	await expectResponse(site, `/blog/${lastPost.slug}`, { leadsTo: "/blog" });
	for (const path of ["/sitemap.xml", "/blog/feed.xml", "/blog", "/"])
		await expectResponse(site, path, { saysNot: `/blog/${lastPost.slug}` });
});

for (const javaScriptEnabled of [true, false])
	test(
		`a draft that is unticked stays a draft, ${javaScriptEnabled ? "with" : "without"} scripts`,
		{ tag: "@all" },
		async ({ arrive, office }) => {
			const { page } = await arrive("Asha", { javaScriptEnabled });
			const paths = [`blog/${post.slug}.md`, `blog/${otherPost.slug}.md`];
			for (const path of paths) {
				await page.goto(`${office.deskUrl}/studio/documents/${path}`);
				const title = page.getByLabel("Title", { exact: true }).first();
				await title.fill(`${await title.inputValue()}, unticked`);
				await page.getByRole("button", { name: "Save draft" }).last().click();
				await expect(page.getByText("Visitors see it once you publish it.")).toBeVisible();
			}
			await page.goto(`${office.deskUrl}/studio/publish?${new URLSearchParams(paths.map((path) => ["path", path]))}`);
			const box = (slug: string) => page.locator(`input[type=checkbox][value$="blog/${slug}.md"]`);
			await page.getByLabel(/^Note/).fill("A note that stays");
			await box(post.slug).uncheck();
			await page.getByRole("button", { name: "Preview changes" }).click();
			await expect(box(post.slug)).toHaveAttribute("name", "path");
			await expect(page.getByRole("button", { name: "Publish draft" })).toBeVisible();
			await expect(page.getByLabel(/^Note/)).toHaveValue("A note that stays");
			await box(post.slug).check();
			await page.getByRole("button", { name: /^Publish / }).click();
			await expect(page.locator(".error-summary")).toContainText("Preview the changes first");
			await expect(box(post.slug)).toBeChecked();
			await page.getByRole("button", { name: "Preview changes" }).click();
			await expect(box(post.slug)).toHaveAttribute("name", "draft");
			await expect(page.getByRole("button", { name: "Publish 2 drafts" })).toBeVisible();
			await box(otherPost.slug).uncheck();
			await page.getByRole("button", { name: /^Publish / }).click();
			await expect(page.getByText("Published as release")).toBeVisible();
			await page.getByRole("button", { name: "Undo" }).click();
			await expect(page.getByText("Undone. The changes are drafts again.")).toBeVisible();
			await page.goto(`${office.deskUrl}/studio/history/blog/${otherPost.slug}.md`);
			await expect(page.locator("main")).not.toContainText("A note that stays");
			for (const path of paths) {
				await page.goto(`${office.deskUrl}/studio/documents/${path}`);
				await page.getByRole("button", { name: "Discard draft" }).click();
				await expect(page.getByText("Draft discarded.")).toBeVisible();
			}
		},
	);

test("each page that changes is shown as it is and as it will be", { tag: "@all" }, async ({ arrive, office }) => {
	const { page } = await arrive("Asha");
	await page.goto(`${office.deskUrl}/studio/documents/services/${linkedService.slug}.yml`);
	await page.getByLabel("Tagline").fill("A line that was not there");
	await isSaved(page);
	let answer = () => {};
	const isAsked = new Promise<void>((resolve) => (answer = resolve));
	await page.route("**/studio/publish.data?*", async (route) => {
		await isAsked;
		await route.continue();
	});
	await page.getByRole("button", { name: "Publish…" }).click();
	const listing = page.getByRole("button", { name: "Listing changes…" });
	await expect(listing).toBeVisible();
	await expect(listing).toBeDisabled();
	answer();
	const address = `/case-study/${linkedService.slug}`;
	const shown = page.locator(".studio-changed").filter({ hasText: address });
	await expect(shown).toContainText("Changed");
	const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]:not([data-coming])`);
	await expect(frame(`${address} now`).getByText(linkedService.header.tagline)).toBeVisible();
	await expect(frame(`${address} after publishing`).getByText("A line that was not there")).toBeVisible();
	await page.goto(`${office.deskUrl}/studio/documents/services/${linkedService.slug}.yml`);
	await page.getByRole("button", { name: "Discard draft" }).click();
	await expect(page.getByText("Draft discarded.")).toBeVisible();
});

test(
	"when a build brings another text, both are shown, and a person chooses",
	{ tag: "@all" },
	async ({ arrive, office, request }) => {
		const { page } = await arrive("Asha", { javaScriptEnabled: false });
		const path = `services/${linkedService.slug}.yml`;
		const site = { request, office };
		const address = `/case-study/${linkedService.slug}`;
		for (const choice of ["Keep edited version", "Use file version"]) {
			await page.goto(`${office.deskUrl}/studio/documents/${path}`);
			await page.getByLabel("Tagline").fill(`Edited, then: ${choice.slice(0, 4)}`);
			await page.getByRole("button", { name: "Save draft" }).last().click();
			await page.getByRole("button", { name: "Publish…" }).click();
			await publish(page);
			// As a later build may have it.
			change(office, "update content_documents set base_hash = 'of another text' where path = ?", path);
			await page.goto(`${office.deskUrl}/studio/conflicts`);
			const conflict = page.getByRole("region", { name: linkedService.title, exact: true });
			await expect(conflict.locator("ins")).toContainText(["Edited"]);
			await conflict.getByText("Compare full texts").click();
			await expect(conflict.getByRole("region", { name: "file version" })).toContainText(
				linkedService.header.tagline.slice(0, 20),
			);
			await conflict.getByRole("button", { name: choice }).click();
			await expect(page.getByText("No conflicts.")).toBeVisible();
		}
		await expectResponse(site, address, { saysNot: "Edited" });
		await page.goto(`${office.deskUrl}/studio/history/${path}`);
		await expect(page.locator("main")).toContainText("Replaced with the file version by Asha");
	},
);
