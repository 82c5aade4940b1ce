import { findAccessibilityFaults } from "./accessibility.ts";
import { enter, expect, test, type Page } from "./fixtures.ts";

/** Fills in a hidden field, as a program does. */
async function fillHidden(page: Page): Promise<void> {
	await page
		.locator('input[name="leaveEmpty"]')
		.first()
		.evaluate((input: HTMLInputElement) => (input.value = "Asha Rao"));
}

async function fillEnquiry(page: Page): Promise<void> {
	const form = page
		.getByRole("main")
		.locator("form")
		.filter({ has: page.getByLabel("Message") });
	for (const [label, value] of Object.entries({
		"First name": "Asha",
		"Last name": "Rao",
		"E-mail": "asha.filled@visitor.example",
		Message: "We need an app.",
	}))
		await form.getByRole("textbox", { name: label }).fill(value);
}

test(
	"a sender who filled the hidden field is asked, and answers by keyboard",
	{ tag: "@all" },
	async ({ page, office }) => {
		await enter(page, "/contactUs");
		await fillEnquiry(page);
		await fillHidden(page);
		await page.getByRole("button", { name: "Send your message" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Are you a person?" })).toBeVisible();
		await page.keyboard.press("Escape");
		expect(await findAccessibilityFaults(page)).toEqual([]);
		expect(await office.readInbox("--quarantined")).toContain("asha.filled@visitor.example");
		await page.getByRole("button", { name: "I am a person, pass it on" }).focus();
		await page.keyboard.press("Enter");
		await expect(page.getByRole("heading", { level: 1, name: "Thank You!" })).toBeVisible();
		await expect(page.getByText("Our team will read it shortly")).toBeVisible();
		expect(await office.readInbox("--quarantined")).not.toContain("asha.filled@visitor.example");
	},
);

test.describe("without scripts", () => {
	test.use({ javaScriptEnabled: false });

	test("it is the same", async ({ page, request }) => {
		const response = await request.post("/contactUs", {
			form: {
				firstName: "Ravi",
				lastName: "Iyer",
				email: "ravi.filled@visitor.example",
				message: "Call me.",
				leaveEmpty: "Ravi",
			},
			maxRedirects: 0,
		});
		expect(response.status()).toBe(303);
		const path = response.headers().location as string;
		expect(path).toMatch(/^\/person\/[0-9a-f]{40}$/);
		await page.goto(path);
		await page.getByRole("button", { name: "I am a person, pass it on" }).click();
		await expect(page.getByRole("heading", { level: 1, name: "Thank You!" })).toBeVisible();
		for (const visit of [request.post(path, { form: {} }), request.get(path)]) {
			const text = await (await visit).text();
			expect(text).toContain("We already know that a person sent this message.");
			expect(text).not.toContain("ravi.filled");
		}
		expect((await request.get(`/person/${"0".repeat(40)}`)).status()).toBe(404);
	});
});
