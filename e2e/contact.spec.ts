import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import { pageTitles } from "./company.ts";
import { endOverlay, enter, expect, recordScripts, tabPastNotices, test, type Page } from "./fixtures.ts";

const enquiry = {
	"First name": "Asha",
	"Last name": "Rao",
	"E-mail": "asha.rao@visitor.example",
	Message: "We need an app for 40 shops in Gwalior.",
};

const form = (page: Page) =>
	page
		.getByRole("main")
		.locator("form")
		.filter({ has: page.getByLabel("Message") });
const field = (page: Page, label: string) => form(page).getByRole("textbox", { name: label });
const send = (page: Page) => form(page).getByRole("button", { name: "Send your message" });
const thanks = (page: Page) => page.getByRole("dialog", { name: "Thank You!" });
const toast = (page: Page) => page.getByRole("alert").filter({ hasText: "Error in submitting form" });
const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "There is a problem" });

async function fill(page: Page, values: Record<string, string> = enquiry): Promise<void> {
	for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
	for (const [label, value] of Object.entries(values)) await expect(field(page, label)).toHaveValue(value);
}

const emptied = Object.fromEntries([...Object.keys(enquiry), "Phone"].map((label) => [label, ""]));

test(
	"a sent enquiry is thanked for in a dialog, and the form is empty again",
	{ tag: "@any-company" },
	async ({ page }) => {
		await enter(page, "/contactUs");
		await fill(page, { ...enquiry, Phone: "+91 98765 43210" });
		await send(page).click();
		await expect(thanks(page)).toBeVisible();
		await thanks(page).getByRole("button", { name: "Close" }).click();
		await expect(thanks(page)).toBeHidden();
		await expectValues(page, emptied);
		await expect(send(page)).toBeEnabled();
	},
);

test("the phone number is labelled optional, and the other fields are required", async ({ page }) => {
	await enter(page, "/contactUs");
	await expect(form(page).getByText("Phone (Optional)")).toBeVisible();
	await expect(field(page, "Phone")).not.toHaveAttribute("required");
	for (const label of Object.keys(enquiry)) await expect(field(page, label)).toHaveAttribute("required");
	await expect(field(page, "E-mail")).toHaveAttribute("type", "email");
});

test(
	"an empty form is not sent; the summary names every error and leads to its field",
	{ tag: "@any-company" },
	async ({ page }) => {
		await enter(page, "/contactUs");
		await send(page).click();
		await expect(summary(page)).toBeFocused();
		await expect(summary(page).getByRole("link")).toHaveText([
			"Enter your first name",
			"Enter your last name",
			"Enter your e-mail address",
			"Enter your message",
		]);
		await summary(page).getByRole("link", { name: "Enter your message" }).click();
		await expect(field(page, "Message")).toBeFocused();
		await expect(field(page, "Message")).toHaveAccessibleDescription(/Enter your message/);
		await expect(field(page, "Message")).toHaveAttribute("aria-invalid", "true");
	},
);

test("the rules load when somebody begins to write, not with the page", { tag: "@all" }, async ({ page }) => {
	const scripts = recordScripts(page);
	await enter(page, "/contactUs");
	await page.waitForLoadState("networkidle");
	const ofThePage = scripts.length;
	await field(page, "First name").press("A");
	await expect.poll(() => scripts.slice(ofThePage).some((url) => url.includes("/rules-"))).toBe(true);
});

test.describe("when the rules cannot be loaded, as after a new release", () => {
	test.use({ expectedErrors: /Failed to load resource/ });

	test("the server alone checks the form", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/contactUs");
		await page.route(/\/assets\/rules-/, (route) => route.abort());
		await fill(page, { ...enquiry, "E-mail": "asha" });
		await send(page).click();
		await expect(field(page, "E-mail")).toHaveAccessibleDescription(/Enter an e-mail address like/);
		await expectValues(page, { ...enquiry, "E-mail": "asha" });
		await field(page, "E-mail").fill(enquiry["E-mail"]);
		await send(page).click();
		await expect(thanks(page)).toBeVisible();
	});
});

test("an error goes away when its field is changed", { tag: "@all" }, async ({ page }) => {
	await enter(page, "/contactUs");
	await fill(page, { ...enquiry, "E-mail": "asha" });
	await send(page).click();
	await expect(field(page, "E-mail")).toHaveAccessibleDescription(/Enter an e-mail address like/);
	await field(page, "E-mail").fill("asha.rao@visitor.example");
	await expect(field(page, "E-mail")).not.toHaveAttribute("aria-invalid");
	await send(page).click();
	await expect(thanks(page)).toBeVisible();
});

