import { join } from "node:path";
import { readFolders } from "../platform/config.ts";
import { loadDeskSource } from "../server/desk-source.ts";
import { enquire } from "./desk-records.ts";
import { expect, test } from "./fixtures.ts";

test(
	"staff find an enquiry in the desk, and mark it as spam and back with the keyboard alone",
	{ tag: "@any-company" },
	async ({ page, office, signIn }) => {
		const reference = await enquire(page.request);
		await signIn();
		await page.goto(office.deskUrl);
		await page.keyboard.press("Tab");
		await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
		await page.getByRole("searchbox").focus();
		await page.keyboard.type(reference.toLowerCase());
		await page.keyboard.press("Enter");
		await expect(page.getByRole("heading", { level: 1, name: "Asha Rao" })).toBeVisible();
		expect(page.url()).toBe(`${office.deskUrl}/enquiries/${reference}`);

		await page.getByRole("button", { name: "Mark as spam" }).focus();
		await page.keyboard.press("Enter");
		await expect(page.locator(".notice-place")).toContainText(`${reference} marked as spam`);
		await page.getByRole("link", { name: "Enquiries" }).first().press("Enter");
		// The list of the record's page has the same link, which goes with it.
		await expect(page).toHaveURL(`${office.deskUrl}/enquiries`);
		await page.getByRole("link", { name: /^Spam/ }).press("Enter");
		const row = page.getByRole("listitem").filter({ has: page.getByRole("checkbox", { name: `Select ${reference}` }) });
		await row.getByRole("link").press("Enter");
		await page.getByRole("button", { name: "Not spam" }).press("Enter");
		await expect(page.locator(".notice-place")).toContainText("is not spam");
	},
);

test("an e-mail to sales leads to the enquiry in the desk", async ({ page, office, signIn }) => {
	const reference = await enquire(page.request);
	await signIn();
	const toSales = () => office.mail.emails.find(({ subject }) => subject?.startsWith(`Enquiry ${reference}`));
	await expect.poll(toSales).toBeDefined();
	const path = new RegExp(String.raw`http://localhost:\d+(/enquiries/${reference})`).exec(toSales()?.text ?? "")?.[1];
	await page.goto(office.deskUrl + String(path));
	await expect(page.getByRole("region", { name: "Message" })).toContainText("We need an app.");
});

test(
	"the built public site has none of the desk's addresses, for anybody",
	{ tag: "@all" },
	async ({ page, office }) => {
		const { buildDirectory } = readFolders();
		const { pages } = await loadDeskSource(join(buildDirectory, "desk"), {
			deskUrl: office.deskUrl,
			hstsIncludeSubdomains: false,
		});
		const headers = { cookie: `desk-session=${await office.signInStaff()}` };
		expect(pages.routes.length).toBeGreaterThan(20);
		/** The site has pages of its own at these addresses. */
		const shared = /^\/(?:search|newsletter(?:\/:\w+)?)?$/;
		for (const { pattern } of pages.routes)
			for (const ending of ["", ".data"])
				for (const method of ["GET", "POST"]) {
					const path = pattern.replaceAll(/:\w+|\*/g, "ENQ-7K3F9QXM") + ending;
					const answer = await page.request.fetch(office.url + path, { method, headers, maxRedirects: 0 });
					expect([method, path, shared.test(pattern) || answer.status() >= 400]).toEqual([method, path, true]);
					expect(await answer.text()).not.toContain("· Desk ·");
				}
	},
);
