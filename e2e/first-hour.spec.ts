import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Locator } from "@playwright/test";
import { TOTP } from "otpauth";
import sharp from "sharp";
import { parse } from "yaml";
import { findDocumentForm } from "../desk/studio/document-form.server.ts";
import { splitFrontMatter } from "../features/publishing/documents/front-matter.ts";
import { pictureShapeNames, shapeOfPlace, getShape } from "../features/publishing/pictures/picture-shapes.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { fillDocument, keepDraft } from "./fill-document.ts";
import { expect, test as base, watch, type Page } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";
import { crawl } from "./second-company/crawl.ts";
import { deriveForeignWords } from "./second-company/foreign-words.ts";

/** The company that the sample becomes, by its forms alone; its address is not under .example, which marks the sample's. */
const directory = resolve("e2e/fixtures/second-company");
const publicUrl = "https://www.kelvane.invalid";
const password = "three wet llamas in a lift";

/** Site modules that this company turns off; hidden sample texts may stay. */
const withoutParts = ["careers", "portfolio"] as const;
const unseen = /^(?:jobs\/|portfolio\/|careers\.yml|launching-soon\.yml|pages\/(?:career|portfolio)\.yml)/;

const folders = ["pages", "services", "blog"];

const documents = new Map(
	readdirSync(directory, { recursive: true, encoding: "utf8" })
		.filter((path) => /\.(?:yml|md)$/.test(path) && !unseen.test(path))
		// Documents with options for others come first.
		.toSorted((a, b) => folders.indexOf(a.split("/", 1)[0] as string) - folders.indexOf(b.split("/", 1)[0] as string))
		.map((path) => [
			path,
			readFileSync(join(directory, path), "utf8").replaceAll(".example", ".test").replaceAll("-example", ""),
		]),
);

/** The library's path of the upload for each shape. */
const pictureOf = (shape: string) => `${getShape(shape as "card").folder}/ours-${shape}.avif`;

/** The values of a document, with pictures that this company has uploaded. */
function readValues(path: string): { fields: unknown; body: string } {
	const text = documents.get(path) ?? "";
	const { frontMatter, body } = (path.endsWith(".md") ? splitFrontMatter(text) : undefined) ?? {
		frontMatter: text,
		body: "",
	};
	const fields = withOwnPictures(path, parse(frontMatter), []);
	if (path !== "company.yml") return { fields, body };
	const parts = { booking: true, careers: true, blog: true, portfolio: true, newsletter: false };
	for (const part of withoutParts) parts[part] = false;
	return { fields: { ...(fields as object), logo: { src: "logo/kelvane.avif", holdsName: true }, parts }, body };
}

function withOwnPictures(path: string, value: unknown, field: string[]): unknown {
	if (Array.isArray(value)) return value.map((item, index) => withOwnPictures(path, item, [...field, String(index)]));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [
			key,
			key === "src" ? pictureOf(shapeOfPlace(path, field.join("."))) : withOwnPictures(path, item, [...field, key]),
		]),
	);
}

// A separate installation, whose first hour this is.
const test = base.extend<object, { office: FrontOffice }>({
	office: ownOffice({
		settings: { PUBLIC_URL: publicUrl, MAIL_FROM: "Kelvane <office@kelvane.test>" },
	}),
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
	expectedErrors: async ({}, provide) =>
		provide(/^Blocked script execution in '[^']*\/studio\/preview\?|status of 422/),
});
// Every form of the studio is filled in here.
test.describe.configure({ timeout: 600_000 });