test("while it is being sent, the form can neither be changed nor sent again", { tag: "@all" }, async ({ page }) => {
	let posts = 0;
	const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
	await page.route("/contactus/submit", async (route) => {
		posts += 1;
		await answered;
		await route.continue();
	});
	await enter(page, "/contactUs");
	await fill(page);
	await send(page).click();
	const sending = form(page).getByRole("button", { name: "Sending…" });
	await expect(sending).toHaveAttribute("disabled", "");
	await field(page, "First name").press("Enter");
	for (const label of Object.keys(emptied)) {
		await field(page, label).focus();
		await page.keyboard.type("more");
	}
	await expectValues(page, enquiry);
	answer();
	await expect(thanks(page)).toBeVisible();
	expect(posts).toBe(1);
	await page.keyboard.press("Escape");
	await expectValues(page, emptied);
	await field(page, "First name").press("A");
	await expect(field(page, "First name")).toHaveValue("A");
});

test("the whole form works by keyboard alone", async ({ page }) => {
	await enter(page, "/contactUs");
	await field(page, "First name").focus();
	for (const value of [enquiry["First name"], enquiry["Last name"], enquiry["E-mail"], "", enquiry.Message]) {
		await page.keyboard.type(value);
		await page.keyboard.press("Tab");
	}
	await tabPastNotices(page);
	await expect(send(page)).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(thanks(page)).toBeVisible();
	await expect(thanks(page).getByRole("button", { name: "Close" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(thanks(page)).toBeHidden();
	await expect(send(page)).toBeFocused();
});

test("Escape closes the thanks too", { tag: "@all" }, async ({ page }) => {
	await enter(page, "/contactUs");
	await fill(page);
	await send(page).click();
	await expect(thanks(page)).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(thanks(page)).toBeHidden();
});

test("a form that was left while it was sent can be used after Back", { tag: "@all" }, async ({ page }) => {
	await page.route("/contactus/submit", (route) =>
		route.fulfill({ json: { data: { reference: "ENQ-1", personCheckUrl: "https://elsewhere.example/person/0a" } } }),
	);
	// The page stays, as it does in the browser's cache of pages that one can come back to.
	const left = page.waitForRequest("**/person/0a");
	await page.route("**/person/0a", (route) => route.fulfill({ status: 204 }));
	await enter(page, "/contactUs");
	await fill(page);
	await send(page).click();
	await left;
	await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
	await expect(send(page)).toBeEnabled();
	await expect(field(page, "E-mail")).toHaveValue("");
});

for (const body of ["null", "[]", '{"message":{},"errors":{"length":1}}'])
	test.describe(`a refusal of another shape, ${body}`, () => {
		test.use({ expectedErrors: /status of 422/ });

		test("is a failure that can be tried again", { tag: "@all" }, async ({ page }) => {
			await page.route("/contactus/submit", (route) => route.fulfill({ status: 422, body }));
			await enter(page, "/contactUs");
			await fill(page);
			await send(page).click();
			await expect(toast(page)).toBeVisible();
			await expect(send(page)).toBeEnabled();
			await expectValues(page, enquiry);
		});
	});

test.describe("when the server fails", () => {
	test.use({ expectedErrors: /status of 50[03]/ });

	for (const status of [500, 503]) {
		test(`a ${status} shows 'Error in submitting form' with our e-mail and phone, and keeps every word`, async ({
			page,
		}) => {
			await page.route("/contactus/submit", (route) =>
				route.fulfill({
					status,
					contentType: "application/problem+json",
					body: JSON.stringify({ status, message: "No." }),
				}),
			);
			await enter(page, "/contactUs");
			await fill(page);
			await send(page).click();
			await expect(toast(page)).toBeVisible();
			await expect(toast(page).getByRole("link").first()).toHaveAttribute("href", /^mailto:/);
			await expect(toast(page).getByRole("link").last()).toHaveAttribute("href", /^tel:\+/);
			await expectValues(page, enquiry);
			await expect(send(page)).toBeEnabled();
			await toast(page).getByRole("button", { name: "Dismiss" }).click();
			await expect(toast(page)).toBeHidden();
			await expect(send(page)).toBeFocused();
		});
	}

	test("the same enquiry can be sent once the server is back", { tag: "@all" }, async ({ page }) => {
		await page.route("/contactus/submit", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
		await enter(page, "/contactUs");
		await fill(page);
		await send(page).click();
		await expect(toast(page)).toBeVisible();
		await send(page).click();
		await expect(thanks(page)).toBeVisible();
		await expect(toast(page)).toBeHidden();
	});

	test(
		"a failure leaves the focus where it was: on the button, or in the field that was left with Enter",
		{ tag: "@all" },
		async ({ page }) => {
			const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
			await page.route("/contactus/submit", async (route) => {
				await answered;
				await route.fulfill({ status: 503, body: "" });
			});
			await enter(page, "/contactUs");
			await fill(page);
			await send(page).focus();
			await page.keyboard.press("Enter");
			await expect(form(page).getByRole("button", { name: "Sending…" })).toBeDisabled();
			// The browser removes the focus from a disabled button with its next frame.
			await page.evaluate(() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)));
			answer();
			await expect(toast(page)).toBeVisible();
			await expect(send(page)).toBeFocused();
			await field(page, "E-mail").press("Enter");
			await expect(toast(page)).toBeVisible();
			await expect(field(page, "E-mail")).toBeFocused();
		},
	);

	test("the server's error of a field is beside it, and the toast beside the summary", async ({ page }) => {
		await page.route("/contactus/submit", (route) =>
			route.fulfill({
				status: 503,
				contentType: "application/problem+json",
				body: JSON.stringify({ errors: [{ field: "lastName", message: "Your last name is too short" }] }),
			}),
		);
		await enter(page, "/contactUs");
		await fill(page);
		await send(page).click();
		await expect(field(page, "Last name")).toHaveAccessibleDescription(/Your last name is too short/);
		await expect(summary(page)).toBeFocused();
		await expect(toast(page)).toBeVisible();
		await expectValues(page, enquiry);
		await toast(page).getByRole("button", { name: "Dismiss" }).click();
		await expect(summary(page)).toBeVisible();
	});
});

test.describe("when the visitor is offline", () => {
	test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

	test(
		"the failure is shown, nothing typed is lost, and it can be sent when the network is back",
		{ tag: "@all" },
		async ({ page, context }) => {
			await enter(page, "/contactUs");
			await fill(page);
			await context.setOffline(true);
			await send(page).click();
			await expect(toast(page)).toBeVisible();
			await expectValues(page, enquiry);
			await context.setOffline(false);
			await send(page).click();
			await expect(thanks(page)).toBeVisible();
		},
	);
});

test.describe("before the page's scripts run", () => {
	test.use({ expectedErrors: /status of 422/ });

	test(
		"a submitted form is refused as without scripts, and hydrates with the typed text",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, "/contactUs");
			await fill(page, { ...enquiry, "E-mail": "asha@visitor" });
			const refused = page.waitForResponse((response) => response.status() === 422);
			await form(page).evaluate((element) => (element as HTMLFormElement).submit());
			await refused;
			await endOverlay(page);
			await expect(summary(page)).toBeInViewport({ ratio: 1 });
			await expect(summary(page)).toBeFocused();
			await expect(page).toHaveTitle(new RegExp(`^Error: ${pageTitles["/contactUs"]}`));
			await field(page, "E-mail").fill(enquiry["E-mail"]);
			await send(page).click();
			await expect(thanks(page)).toBeVisible();
			await thanks(page).getByRole("button", { name: "Close" }).click();
			await expectValues(page, emptied);
			await expect(send(page)).toBeEnabled();
		},
	);
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, expectedErrors: /status of 4(?:13|22)/ });

	test("the form is sent and thanked for on a page", async ({ page }) => {
		await page.goto("/contactUs");
		await fill(page);
		await send(page).click();
		await expect(page).toHaveURL("/contactUs/thank-you");
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank You!");
	});

	test("errors are beside their fields, and typed text is kept", { tag: "@any-company" }, async ({ page }) => {
		await page.goto("/contactUs");
		// A valid address to the browser, but not to the server.
		await fill(page, { ...enquiry, "E-mail": "asha@visitor" });
		await send(page).click();
		await expect(page).toHaveURL("/contactUs");
		await expect(summary(page)).toBeInViewport({ ratio: 1 });
		await expect(summary(page)).toBeFocused();
		await expect(page).toHaveTitle(new RegExp(`^Error: ${pageTitles["/contactUs"]}`));
		await expect(field(page, "E-mail")).toHaveAccessibleDescription(/Enter an e-mail address like/);
		await expectValues(page, { ...enquiry, "E-mail": "asha@visitor" });
		await field(page, "E-mail").fill(enquiry["E-mail"]);
		await send(page).click();
		await expect(page).toHaveURL("/contactUs/thank-you");
	});

	test.describe("while the database is locked", () => {
		test.use({ expectedErrors: /status of 503/ });

		test(
			"the failure is reported with another way to reach us, and typed text is kept",
			{ tag: "@all" },
			async ({ page, office }) => {
				await page.goto("/contactUs");
				await fill(page);
				const other = new DatabaseSync(join(office.dataDirectory, sqliteFileName));
				other.exec("begin exclusive");
				const answered = page.waitForResponse((response) => response.status() === 503);
				await send(page).click();
				await expect(toast(page)).toContainText("Error in submitting form");
				other.close();
				expect((await answered).headers()["retry-after"]).toBe("30");
				await expect(toast(page)).toBeInViewport({ ratio: 1 });
				await expect(page).toHaveTitle(new RegExp(`^Error: ${pageTitles["/contactUs"]}`));
				await expect(toast(page).getByRole("link", { name: /@/ })).toBeVisible();
				await expect(toast(page).getByRole("button")).toBeHidden();
				await expectValues(page, enquiry);
			},
		);
	});

	test("too large requests are refused with the reason, for everybody", { tag: "@all" }, async ({ page }) => {
		for (let visitor = 0; visitor < 2; visitor++) {
			await page.goto("/contactUs");
			await fill(page, { ...enquiry, Message: "x".repeat(70_000) });
			await send(page).click();
			await expect(page.getByText("The request is too large; the limit is 64 KB.")).toBeVisible();
		}
	});
});
