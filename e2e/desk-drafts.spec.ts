import type { Page } from "@playwright/test";
import { chooseTab, enquire } from "./desk-records.ts";
import { expect, test, untilHydrated } from "./fixtures.ts";

const text = (page: Page) => page.locator("#text");
const note = (page: Page) => page.locator("#note");
const saved = (page: Page, name: string) =>
	page.getByRole("tabpanel", { name, exact: true }).getByText("Draft saved", { exact: true });
const offer = { name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("An offer") };

test("a reply that is being written outlives a note, a link, a template, a preview and the browser", async ({
	page,
	office,
	request,
	signIn,
	browser,
}) => {
	const reference = await enquire(request);
	await signIn(["sales"]);
	const path = `${office.deskUrl}/enquiries/${reference}`;
	await page.goto(path);
	// The page's scripts start meanwhile, and may move the caret between the selection and what is typed.
	await expect(async () => {
		await text(page).fill("Gladly, on Monday.");
		await expect(text(page)).toHaveValue("Gladly, on Monday.", { timeout: 500 });
	}).toPass();
	await expect(saved(page, "Reply")).toBeVisible();

	await test.step("adding a note leaves it, and a half-written note leaves with nothing", async () => {
		await chooseTab(page, "Note");
		await note(page).fill("They called.");
		await page.getByRole("button", { name: "Add note" }).click();
		await expect(page.getByRole("region", { name: "Activity" })).toContainText("They called.");
		await expect(note(page)).toHaveValue("");
		await expect(text(page)).toHaveValue("Gladly, on Monday.");
		await note(page).fill("Half a note");
		await expect(saved(page, "Note")).toBeVisible();
	});

	await test.step("so does a changed stage, which is saved at once and can be undone", async () => {
		await page.getByLabel("Stage", { exact: true }).selectOption({ index: 1 });
		await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
		await expect(page.getByRole("status").first()).toContainText("Undone.");
		await expect(text(page)).toHaveValue("Gladly, on Monday.");
	});

	await test.step("it is there after a link, and in another browser", async () => {
		await page.getByRole("link", { name: "Enquiries" }).first().click();
		await expect(page.getByRole("heading", { level: 1, name: "Enquiries" })).toBeVisible();
		await page.goto(path);
		await expect(text(page)).toHaveValue("Gladly, on Monday.");
		await expect(note(page)).toHaveValue("Half a note");
		const other = await browser.newContext({ storageState: await page.context().storageState() });
		const elsewhere = await other.newPage();
		await elsewhere.goto(path);
		await expect(text(elsewhere)).toHaveValue("Gladly, on Monday.");
		await other.close();
	});

	await test.step("a template takes its place and keeps it to be loaded again", async () => {
		await page.getByLabel("Template").selectOption({ index: 1 });
		await page.getByRole("button", { name: "Use template" }).click();
		await expect(page.getByText("Another text is kept: “Gladly, on Monday.”")).toBeVisible();
		await expect(text(page)).not.toHaveValue("Gladly, on Monday.");
		await expect(note(page)).toHaveValue("Half a note");
		await page.getByRole("button", { name: "Load it" }).click();
		await expect(text(page)).toHaveValue("Gladly, on Monday.");
	});

	await test.step("a chosen file is stored with it, and Preview forgets neither", async () => {
		await page.getByLabel("Files").setInputFiles(offer);
		await expect(page.getByRole("button", { name: "Remove offer.txt" })).toBeVisible();
		await page.getByRole("button", { name: "Preview" }).click();
		await expect(page.getByRole("status").filter({ hasText: "Subject" })).toContainText("offer.txt");
		await page.reload();
		await expect(page.getByRole("button", { name: "Remove offer.txt" })).toBeVisible();
		await expect(text(page)).toHaveValue("Gladly, on Monday.");
	});

	await test.step("sending ends it, and undoing that gives it back", async () => {
		await text(page).focus();
		await page.keyboard.press("ControlOrMeta+Enter");
		await expect(page.getByRole("status").first()).toContainText("Sending in ten seconds");
		await expect(text(page)).not.toHaveValue("Gladly, on Monday.");
		await page.getByRole("button", { name: "Undo send" }).first().click();
		await expect(text(page)).toHaveValue("Gladly, on Monday.");
		await expect(page.getByRole("button", { name: "Remove offer.txt" })).toBeVisible();
		await page.getByRole("tabpanel", { name: "Reply" }).getByRole("button", { name: "Discard draft" }).click();
		await expect(text(page)).not.toHaveValue("Gladly, on Monday.");
		await expect(note(page)).toHaveValue("Half a note");
	});
});

