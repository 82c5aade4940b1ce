import { randomUUID } from "node:crypto";
import { findAccessibilityFaults } from "./accessibility.ts";
import { bookCall, enquire } from "./desk-records.ts";
import { expect, test, untilHydrated } from "./fixtures.ts";

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
	await page.getByLabel("Other e-mail address").fill("nobody@home.example");
	await page.getByRole("button", { name: "Review merge" }).click();
	await expect(page.getByRole("alert")).toContainText("You have no records from this address");
	await page.getByLabel("Other e-mail address").fill(other);
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

test(
	"a probable duplicate is merged by keyboard on a phone, and separated",
	{ tag: "@all" },
	async ({ page, office, signIn }) => {
		const words = randomUUID().slice(0, 8);
		const phone = `+43 664 ${Math.floor(1_000_000 + Math.random() * 8_999_999)}`;
		const reference = await enquire(page.request, { email: `asha-${words}@visitor.example`, phone });
		const other = `a.rao-${words}@home.example`;
		await enquire(page.request, { email: other, phone });
		await signIn(["sales"]);
		await page.setViewportSize({ width: 360, height: 800 });
		await page.emulateMedia({ colorScheme: "dark" });
		await page.goto(`${office.deskUrl}/people/of/${reference}`);
		await untilHydrated(page);
		await expect(page.getByText("Same phone number")).toBeVisible();
		expect(await findAccessibilityFaults(page)).toEqual([]);
		await page.getByRole("button", { name: `Merge… with ${other}` }).press("Enter");
		await page.getByRole("button", { name: "Merge", exact: true }).press("Enter");
		await expect(page.getByRole("status")).toContainText("Addresses merged.");
		await expect(page.getByText("Same phone number")).toHaveCount(0);
		await page.getByRole("button", { name: "Separate" }).press("Enter");
		await expect(page.getByText("Same phone number")).toBeVisible();
	},
);