test(
	"a new company makes the site its own in the browser alone, and no word of the sample is left",
	{ tag: "@all" },
	async ({ context, page, office, request }) => {
		const listFaults = watch(context, office, /^Blocked script execution|status of 4(?:04|22)/);
		page.setDefaultTimeout(30_000);
		await makeFirstAdmin(page, office);
		await page.getByRole("link", { name: "Name, colour and logo" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Name, colour and logo");
		await expect(page.getByText("First steps")).toHaveCount(0);

		await test.step("name, colour and logo are public after the first step, with one question about the sample", async () => {
			const colour = page.getByLabel("Accent colour");
			await colour.fill("#20201f");
			await expect(page.locator("[id='fields.accentColour-error']")).toContainText("contrast");
			await colour.fill("#0e9a93");
			await page.getByLabel("Name", { exact: true }).fill("Kelvane");
			await page.getByLabel("Show on site: Logo").check();
			await page.getByRole("group", { name: "Logo", exact: true }).getByRole("button", { name: "Choose…" }).click();
			const dialog = page.getByRole("dialog");
			await uploadLogo(
				dialog,
				"hostile.svg",
				'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hostname">]><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
			);
			await expect(dialog.getByText("This SVG defines entities")).toBeVisible();
			await uploadLogo(
				dialog,
				"Kelvane.svg",
				'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100" onload="planted=1"><script>planted=1</script><path d="M0 0H300V100H0Z" fill="#0e9a93"/></svg>',
			);
			await dialog
				.getByRole("region", { name: "Ready to use" })
				.getByRole("button", { name: /kelvane/ })
				.click();
			await expect(page.locator("[name='fields.logo.src']")).toHaveValue("logo/kelvane.avif");
			await page.getByRole("button", { name: "Publish…" }).click();
			await expect(page.getByRole("group", { name: "Sample texts" })).toContainText("You are asked once");
			await page.getByLabel("Publish anyway").check();
			await page.getByRole("button", { name: "Publish draft" }).click();
			await expect(page.getByText("Published as release 1.")).toBeVisible();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("What you do");
			// The desk has the colour too, in the page that is open.
			await expect
				.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent-fill")))
				.toBe("#0E9A93");
			await expect(async () => {
				expect(await (await request.get(`${office.url}/`)).text()).toMatch(
					/Kelvane[^]*\/pictures\/[0-9a-f]{16}\/kelvane\.avif/,
				);
			}).toPass();
		});

		await test.step("a second publication does not ask about texts of the sample that are public already", async () => {
			await page.getByLabel("Founded in").fill("2009");
			await page.getByRole("button", { name: "Publish…" }).click();
			await expect(page.getByRole("button", { name: "Publish draft" })).toBeVisible();
			await expect(page.getByRole("group", { name: "Sample texts" })).toHaveCount(0);
			await page.getByRole("button", { name: "Publish draft" }).click();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offices and hours");
		});

		await test.step("pictures, one for each shape", async () => {
			for (const shape of pictureShapeNames.filter((one) => one !== "logo")) await uploadPicture(page, office, shape);
		});

		await test.step("what we do, where, and who receives what: every document that visitors see", async () => {
			for (const path of documents.keys()) await writeDocument(page, office, path);
		});

		await test.step("what the sample has and this company has not goes at once", async () => {
			await deleteAll(page, office, { kind: "Services", folder: "services/", redirectTo: "/services" });
			await deleteAll(page, office, { kind: "Articles", folder: "blog/", redirectTo: "/blog" });
			await deleteAll(page, office, { kind: "Call types", folder: "call-types/", redirectTo: "/demo" });
			await deleteAll(page, office, { kind: "Landing pages", folder: "landing-pages/", redirectTo: "/services" });
		});

		await test.step("it is published, and the launch check names only what is left", async () => {
			await page.goto(`${office.deskUrl}/studio/start`);
			await page.getByRole("link", { name: /^Publish \d+ drafts/ }).click();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("Publish");
			await page.getByRole("button", { name: /^Publish \d+ drafts$/ }).click();
			await expect(page.getByText(/Published as release \d+\./)).toBeVisible();
			// Pages and e-mails have the new release's words once the server has read it.
			await expect(async () => {
				expect(await (await request.get(`${office.url}/`)).text()).toContain("Kelvane");
			}).toPass();
		});

		await test.step("a test e-mail arrives, and a domain that does not answer is said", async () => {
			await page.goto(`${office.deskUrl}/studio/start/email`);
			await page.getByRole("button", { name: "Send test e-mail to meera@kelvane.test" }).click();
			await expect
				.poll(() => office.mail.emails.map(({ subject, to }) => [subject, to?.[0]?.address]))
				.toContainEqual([expect.stringMatching(/test/i), "meera@kelvane.test"]);
			await page.getByRole("link", { name: "Next: Domain and TLS" }).click();
			await page.getByRole("button", { name: `Check ${publicUrl}` }).click();
			await expect(page.getByRole("status").filter({ hasText: "www.kelvane.invalid" })).toBeVisible();
			await expect(page.locator("main [data-state=failed]").first()).toBeVisible();
			await page.getByRole("link", { name: "Next: Launch check" }).click();
			await expect(page.getByRole("heading", { name: "Ready to launch" })).toBeVisible();
			await page.goto(`${office.deskUrl}/studio/start`);
			await expect(page.getByText("7 of 7 steps done.")).toBeVisible();
			await page.emulateMedia({ colorScheme: "dark" });
			expect(await findAccessibilityFaults(page)).toEqual([]);
			await page.emulateMedia({ colorScheme: "light" });
		});

		await test.step("visitors find this company, and no other", async () => {
			await page.goto(office.url);
			await expect(page.getByRole("banner").locator("img").first()).toHaveAttribute(
				"src",
				/\/pictures\/[0-9a-f]{16}\/kelvane\.avif/,
			);
			expect(
				await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent-fill")),
			).toMatch(/0e9a93/i);
			expect(await sharp(await (await request.get(`${office.url}/logo.png`)).body()).metadata()).toMatchObject({
				height: 80,
			});
			await request.post(`${office.url}/contactus/submit`, {
				data: {
					firstName: "Robin",
					lastName: "Meyer",
					email: "robin@visitor.test",
					phone: "+49 30 1234567",
					message: "A pump",
				},
			});
			await expect.poll(() => office.mail.emails.length).toBeGreaterThan(2);
			expect(office.mail.emails.at(-1)?.html).toContain(`${publicUrl}/logo.png`);

			const foreign = deriveForeignWords("content", directory);
			const answers = await crawl(office.url, [
				"/",
				"/sitemap.xml",
				"/blog/feed.xml",
				"/site.webmanifest",
				"/robots.txt",
				...(await listSitemap(office)),
			]);
			const emails = office.mail.emails.map(({ subject, text, html }, index) => ({
				name: `e-mail ${index}`,
				text: `${subject} ${text} ${html}`,
			}));
			expect(answers.length).toBeGreaterThan(30);
			const found = [...answers, ...emails].flatMap(({ name, text }) =>
				foreign.find(text).map((word) => `${name}: ${word}`),
			);
			expect(found).toEqual([]);
			for (const path of ["/career", "/api/jobs", "/portfolio", "/sitemap-jobs.xml"])
				expect([path, (await request.get(office.url + path)).status()]).toEqual([path, 404]);
		});
		expect(await listFaults()).toEqual([]);
	},
);

async function listSitemap({ url }: FrontOffice): Promise<string[]> {
	const text = await (await fetch(`${url}/sitemap.xml`)).text();
	return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location = ""]) => new URL(location).pathname);
}

