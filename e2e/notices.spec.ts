import { existsSync } from "node:fs";
import { join } from "node:path";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { readContentFolder } from "../features/publishing/documents/content-source.server.ts";
import { readFolders } from "../platform/config.ts";
import type { NoticeForm } from "../shared/notices.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { jobs, projects } from "./company.ts";
import { enter, expect, test } from "./fixtures.ts";

const { contentDirectory } = readFolders();
test.skip(!existsSync(join(contentDirectory, "notices.yml")), "the company has no notices");
const { company } = await createContentBuilder().build(await readContentFolder(contentDirectory));
const languages = company.notices ?? [];

const months: Partial<Record<NoticeForm, string>> = {
	enquiry: "24",
	booking: "12",
	application: "12",
	dataRequest: "36",
};

async function findFreeSlot(request: {
	get(path: string): Promise<{ json(): Promise<unknown> }>;
}): Promise<URLSearchParams> {
	const { data } = (await (await request.get("/demo/availability")).json()) as {
		data: { slots: string[]; days: Record<string, string> };
	};
	const [date = "", free = ""] = Object.entries(data.days).findLast(([, day]) => day.includes("1")) ?? [];
	return new URLSearchParams({ date, time: data.slots[free.indexOf("1")] ?? "" });
}

const pages: [NoticeForm, string][] = [
	["enquiry", "/contactUs"],
	["enquiry", `/portfolio/${projects[0]?.slug}`],
	["enquiry", "/alltestimonial"],
	["enquiry", "/demo/other-times"],
	["dataRequest", "/privacy"],
	["booking", "/demo/by-form"],
	["application", `/career/apply/${jobs[0]?.slug}?view=whole`],
];

test("a link to a form leads to its notice, too", { tag: "@any-company" }, async ({ page }) => {
	await enter(page, "/");
	await page.getByRole("banner").getByRole("link", { name: "Let's Talk" }).click();
	await expect(page).toHaveURL("/contactUs");
	const main = page.getByRole("main");
	await expect(main.locator('form input[name="notice"]')).toHaveValue(new RegExp(`^[0-9a-f]{12}-${months.enquiry}$`));
	for (const { lang } of languages) await expect(main.locator(`form details[lang="${lang}"]`)).toBeVisible();
});

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	for (const [form, path] of pages)
		test(
			`${path} says what becomes of personal data, in each language`,
			{ tag: "@any-company" },
			async ({ page, request }) => {
				await page.setViewportSize({ width: 360, height: 800 });
				await page.goto(form === "booking" ? `${path}?${await findFreeSlot(request)}` : path);
				const main = page.getByRole("main");
				await expect(main.locator('form input[name="notice"]')).toHaveValue(
					new RegExp(`^[0-9a-f]{12}-${months[form]}$`),
				);
				for (const { lang, title, who, [form]: texts } of languages) {
					const notice = main.locator(`form details[lang="${lang}"]`);
					const summary = notice.locator("summary");
					await expect(notice.getByText(texts?.what ?? "")).toBeHidden();
					expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44);
					await summary.press("Enter");
					await expect(summary).toHaveText(title);
					await expect(notice.getByText(texts?.what ?? "")).toBeVisible();
					await expect(notice.getByText(who)).toBeVisible();
					await expect(notice).toContainText(`${months[form]} `);
					await expect(notice).not.toContainText("%%");
				}
				expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
			},
		);
});

test(
	"an enquiry stores the notice that its sender saw, and the desk opens it",
	{ tag: "@any-company" },
	async ({ page, office, signIn }) => {
		await page.goto("/contactUs");
		const version = await page.locator('form input[name="notice"]').inputValue();
		const [first] = languages;
		await page.getByText(first?.title ?? "", { exact: true }).click();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.getByLabel("First name").fill("Asha");
		await page.getByLabel("Last name").fill("Noticereader");
		await page.getByLabel("E-mail").first().fill(`asha-${crypto.randomUUID()}@visitor.example`);
		await page.getByLabel("Message").fill("Our stock is wrong every month.");
		const sent = page.waitForRequest((request) => request.url().endsWith("/contactus/submit"));
		await page.getByRole("button", { name: "Send your message" }).click();
		expect((await sent).postDataJSON()).toMatchObject({ notice: version });
		await expect(page.getByRole("dialog")).toContainText("Thank You!");

		await signIn(["sales"]);
		await page.goto(`${office.deskUrl}/enquiries`);
		await page.getByRole("link", { name: "Noticereader" }).first().click();
		await page.getByRole("link", { name: /^Notice of / }).click();
		await expect(page).toHaveURL(`${office.deskUrl}/notices/${version}`);
		for (const { lang, who } of languages) await expect(page.locator(`section[lang="${lang}"]`)).toContainText(who);
		expect(await findAccessibilityFaults(page)).toEqual([]);
	},
);
