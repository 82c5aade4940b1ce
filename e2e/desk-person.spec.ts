import { randomUUID } from "node:crypto";
import { findAccessibilityFaults } from "./accessibility.ts";
import { bookCall, enquire } from "./desk-records.ts";
import { expect, test } from "./fixtures.ts";

test("sales see a person's history, merge another address after a review, and separate it", async ({
	page,
	office,
	signIn,
}) => {
	await signIn(["sales"]);
	const words = randomUUID();
	const email = `asha-${words}@visitor.example`;
	const other = `asha-${words}@home.example`;
	const reference = await enquire(page.request, { email });
	await enquire(page.request, { email: `bela-${words}@visitor.example`, firstName: "Bela" });
	const booking = await bookCall(page.request, { email: other });
	await page.goto(`${office.deskUrl}/enquiries/${reference}`);
	await page.getByRole("link", { name: "Contact history" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Asha Rao" })).toBeVisible();
	await page.getByText("Add another address").click();
	await page.getByLabel("This is also").fill("nobody@home.example");
	await page.getByRole("button", { name: "Review merge" }).click();
	await expect(page.getByRole("alert")).toContainText("You have no records from this address");
	await page.getByLabel("This is also").fill(other);
	await page.getByRole("button", { name: "Review merge" }).click();
	await page.getByRole("button", { name: "Merge", exact: true }).click();
	await expect(page.getByRole("status")).toContainText("Addresses merged.");
	await expect(page.getByRole("link", { name: /^Booking:/ })).toHaveAttribute("href", `/bookings/${booking}`);
	for (const colorScheme of ["light", "dark"] as const)
		for (const width of [360, 1280]) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 900 });
			const overflow = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(overflow).toBe(0);
			expect(await findAccessibilityFaults(page)).toEqual([]);
		}
	await page.getByRole("button", { name: "Separate" }).click();
	await expect(page.getByRole("status")).toContainText("Addresses separated.");
	await expect(page.getByRole("link", { name: /^Booking:/ })).toHaveCount(0);
});
