import { randomUUID } from "node:crypto";
import { findAccessibilityFaults } from "./accessibility.ts";
import { jobs } from "./company.ts";
import { expect, test, untilHydrated } from "./fixtures.ts";

const jobPath = `/career/jobs/${jobs[0]?.slug}`;

// A refused form.
test.use({ expectedErrors: /status of 422/ });

test(
	"a source link is made by keyboard on a phone, and reaches the form of the application from the careers page",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		const name = `board-${randomUUID().slice(0, 8)}`;
		await signIn(["recruiter"]);
		await page.setViewportSize({ width: 360, height: 800 });
		await page.emulateMedia({ colorScheme: "dark" });
		await page.goto(`${office.deskUrl}/jobs`);
		await page.getByRole("link", { name: "Source links" }).press("Enter");
		await page.getByRole("link", { name: "New link" }).first().press("Enter");
		await expect(page.getByRole("heading", { name: "New source link" })).toBeVisible();
		const nameField = page.getByRole("textbox", { name: "Name", exact: true });
		await nameField.fill("A name");
		await page.getByRole("button", { name: "Create link" }).press("Enter");
		await expect(page.getByRole("link", { name: /Use 1 to 40 letters/ })).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await nameField.fill(name);
		await page.getByLabel("Label").fill("Weavers’ board");
		await page.getByLabel("Total cost").fill("1200");
		await page.getByRole("button", { name: "Create link" }).press("Enter");
		await expect(page.getByText("Link created.")).toBeVisible();
		await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

		await page.goto(`/go/${name}`);
		await untilHydrated(page);
		await page.getByRole("button", { name: "Search jobs" }).press("Enter");
		await page.getByRole("link", { name: jobs[0]?.title ?? "", exact: true }).click();
		await expect(page).toHaveURL(`${jobPath}?source=${name}`);
		await expect(page.getByRole("heading", { level: 1, name: jobs[0]?.title ?? "" })).toBeVisible();
		await page.getByRole("link", { name: "Apply now" }).click();
		await expect(page.getByRole("button", { name: "Next" })).toBeVisible();
		await expect(page).toHaveURL(new RegExp(`source=${name}`));
	},
);

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test(
		"the name of a source link stands in the form from the careers page and from a position",
		{ tag: "@all" },
		async ({ page }) => {
			for (const path of [
				"/career?source=weavers-board",
				`/career?q=&source=weavers-board`,
				`${jobPath}?source=weavers-board`,
			]) {
				await page.goto(path);
				if (path.startsWith("/career?source")) await page.getByRole("button", { name: "Search jobs" }).click();
				await page
					.getByRole("link", { name: /^Apply now/ })
					.first()
					.click();
				await page.getByRole("link", { name: "fill in the whole form on one page" }).click();
				await expect(page.locator('form input[name="source"]')).toHaveValue("weavers-board");
				await expect(page.getByRole("link", { name: "Back to Career Page" })).toHaveAttribute(
					"href",
					"/career?source=weavers-board",
				);
			}
			await page.goto(`${jobPath}?source=%22%3E%3Cscript%3E`);
			await expect(page.getByRole("link", { name: "Apply now" })).toHaveAttribute(
				"href",
				jobPath.replace("jobs", "apply"),
			);
		},
	);
});
