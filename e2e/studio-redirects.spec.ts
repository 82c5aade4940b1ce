import { describeForm } from "../features/publishing/forms/describe-form.ts";
import { redirectsSchema } from "../features/publishing/redirect-schema.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { fillDocument } from "./fill-document.ts";
import { expect, untilHydrated, type Page } from "./fixtures.ts";
import { isSaved, test } from "./studio-office.ts";

// Each continues from what the previous one has published.
test.describe.configure({ mode: "serial" });

const old = "/wherewithal-of-the-site-before";
const redirects = {
	[old]: "/services",
	[`${old}/tides`]: "https://climate.ec.europa.eu/?of=today",
	[`${old}/łódź/`]: "https://pl.wikipedia.org/wiki/Łódź",
};

/** Waits until visitors of an address get this answer. */
async function untilAnswered(page: Page, path: string, status: number, location?: string): Promise<void> {
	await expect(async () => {
		const answer = await page.request.get(path, { maxRedirects: 0 });
		expect([answer.status(), answer.headers().location]).toEqual([status, location]);
	}).toPass();
}

test(
	"an editor adds redirects, and the old addresses lead to the new ones",
	{ tag: "@all" },
	async ({ arrive, office, page: visitor }) => {
		await untilAnswered(visitor, old, 404);
		const { page } = await arrive("Asha", { viewport: { width: 1440, height: 900 } });
		await page.goto(`${office.deskUrl}/studio?q=redirects`);
		await page.locator('a[href$="/studio/documents/redirects.yml"]').first().click();
		await untilHydrated(page);
		await fillDocument(page, describeForm(redirectsSchema), { [old]: "/nowhere", "/faq": "/services" });
		await isSaved(page);
		await expect(page.getByText("/nowhere is not a page on the site").first()).toBeVisible();
		await expect(page.getByText("/faq is a page on the site, which a redirect would hide").first()).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await fillDocument(page, describeForm(redirectsSchema), redirects);
		await isSaved(page);
		await page.getByRole("button", { name: "Publish…" }).click();
		await page.getByRole("button", { name: "Publish draft" }).click();
		await expect(page.getByText("Published as release")).toBeVisible();
		await untilAnswered(visitor, old, 308, "/services");
		await untilAnswered(visitor, `${old}?from=letter`, 308, "/services?from=letter");
		await untilAnswered(visitor, `${old}/tides?from=letter`, 308, "https://climate.ec.europa.eu/?of=today");
		await untilAnswered(visitor, `${old}/łódź`, 308, "https://pl.wikipedia.org/wiki/%C5%81%C3%B3d%C5%BA");
		await page.locator(".notice").hover();
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(page.getByText("Undone. The changes are drafts again.")).toBeVisible();
		await untilAnswered(visitor, old, 404);
		await page.goto(`${office.deskUrl}/studio/documents/redirects.yml`);
		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
	},
);

test(
	"without scripts, an address that is given twice and one of a page are refused in words",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", { javaScriptEnabled: false });
		await page.goto(`${office.deskUrl}/studio/documents/redirects.yml`);
		const add = page.getByRole("button", { name: "Add old address" });
		const entries = page.locator(".studio-form input[name$='.key']");
		const before = await entries.count();
		for (const [index, [from, to]] of [
			[old, "/services"],
			[old, "/portfolio"],
		].entries()) {
			await add.click();
			await expect(entries).toHaveCount(before + index + 1);
			const closed = page.locator(".studio-form details:not([open]) > summary");
			while ((await closed.count()) > 0) await closed.first().click();
			const name = (await entries.last().getAttribute("name")) ?? "";
			await page.locator(`.studio-form [name="${name}"]`).fill(from ?? "");
			await page.locator(`.studio-form [name="${name.replace(/key$/, "value")}"]`).fill(to ?? "");
		}
		await page.getByRole("button", { name: "Save draft" }).last().click();
		await expect(page.getByText(`the old address ${old} is given twice`).first()).toBeVisible();
		await page.getByRole("button", { name: "Discard draft" }).click();
	},
);
