import { randomUUID } from "node:crypto";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields } from "../tests/support/job-application.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { careers, jobs } from "./company.ts";
import { expect, test, type Page } from "./fixtures.ts";

/** Applies for the first position, and returns the path of the private page. */
async function apply({ request }: Page): Promise<{ path: string; reference: string }> {
	const response = await request.post("/api/applications", {
		multipart: {
			...createApplicationFields({ id: jobs[0]?.slug ?? "" }, careers),
			email: `asha-${randomUUID()}@applicant.example`,
			resume: { name: "resume.pdf", mimeType: "application/pdf", buffer: createPdf() },
		},
	});
	const { data } = (await response.json()) as { data: { reference: string; manageUrl: string } };
	return { reference: data.reference, path: new URL(data.manageUrl).pathname };
}

test("an applicant joins the talent pool by keyboard on a phone, is listed at the desk, and leaves it with one press", async ({
	page,
	office,
	signIn,
}) => {
	const { path, reference } = await apply(page);
	const heading = page.getByRole("heading", { level: 1 });
	await page.setViewportSize({ width: 360, height: 800 });
	await page.goto(path);
	await page.getByRole("link", { name: "Stay in our talent pool" }).press("Enter");
	await expect(heading).toHaveText("Stay in our talent pool?");
	expect(await findAccessibilityFaults(page)).toEqual([]);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	await page.getByRole("button", { name: "Yes, keep my application" }).press("Enter");
	await expect(heading).toHaveText("You are in our talent pool");
	expect(await findAccessibilityFaults(page)).toEqual([]);
	const address = page.url();

	await signIn(["recruiter"]);
	await page.goto(`${office.deskUrl}/applications`);
	await page
		.getByRole("link", { name: /^Talent pool/ })
		.first()
		.click();
	await expect(page.locator(`a[href*="${reference}"]`).first()).toBeVisible();

	await page.goto(address);
	await page.getByRole("button", { name: "Leave the talent pool" }).press("Enter");
	await expect(heading).toHaveText("You have left our talent pool");
});
