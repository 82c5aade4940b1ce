import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { readFolders } from "../platform/config.ts";
import { loadDeskSource } from "../server/desk-source.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { expect, test, type Page } from "./fixtures.ts";

/** Sends an enquiry and gives its reference. */
async function enquire(page: Page, fields: Record<string, string> = {}): Promise<string> {
	const response = await page.request.post("/contactus/submit", {
		data: {
			firstName: "Asha",
			lastName: "Rao",
			email: `asha-${randomUUID()}@visitor.example`,
			message: "We need an app.",
			...fields,
		},
	});
	return ((await response.json()) as { data: { reference: string } }).data.reference;
}

test(
	"staff find an enquiry in the desk, and mark it as spam and back with the keyboard alone",
	{ tag: "@any-company" },
	async ({ page, office, signIn }) => {
		const reference = await enquire(page);
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
		await expect(page.getByRole("status")).toContainText(`${reference} is in quarantine`);
		await page.getByRole("link", { name: "Enquiries" }).first().press("Enter");
		await page.getByRole("combobox", { name: "Show" }).focus();
		await page.keyboard.type("Spam");
		await page.getByRole("button", { name: "Show" }).press("Enter");
		await page.getByRole("row", { name: reference }).getByRole("link").press("Enter");
		await page.getByRole("button", { name: "Not spam" }).press("Enter");
		await expect(page.getByRole("status")).toContainText("out of quarantine");
	},
);

test("an e-mail to sales leads to the enquiry in the desk", async ({ page, office, signIn }) => {
	const reference = await enquire(page);
	await signIn();
	const toSales = () => office.mail.emails.find(({ subject }) => subject?.startsWith(`Enquiry ${reference}`));
	await expect.poll(toSales, { timeout: 15_000 }).toBeDefined();
	const path = new RegExp(String.raw`http://localhost:\d+(/enquiries/${reference})`).exec(toSales()?.text ?? "")?.[1];
	await page.goto(office.deskUrl + String(path));
	await expect(page.getByText("We need an app.")).toBeVisible();
});

test.describe("every page of the desk can be used by all", () => {
	// A form that is refused says so to the browser as well.
	test.use({ expectedErrors: /status of 422/ });

	for (const width of [360, 1280])
		for (const colorScheme of ["light", "dark"] as const)
			test(`at ${width} px, ${colorScheme}`, { tag: "@any-company" }, async ({ page, office, signIn }) => {
				const name = '<img src="https://evil.example/x" onerror="alert(1)">';
				const reference = await enquire(page, {
					firstName: name,
					message: `${"long".repeat(60)}\n<script>alert(1)</script>`,
				});
				await enquire(page, { leaveEmpty: "https://spam.example" });
				await page.emulateMedia({ colorScheme });
				await page.setViewportSize({ width, height: 800 });
				const lookAt = async (paths: string[]) => {
					for (const path of paths) {
						await page.goto(office.deskUrl + path);
						expect([path, ...(await findAccessibilityFaults(page))]).toEqual([path]);
						expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
					}
				};
				await signIn();
				await page.context().clearCookies();
				await lookAt(["/sign-in"]);
				await page.getByRole("button", { name: "Sign in", exact: true }).click();
				await expect(page.getByRole("alert")).toBeFocused();
				expect(await findAccessibilityFaults(page)).toEqual([]);
				await signIn();
				await lookAt([
					"/",
					"/enquiries",
					"/enquiries?show=spam",
					`/enquiries/${reference}`,
					"/bookings",
					"/applications",
					"/emails",
					"/emails?show=sent",
					"/self-identification",
					"/search",
					"/account",
					"/account/password",
					"/account/authenticator",
					"/prove",
					"/accounts",
					"/audit-log",
				]);
			});
});

test("the built public site has none of the desk's addresses, whoever asks", async ({ page, office }) => {
	const { buildDirectory } = readFolders();
	const { pages } = await loadDeskSource(join(buildDirectory, "desk"), {
		deskUrl: office.deskUrl,
		hstsIncludeSubdomains: false,
	});
	const headers = { cookie: `desk-session=${await office.signInStaff()}` };
	expect(pages.routes.length).toBeGreaterThan(20);
	for (const { pattern } of pages.routes.filter((route) => route.pattern !== "/"))
		for (const ending of ["", ".data"])
			for (const method of ["GET", "POST"]) {
				const path = pattern.replaceAll(/:\w+|\*/g, "ENQ-7K3F9QXM") + ending;
				const answer = await page.request.fetch(office.url + path, { method, headers, maxRedirects: 0 });
				expect([method, path, answer.status() >= 400]).toEqual([method, path, true]);
				expect(await answer.text()).not.toContain("· Desk ·");
			}
});