test(
	"of two tabs the last to type wins, and neither text is lost",
	{ tag: "@all" },
	async ({ page, office, request, signIn }) => {
		const reference = await enquire(request);
		await signIn(["sales"]);
		const path = `${office.deskUrl}/enquiries/${reference}`;
		const second = await page.context().newPage();
		for (const tab of [page, second]) {
			// One tab listens for both.
			const listens = tab.context().waitForEvent("response", (response) => response.url().includes("/live?"));
			await tab.goto(path);
			await listens;
		}
		await text(page).fill("From the first tab");
		await expect(saved(page, "Reply")).toBeVisible();
		await expect(second.getByText("Draft changed in another tab.")).toBeVisible();
		await text(second).fill("From the second tab");
		await expect(second.getByText("Another text is kept: “From the first tab”")).toBeVisible();
		await expect(page.getByText("Draft changed in another tab.")).toBeVisible();
		await expect(text(page)).toHaveValue("From the first tab");
		await page.getByText("Draft changed in another tab.").getByRole("button", { name: "Load it" }).click();
		await expect(text(page)).toHaveValue("From the second tab");
		await page.getByRole("button", { name: "Load it" }).click();
		await expect(text(page)).toHaveValue("From the first tab");
	},
);

test(
	"a text that is saved after its page was opened again stands there, and no other tab is blamed",
	{ tag: "@all" },
	async ({ page, office, request, signIn }) => {
		const path = `${office.deskUrl}/enquiries/${await enquire(request)}`;
		await signIn(["sales"]);
		await page.goto(path);
		await untilHydrated(page);
		await text(page).fill("First words");
		await expect(saved(page, "Reply")).toBeVisible();
		await page.route("**/draft", (route) => route.fulfill({ json: {} }));
		await text(page).fill("First words, and more");
		const form = await page
			.getByRole("tabpanel", { name: "Reply" })
			.locator("form")
			.evaluate((element: HTMLFormElement) =>
				Object.fromEntries([...new FormData(element)].filter(([, value]) => typeof value === "string")),
			);
		const listens = page.waitForEvent("response", (response) => response.url().includes("/live?"));
		await page.reload();
		await listens;
		await expect(text(page)).toHaveValue("First words");
		const headers = { "sec-fetch-site": "same-origin" };
		await page.request.post(`${path}/draft`, { form: form as Record<string, string>, headers });
		await expect(text(page)).toHaveValue("First words, and more");
		await expect(page.getByText("Draft changed in another tab.")).toHaveCount(0);
	},
);

test("a draft goes on where its words end, before the signature", async ({ page, office, request, signIn }) => {
	await signIn(["sales"]);
	await page.goto(`${office.deskUrl}/enquiries/${await enquire(request)}`);
	await untilHydrated(page);
	await page.keyboard.press("r");
	await page.keyboard.type("Gladly.");
	await expect(text(page)).toHaveValue(/^Hello Asha,\n\nGladly\.\n\n\S/);
	await expect(saved(page, "Reply")).toBeVisible();
	await page.reload();
	await untilHydrated(page);
	await page.keyboard.press("r");
	await page.keyboard.type(" On Monday.");
	await expect(text(page)).toHaveValue(/^Hello Asha,\n\nGladly\. On Monday\.\n\n\S/);
});

test.describe("without a connection", () => {
	test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

	test(
		"no link, form or choice takes the place of a reply that is being written, and each works again afterwards",
		{ tag: "@all" },
		async ({ page, office, request, signIn }) => {
			const reference = await enquire(request);
			await signIn(["sales"]);
			await page.goto(`${office.deskUrl}/enquiries/${reference}`);
			await untilHydrated(page);
			const told = page.getByRole("status").filter({ hasText: "You are offline." });
			const stage = page.getByLabel("Stage", { exact: true });
			await page.context().setOffline(true);
			await text(page).fill("Gladly, from the train.");
			await page.getByRole("link", { name: "Analytics" }).first().click();
			await expect(told).toBeVisible();
			await page.getByRole("button", { name: "Send", exact: true }).click();
			await stage.selectOption({ index: 1 });
			await expect(text(page)).toHaveValue("Gladly, from the train.");

			await page.context().setOffline(false);
			await expect(told).toHaveCount(0);
			await expect(page.getByRole("status").getByRole("button", { name: "Undo" })).toBeVisible();
			await expect(stage.locator("option").nth(1)).toHaveJSProperty("selected", true);
			await expect(text(page)).toHaveValue("Gladly, from the train.");
			await page.getByRole("button", { name: "Send", exact: true }).click();
			await expect(page.getByRole("region", { name: "Activity" })).toContainText("Gladly, from the train.");
		},
	);
});