async function makeFirstAdmin(page: Page, office: FrontOffice): Promise<void> {
	await page.goto(office.firstAdminUrl);
	const secret = await page.locator(".authenticator code").innerText();
	await page.getByLabel("E-mail address").fill("meera@kelvane.test");
	await page.getByLabel("Your name").fill("Meera");
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByLabel("Code", { exact: true }).fill(new TOTP({ secret: secret.replaceAll(" ", "") }).generate());
	await page.getByRole("button", { name: "Create account" }).click();
	await page.getByRole("link", { name: "Open the desk" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
}

async function uploadLogo(dialog: Locator, name: string, svg: string): Promise<void> {
	await dialog
		.getByLabel("Upload picture")
		.setInputFiles({ name, mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
}

async function uploadPicture(
	page: Page,
	office: FrontOffice,
	shape: (typeof pictureShapeNames)[number],
): Promise<void> {
	const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#7d9aa0" } })
		.png()
		.toBuffer();
	await page.goto(`${office.deskUrl}/studio/pictures`);
	await page.getByLabel("Shape").selectOption(shape);
	await page.getByLabel("Files").setInputFiles({ name: `ours-${shape}.png`, mimeType: "image/png", buffer });
	await page.getByRole("button", { name: "Upload" }).click();
	await expect(page.getByRole("link", { name: pictureOf(shape) }).first()).toBeVisible();
}

async function openDocument(page: Page, office: FrontOffice, path: string): Promise<void> {
	await page.goto(`${office.deskUrl}/studio/documents/${path}`);
	await expect(page.locator(".studio-form [data-draft]")).toBeVisible();
}

/** Opens or creates a document, and types this company's texts. */
async function writeDocument(page: Page, office: FrontOffice, path: string): Promise<void> {
	const located = findDocumentForm(path);
	if (!located) throw new Error(`There is no form of ${path}`);
	const { kind, slug, form } = located;
	if ("folder" in kind) {
		await page.goto(`${office.deskUrl}/studio/new`);
		await page.getByLabel("Type").selectOption({ label: kind.label });
		await page.getByLabel("URL slug").fill(slug);
		await page.getByRole("button", { name: "Create draft" }).click();
		await expect(page.locator(".studio-form [data-draft]")).toBeVisible();
	} else await openDocument(page, office, path);
	const { fields, body } = readValues(path);
	await fillDocument(page, form, fields);
	if (kind.hasBody) await page.locator(".studio-form [name=body]").fill(body);
	await keepDraft(page);
}

/** Selects all public documents of a kind, which this company's are not yet, and deletes them with one form. */
async function deleteAll(
	page: Page,
	office: FrontOffice,
	{ kind, folder, redirectTo }: { kind: string; folder: string; redirectTo: string },
): Promise<void> {
	await page.goto(`${office.deskUrl}/studio?q=${encodeURIComponent(folder)}`);
	const section = page.getByRole("region", { name: kind, exact: true });
	await section.getByLabel(/^Select all/).check();
	await section.getByRole("button", { name: /^Delete \d/ }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText("Delete");
	await page.getByLabel(/^Redirect .+ to\b/).fill(redirectTo);
	await page.getByRole("button", { name: /^Delete (?:document|\d+ documents)$/ }).click();
	await expect(page.getByText("Deletion saved as a draft.")).toBeVisible();
}
