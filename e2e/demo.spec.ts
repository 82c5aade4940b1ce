import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { startRunningDemo } from "../tests/support/running-demo.ts";
import { findAccessibilityFaults } from "./accessibility.ts";

test(
	"the demo lets a newcomer sign in to a desk with records, shows sent e-mails, and leaves nothing behind",
	{ tag: "@all" },
	async ({ page }) => {
		// Most of it is filling the scratch folder.
		test.setTimeout(300_000);
		const demo = await startRunningDemo({ weeks: 1 });
		try {
			await page.goto(demo.deskUrl);
			await page.getByLabel("E-mail").fill(demo.sales.email);
			await page.getByLabel("Password").fill(demo.password);
			await page.getByLabel("Code").fill(demo.sales.code);
			await page.getByRole("button", { name: "Sign in", exact: true }).click();
			await page.getByRole("link", { name: "Enquiries" }).first().click();
			await expect.poll(() => page.locator("[data-row]").count()).toBeGreaterThan(5);

			await page.goto(demo.inboxUrl);
			await expect(page.getByRole("row", { name: demo.recruiter }).first()).toContainText(/\d{6}/);
			for (const colorScheme of ["light", "dark"] as const) {
				await page.emulateMedia({ colorScheme });
				expect(await findAccessibilityFaults(page)).toEqual([]);
			}
			await page
				.getByRole("link", { name: /We have received your enquiry/ })
				.first()
				.click();
			await expect(page.frameLocator("iframe").getByText("Your reference is")).toBeVisible();
			expect(await findAccessibilityFaults(page)).toEqual([]);

			const sent = await page.request.post(`${demo.siteUrl}/contactus/submit`, {
				data: { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "We need an app." },
			});
			expect(sent.status()).toBe(200);
			await expect.poll(async () => (await page.request.get(demo.inboxUrl)).text()).toContain("asha@visitor.example");
			expect(existsSync(demo.dataDirectory)).toBe(true);
		} finally {
			expect(await demo.stop()).toBe(0);
		}
		expect(existsSync(demo.dataDirectory)).toBe(false);
	},
);
