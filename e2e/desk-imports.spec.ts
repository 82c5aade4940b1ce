import { findAccessibilityFaults } from "./accessibility.ts";
import { expect, test, untilHydrated } from "./fixtures.ts";

const table = (mark: string) =>
	`Name,Email,Lead status\nAsha ${mark},asha-${mark}@visitor.example,New\nBela ${mark},nobody,New\n`;

for (const javaScriptEnabled of [true, false])
	test.describe(
		javaScriptEnabled ? "with scripts" : "without scripts",
		{ tag: javaScriptEnabled ? [] : "@all" },
		() => {
			test.use({ javaScriptEnabled });

			test("a file is matched, checked, imported and undone", async ({ page, office, signIn }) => {
				const mark = crypto.randomUUID().slice(0, 8);
				await signIn();
				await page.goto(`${office.deskUrl}/go?q=csv`);
				await page.getByRole("main").getByRole("link", { name: "Import" }).click();
				await expect(page.getByRole("heading", { level: 1, name: "Import" })).toBeVisible();
				if (javaScriptEnabled) await untilHydrated(page);
				await page.getByLabel("Rows are").selectOption("leads");
				await page
					.getByLabel("File", { exact: true })
					.setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(table(mark)) });
				await page.getByRole("button", { name: "Upload" }).click();
				await expect(page.getByRole("combobox", { name: "Email" })).toHaveValue("email");
				await expect(page.getByRole("combobox", { name: "Lead status" })).toHaveValue("stage");
				await page.getByRole("button", { name: "Check rows" }).click();
				await expect(page.getByText("The e-mail address is not valid.")).toBeVisible({ timeout: 30_000 });
				if (javaScriptEnabled) expect(await findAccessibilityFaults(page, { rules: "all" })).toEqual([]);
				await page.getByRole("button", { name: "Import 1 enquiry" }).click();
				await page.getByRole("link", { name: "Open enquiries" }).click({ timeout: 30_000 });
				await expect(page.getByRole("link", { name: `Asha ${mark}` }).first()).toBeVisible();

				await page.goto(`${office.deskUrl}/import`);
				await page.getByRole("link", { name: "leads.csv" }).first().click();
				await page.getByRole("button", { name: "Undo import" }).click();
				await expect(page.getByText("Nothing of this import is left.")).toBeVisible({ timeout: 30_000 });
				await page.goto(`${office.deskUrl}/enquiries`);
				await expect(page.getByRole("link", { name: `Asha ${mark}` })).toHaveCount(0);
			});
		},
	);
