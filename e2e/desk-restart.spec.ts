import type { FrontOffice } from "../tests/support/front-office.ts";
import { apply, enquire } from "./desk-records.ts";
import { expect, test as base, untilHydrated } from "./fixtures.ts";
import { ownOffice } from "./own-office.ts";

const test = base.extend<object, { office: FrontOffice }>({ office: ownOffice() });

/** The console names each request that fails. */
test.use({ expectedErrors: /ERR_|status of 502/ });

test(
	"while the server restarts, a page stays with what is typed, a link waits, and a form says that it may not be saved",
	{ tag: "@all" },
	async ({ page, office, request, signIn }) => {
		const reference = await enquire(request);
		await apply(request);
		await signIn(["sales", "recruiter"]);
		const path = `${office.deskUrl}/enquiries/${reference}`;
		const text = page.locator("#text");
		const told = (words: string) => page.getByRole("status").filter({ hasText: words });
		const link = (name: string) => page.getByRole("link", { name, exact: true }).first();
		await page.goto(path);
		await untilHydrated(page);

		await test.step("a link to a page whose files are not here", async () => {
			await text.fill("Gladly, on Monday.");
			await expect(page.getByText("Draft saved", { exact: true }).first()).toBeVisible();
			await office.restart(async () => {
				await link("Analytics").hover();
				await link("Analytics").click();
				await expect(told("The desk cannot be reached. Trying again…")).toBeVisible();
				await expect(text).toHaveValue("Gladly, on Monday.");
			});
			await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
			await expect(told("The desk cannot be reached.")).toHaveCount(0);
		});

		await test.step("a link to a page whose files are here", async () => {
			await page.goBack();
			await expect(text).toHaveValue("Gladly, on Monday.");
			await text.fill("Gladly, on Tuesday.");
			await office.restart(async () => {
				await link("Analytics").click();
				await expect(told("The desk cannot be reached. Trying again…")).toBeVisible();
				await expect(text).toHaveValue("Gladly, on Tuesday.");
			});
			await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
		});

		await test.step("a form", async () => {
			await page.goBack();
			await text.fill("Gladly, on Wednesday.");
			const send = page.getByRole("button", { name: "Send", exact: true });
			await office.restart(async () => {
				await send.click();
				await expect(told("your change may not have been saved. What you typed is still here.")).toBeVisible();
				await expect(text).toHaveValue("Gladly, on Wednesday.");
			});
			await expect(told("Check this page, and try again if it was not.")).toBeVisible();
			await expect(text).toHaveValue("Gladly, on Wednesday.");
			await expect(page.getByText("Draft saved", { exact: true }).first()).toBeVisible();
			await send.click();
			await expect(page.getByRole("region", { name: "Activity" })).toContainText("Gladly, on Wednesday.");
			await expect(told("Check this page")).toHaveCount(0);
		});

		await test.step("a form whose page is an answer, beside the list that it came from", async () => {
			await page.goto(`${office.deskUrl}/applications/board`);
			await untilHydrated(page);
			await page.locator(".board-column").first().getByRole("checkbox").first().check();
			await page.getByRole("group", { name: "Selected" }).getByRole("button", { name: "Reply" }).click();
			await page.getByLabel("Subject").fill("Your application");
			await page.getByLabel("Text").fill("Dear {firstName}");
			await page.getByRole("button", { name: "Preview e-mails" }).click();
			const send = page.getByRole("button", { name: "Send 1 reply" });
			await expect(send).toBeVisible();
			await office.restart(async () => {
				await send.click();
				await expect(told("your change may not have been saved. What you typed is still here.")).toBeVisible();
			});
			await expect(told("Check this page, and try again if it was not.")).toBeVisible();
			await expect(page.getByLabel("Text")).toHaveValue("Dear {firstName}");
			// It lies over the button.
			await told("Check this page").getByRole("button", { name: "Close" }).click();
			await send.click();
			await expect(page.getByText("1 reply scheduled.")).toBeVisible();
		});

		await test.step("a proxy in front that does not reach the server", async () => {
			await page.route("**/*.data*", (route) => route.fulfill({ status: 502, body: "<h1>502 Bad Gateway</h1>" }), {
				times: 2,
			});
			await link("Enquiries").click();
			await expect(told("The desk cannot be reached. Trying again…")).toBeVisible();
			await expect(page.getByRole("heading", { level: 1, name: "Enquiries", exact: true })).toBeVisible();
		});
	},
);
