import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { blogPage, posts } from "./company.ts";
import { enter, expect, test as base, type Page } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

const [post] = posts;
if (!post) throw new Error("The company has no article");

// One after the other, on one server.
base.describe.configure({ mode: "default" });

/** Its content is that of the build, with the newsletter on. */
const test = base.extend<object, { office: FrontOffice; turnedOn: void }>({
	office: ownOffice(),
	turnedOn: [
		async ({ office }, provide) => {
			const folder = await mkdtemp(join(tmpdir(), "content-"));
			const company = await readFile(join("content", "company.yml"), "utf8");
			await writeFile(join(folder, "company.yml"), `${company}\nparts:\n  newsletter: true\n`);
			await office.changeContent("import", folder, "--heavy");
			await expect(async () => expect((await fetch(`${office.url}/newsletter`)).status).toBe(200)).toPass();
			await provide();
		},
		{ scope: "worker", auto: true, timeout: 300_000 },
	],
	// A refused form is 422, and the page of an ended subscription 404.
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
	expectedErrors: async ({}, provide) => provide(/status of (?:422|404)/),
});

/** Waits for the e-mail to an address whose subject matches, and returns the path of its private link. */
async function readLink(office: FrontOffice, address: string, subject: RegExp | string): Promise<string> {
	const find = () =>
		office.mail.emails.find(
			(email) =>
				email.envelopeRecipients.includes(address) &&
				(typeof subject === "string" ? email.subject === subject : subject.test(email.subject ?? "")),
		);
	await expect(async () => expect(find()).toBeDefined()).toPass();
	const [path = ""] = /\/newsletter\/[0-9a-f]{40}/.exec(find()?.text ?? "") ?? [];
	return path;
}

async function subscribe(page: Page, address: string): Promise<void> {
	const form = page.getByRole("region", { name: "New articles by e-mail" });
	await form.getByLabel("E-mail").fill(address);
	await form.getByRole("button", { name: "Subscribe" }).click();
	await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
}

for (const scripts of [true, false])
	test.describe(scripts ? "with scripts" : "without scripts", { tag: scripts ? [] : "@all" }, () => {
		test.use({ javaScriptEnabled: scripts });

		test("a reader subscribes below an article, confirms, chooses topics and unsubscribes", async ({
			page,
			office,
		}) => {
			const address = `reader-${crypto.randomUUID()}@reader.example`;
			if (scripts) await enter(page, `/blog/${post.slug}`);
			else await page.goto(`/blog/${post.slug}`);
			await subscribe(page, address);
			const path = await readLink(office, address, /^Confirm your subscription/);
			await page.goto(path);
			await page.getByRole("button", { name: "Confirm the subscription" }).click();
			await expect(page.getByRole("heading", { name: "Your subscription is on" })).toBeVisible();
			const topic = blogPage.categories[0] ?? "";
			await page.getByLabel(topic).check();
			await page.getByRole("button", { name: "Save topics" }).click();
			await expect(page.getByText("Your topics are saved.")).toBeVisible();
			await expect(page.getByLabel(topic)).toBeChecked();
			await page.getByRole("button", { name: "Unsubscribe" }).click();
			await expect(page.getByRole("heading", { name: "You have unsubscribed" })).toBeVisible();
			await page.goto(path);
			await expect(page.getByRole("heading", { name: "There is no subscription here" })).toBeVisible();
		});
	});

test.describe("the studio", () => {
	// The preview of the article runs no scripts.
	test.use({ expectedErrors: /^Blocked script execution in '[^']*\/studio\/preview\?/ });

	test("an editor sends an article, and its reader ends the subscription with one click", async ({
		page,
		office,
		signIn,
	}) => {
		const address = `reader-${crypto.randomUUID()}@reader.example`;
		await enter(page, "/blog");
		await subscribe(page, address);
		await page.goto(await readLink(office, address, /^Confirm your subscription/));
		await page.getByRole("button", { name: "Confirm the subscription" }).click();
		await signIn(["editor"]);
		await page.goto(`${office.deskUrl}/studio/documents/blog/${post.slug}.md`);
		await page.getByRole("button", { name: "Send as newsletter…" }).click();
		const subject = `Subject ${crypto.randomUUID()}`;
		await page.getByLabel("Subject").fill(subject);
		await page.getByRole("button", { name: /^Send a test to/ }).click();
		await expect(page.locator(".notice-place")).toContainText("Test on its way");
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.getByRole("button", { name: "Send…" }).click();
		await page.getByRole("button", { name: "Send to 1 subscriber" }).click();
		await expect(page.locator(".notice-place")).toContainText("Sending begins");
		const path = await readLink(office, address, subject);
		const ended = await fetch(office.url + path, {
			method: "POST",
			body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
		});
		expect(ended.status).toBe(200);
		await page.goto(`${office.deskUrl}/newsletter`);
		await expect(page.getByRole("row", { name: subject })).toContainText("Sent");
	});
});

test("an address without an at sign is refused with its text kept", async ({ page }) => {
	await page.goto("/newsletter");
	await page.getByLabel("E-mail").fill("nobody");
	await page.getByRole("button", { name: "Subscribe" }).click();
	await expect(page.getByRole("alert").getByRole("link")).toHaveText(["Enter an e-mail address like name@company.com"]);
	await expect(page.getByLabel("E-mail")).toHaveValue("nobody");
});
