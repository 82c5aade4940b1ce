import type { CDPSession } from "@playwright/test";
import { TOTP } from "otpauth";
import { startFrontOffice } from "../tests/support/front-office.ts";
import { findAccessibilityFaults } from "./accessibility.ts";
import { expect, test, watch, type Page } from "./fixtures.ts";

const password = "three wet llamas in a lift";

/** Returns the code that an authenticator app computes from the secret on the page. */
async function readCode(page: Page): Promise<string> {
	const secret = await page.locator(".authenticator code").innerText();
	return new TOTP({ secret: secret.replaceAll(" ", "") }).generate();
}

/** Adds a virtual authenticator that is always unlocked. */
async function addVirtualAuthenticator(page: Page): Promise<CDPSession> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("WebAuthn.enable");
	await devtools.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return devtools;
}

async function isUsableByAll(page: Page): Promise<void> {
	for (const colorScheme of ["light", "dark"] as const)
		for (const width of [360, 1280]) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 800 });
			expect(await findAccessibilityFaults(page)).toEqual([]);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
		}
}

test(
	"the first admin signs in by the log's address, with password, code and passkey, and invites somebody without scripts",
	{ tag: "@any-company" },
	async ({ browser }) => {
		const office = await startFrontOffice();
		const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
		const listFaults = watch(context, office, /status of 4(?:04|22)/);
		try {
			const page = await context.newPage();
			await page.goto(office.deskUrl);
			await expect(page.getByRole("heading", { name: "Create the first admin" })).toBeVisible();
			await expect(page.getByLabel("Password")).toHaveCount(0);
			await isUsableByAll(page);

			await page.goto(office.firstAdminUrl);
			await page.getByLabel("E-mail address").fill("meera@company.example");
			await page.getByLabel("Your name").fill("Meera");
			await page.getByLabel("Password", { exact: true }).fill("short");
			await page.getByLabel("Code", { exact: true }).fill("000000");
			await page.getByRole("button", { name: "Create account" }).click();
			await expect(page.getByRole("alert")).toBeFocused();
			await isUsableByAll(page);
			await page.getByLabel("Password", { exact: true }).fill(password);
			await page.getByLabel("Code", { exact: true }).fill(await readCode(page));
			await page.getByRole("button", { name: "Create account" }).click();
			await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
			await isUsableByAll(page);
			const [recoveryCode = ""] = await page.locator(".recovery-codes code").allInnerTexts();
			await page.getByRole("link", { name: "Open the desk" }).click();
			await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
			await page.goto(office.firstAdminUrl);
			await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

			await addVirtualAuthenticator(page);
			await page.goto(`${office.deskUrl}/account`);
			await page.getByLabel("Passkey name").fill("Work laptop");
			await page.getByRole("button", { name: "Add passkey" }).click();
			await expect(page.getByRole("status").first()).toContainText("Passkey added.");
			await expect(page.getByRole("row", { name: /^Work laptop/ })).toBeVisible();

			await page.getByRole("button", { name: "Sign out" }).click();
			await page.goto(`${office.deskUrl}/accounts`);
			await page.getByRole("button", { name: "Sign in with a passkey" }).click();
			await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();
			expect(page.url()).toBe(`${office.deskUrl}/accounts`);

			await page.goto(`${office.deskUrl}/account`);
			const row = page.getByRole("row").filter({ has: page.getByLabel("New name of Work laptop") });
			await row.getByRole("textbox").fill("Old laptop");
			await row.getByRole("button", { name: "Rename" }).click();
			await expect(page.getByRole("status").first()).toContainText("Passkey renamed.");
			await page.goto(`${office.deskUrl}/prove?to=/account`);
			await page.getByRole("button", { name: "Use your passkey" }).click();
			await expect(page.getByRole("status").first()).toContainText("You won’t be asked again for ten minutes.");
			expect(page.url()).toBe(`${office.deskUrl}/account`);
			await page.getByRole("button", { name: "Remove Old laptop" }).click();
			await expect(page.getByRole("status").first()).toContainText("Passkey removed.");
			await expect(page.getByRole("row", { name: /laptop/ })).toHaveCount(0);
			await page.getByRole("button", { name: "Sign out" }).click();
			await page.getByRole("button", { name: "Sign in with a passkey" }).click();
			await expect(page.getByRole("alert")).toBeVisible();
			await page.getByLabel("E-mail address").fill("meera@company.example");
			await page.getByLabel("Password", { exact: true }).fill(password);
			await page.getByLabel("Code", { exact: true }).fill(recoveryCode);
			await page.getByRole("button", { name: "Sign in", exact: true }).click();
			await page.getByRole("link", { name: "Settings" }).click();
			await page.getByRole("link", { name: "Accounts" }).click();
			await page.getByLabel("E-mail address").fill("ravi@company.example");
			await page.getByLabel(/^sales/).check();
			await page.getByRole("button", { name: "Send invitation" }).click();
			await expect(page.getByRole("status").filter({ hasText: "ravi@company.example invited" })).toBeVisible();
			const link = await page.getByRole("status", { name: "Invitation link" }).locator("code").innerText();
			await page.getByRole("row", { name: /Meera/ }).getByRole("link").click();
			await expect(page.getByRole("heading", { level: 1, name: "Meera" })).toBeVisible();
			await page.goto(`${office.deskUrl}/audit-log`);
			await expect(page.getByRole("row", { name: /Invited member/ })).toBeVisible();
			expect(await listFaults()).toEqual([]);

			const plain = await browser.newContext({ javaScriptEnabled: false });
			const newcomer = await plain.newPage();
			await newcomer.goto(link);
			await newcomer.getByLabel("Your name").fill("Ravi");
			await newcomer.getByLabel("Password", { exact: true }).fill(`${password} too`);
			await newcomer.getByLabel("Code", { exact: true }).fill(await readCode(newcomer));
			await newcomer.getByRole("button", { name: "Create account" }).click();
			await newcomer.getByRole("link", { name: "Open the desk" }).click();
			await expect(newcomer.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
				"Inbox",
				"Today",
				"Enquiries",
				"Bookings",
				"Calendar",
				"Calls",
				"My calendar",
				"Contacts",
				"Analytics",
				"Settings",
			]);
			await newcomer.goto(`${office.deskUrl}/applications`);
			await expect(newcomer.getByRole("heading", { name: "No access" })).toBeVisible();
			await newcomer.getByRole("button", { name: "Sign out" }).click();
			await expect(newcomer.getByRole("heading", { name: "Sign in" })).toBeVisible();
			await plain.close();
		} finally {
			await context.close();
			await office.stop();
		}
	},
);
