import { randomUUID } from "node:crypto";
import { createPdf } from "../tests/support/documents.ts";
import type { FrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { jobs } from "./company.ts";
import { expect, test as base, untilHydrated } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

// Its release would offer the talent pool to the applicants of other tests.
const test = base.extend<object, { office: FrontOffice }>({
	office: ownOffice(),
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
	expectedErrors: async ({}, provide) => provide(/^Blocked script execution in '[^']*\/studio\/preview\?/),
});

test(
	"an admin offers the talent pool in the form, and an applicant who checks the box is in it at once",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		await signIn(["admin"]);
		await page.goto(`${office.deskUrl}/studio/documents/desk.yml`);
		await untilHydrated(page);
		await page.locator("[name='fields.application.talentPoolInForm']").check();
		await expect(page.locator("[data-draft=kept]")).toContainText("Draft saved");
		await page.getByRole("button", { name: "Publish…" }).click();
		await page.getByRole("button", { name: "Publish draft" }).click();
		await expect(page.getByText("Published as release")).toBeVisible();

		const offer = page.getByRole("checkbox", { name: /^Keep my application for / });
		await page.setViewportSize({ width: 360, height: 800 });
		await page.goto(`/career/apply/${jobs[0]?.slug}`);
		await untilHydrated(page);
		for (const [label, value] of Object.entries({
			"Full Name": "Asha Rao",
			Email: `asha-${randomUUID()}@applicant.example`,
			"Phone Number": "+91 98100 00000",
			City: "Gwalior",
		}))
			await page.getByRole("textbox", { name: label }).fill(value);
		await page
			.getByLabel("Resume")
			.setInputFiles({ name: "resume.pdf", mimeType: "application/pdf", buffer: createPdf() });
		const next = page.getByRole("button", { name: "Next" });
		await next.click();
		await page.getByLabel("Preferred Location").selectOption({ index: 1 });
		const questions = page
			.getByRole("main")
			.getByRole("group")
			.filter({ has: page.getByRole("radio") });
		for (const question of await questions.all()) await question.getByRole("radio").first().check();
		await next.click();
		await expect(page.getByRole("heading", { name: "Voluntary self-identification" })).toBeFocused();
		await next.click();
		await expect(offer).not.toBeChecked();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await offer.check();
		await page.getByRole("button", { name: "Submit Application" }).click();
		await expect(page).toHaveURL(/\/career\?applied=/);
		const reference = new URL(page.url()).searchParams.get("applied") as string;

		await page.goto(`${office.deskUrl}/applications`);
		await page
			.getByRole("link", { name: /^Talent pool/ })
			.first()
			.click();
		await expect(page.locator(`a[href*="${reference}"]`).first()).toBeVisible();
	},
);
