import { services } from "./company.ts";
import { expect } from "./fixtures.ts";
import { isSaved, tabTo, test } from "./studio-office.ts";

// Each continues from what the previous one has published.
test.describe.configure({ mode: "serial" });

const [service, otherService] = services;
if (!service || !otherService) throw new Error("The company has fewer than two services");
const path = `services/${service.slug}.yml`;

test("a word of a service is changed by keyboard on a phone, previewed, published, and is on the site", async ({
	arrive,
	office,
	request,
}) => {
	const { page } = await arrive("Asha", { viewport: { width: 360, height: 780 } });
	await page.goto(`${office.deskUrl}/studio?q=${encodeURIComponent(service.title)}`);
	await tabTo(page, page.getByRole("link", { name: service.title, exact: true }));
	await page.keyboard.press("Enter");
	const tagline = page.getByLabel("Tagline");
	await expect(tagline).toHaveValue(service.header.tagline);
	await tabTo(page, tagline);
	expect(await tagline.evaluate((field) => field.getBoundingClientRect().bottom < innerHeight - 60)).toBe(true);
	await page.keyboard.press("End");
	await page.keyboard.type(" indeed");
	await isSaved(page);

	await page.keyboard.press("Control+Home");
	const preview = page.getByRole("button", { name: "Preview", exact: true });
	await preview.focus();
	await page.keyboard.press("Enter");
	const frame = page.frameLocator(".studio-frame iframe:not([data-coming])");
	await expect(frame.getByRole("heading", { level: 1 })).toContainText("indeed");
	await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");

	await tabTo(page, page.getByRole("button", { name: "Publish…" }));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Publish");
	await expect(page.locator(".studio-changed summary")).toContainText([`/case-study/${service.slug}`]);
	await tabTo(page, page.getByRole("button", { name: "Publish draft" }));
	await page.keyboard.press("Enter");
	await expect(page.getByText(/Published as release \d+\./)).toBeVisible();
	await expect(async () => {
		expect(await (await request.get(`${office.url}/case-study/${service.slug}`)).text()).toContain(
			`${service.header.tagline} indeed`.replaceAll("'", "&#x27;"),
		);
	}).toPass();
});

test(
	"entries are moved by key with the focus on them, by mouse, added, and removed",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const { page } = await arrive("Asha", { viewport: { width: 1440, height: 900 } });
		await page.goto(`${office.deskUrl}/studio/documents/faq.yml`);
		const entries = page.locator("[data-entries=fields] > ol > li");
		const titles = async () =>
			(await entries.locator("> details > summary").allInnerTexts()).map((title) =>
				title.replace(/^Question \d+:\s*/, ""),
			);
		const before = await titles();
		const down = page.getByRole("button", { name: new RegExp(`^Move down: Question 1,`) });
		await down.press("Enter");
		await expect(async () => expect(await titles()).toEqual([before[1], before[0], ...before.slice(2)])).toPass();
		await expect(page.getByRole("button", { name: /^Move down: Question 2,/ })).toBeFocused();
		await expect(page.getByText("Question moved to 2 of 6.")).toBeAttached();
		await isSaved(page);

		await expect(async () => {
			await entries.nth(2).locator(".studio-grip").dragTo(entries.nth(0).locator(".studio-grip"), { timeout: 3_000 });
			expect((await titles())[0]).toBe(before[2]);
		}).toPass();
		await isSaved(page);
		await page.reload();
		expect(await titles()).toEqual([before[2], before[1], before[0], ...before.slice(3)]);

		await page.getByRole("button", { name: /^Remove Question 1,/ }).press("Enter");
		await page.getByRole("button", { name: "Add question" }).press("Enter");
		await page.keyboard.type("Who weaves?");
		await expect(entries.nth(5).locator("> details > summary")).toContainText("Who weaves?");
		// An answer is missing, which its field says.
		await expect(page.getByRole("heading", { name: "Fix 1 error" })).toBeVisible();
		await page.getByRole("region", { name: "Fix 1 error" }).getByRole("link").click();
		await expect(entries.nth(5).getByLabel("Answer")).toBeFocused();
		await expect(entries.nth(5).getByLabel("Answer")).toHaveAttribute("aria-invalid", "true");

		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
		expect(await titles()).toEqual(before);
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await expect(page.getByText("Draft restored.")).toBeVisible();
		await expect(entries.nth(5).locator("> details > summary")).toContainText("Who weaves?");

		await page.getByRole("button", { name: "Discard draft" }).click();
		await expect(page.getByText("Draft discarded.")).toBeVisible();
		// Nothing is wrong with it, so it is closed.
		await entries.nth(5).locator("> details > summary").click();
		await entries.nth(5).getByLabel("Question", { exact: true }).fill("Who spins?");
		await isSaved(page);
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await expect(page.getByText("Not restored: you have started a new draft since.")).toBeVisible();
		await page.getByRole("button", { name: "Replace it with the discarded draft" }).click();
		await expect(page.getByText("Draft restored.")).toBeVisible();
		await expect(entries.nth(5).locator("> details > summary")).toContainText("Who weaves?");
		await page.getByRole("button", { name: "Discard draft" }).click();
	},
);

test(
	"without scripts a list is ordered and a text changed, and all that was typed stays",
	{ tag: "@all" },
	async ({ arrive, office, request }) => {
		const { page } = await arrive("Asha", { javaScriptEnabled: false });
		const other = `services/${otherService.slug}.yml`;
		await page.goto(`${office.deskUrl}/studio/documents/${other}`);
		await page.getByLabel("Tagline").fill("A line without scripts");
		const first = otherService.tab.bullets[0] ?? "";
		await page.getByRole("button", { name: "Move down: Point 1", exact: true }).click();
		await expect(page.getByLabel("Tagline")).toHaveValue("A line without scripts");
		await expect(page.getByLabel("Point 2", { exact: true })).toHaveValue(first);
		await page.getByLabel("Tagline").fill("A second line without scripts");
		await page.getByRole("button", { name: "Save draft" }).last().click();
		await expect(page.getByText("Draft saved.")).toBeVisible();
		await page.getByRole("button", { name: "Publish…" }).click();
		await page.getByRole("button", { name: "Publish draft" }).click();
		await expect(page.getByText("Published as release")).toBeVisible();
		await expect(async () => {
			expect(await (await request.get(`${office.url}/case-study/${otherService.slug}`)).text()).toContain(
				"A second line without scripts",
			);
		}).toPass();
	},
);

test(
	"two editors of one document see each other, and a conflicting save shows both texts",
	{ tag: "@all" },
	async ({ arrive, office }) => {
		const asha = await arrive("Asha");
		const ravi = await arrive("Ravi");
		for (const { page } of [asha, ravi]) {
			const listens = page.waitForResponse("**/live?*");
			await page.goto(`${office.deskUrl}/studio/documents/${path}`);
			await listens;
		}
		await asha.page.getByLabel("Tagline").fill("What Asha wrote");
		await isSaved(asha.page);
		await expect(ravi.page.getByText(`${asha.name} is editing this`)).toBeVisible();

		await ravi.page.getByLabel("Tagline").fill("What Ravi wrote");
		const notice = ravi.page.getByRole("alert");
		await expect(notice).toContainText(`${asha.name} saved a newer draft`);
		await expect(notice.locator("del")).toContainText(["Ravi"]);
		await expect(notice.locator("ins")).toContainText(["Asha"]);
		await expect(ravi.page.getByLabel("Tagline")).toHaveValue("What Ravi wrote");
		await notice.getByRole("button", { name: "Overwrite with mine" }).click();
		await isSaved(ravi.page);
		await expect(asha.page.getByText(`${ravi.name} is editing this`)).toBeVisible();

		await asha.page.goto(`${office.deskUrl}/studio`);
		await asha.page.goto(`${office.deskUrl}/studio/documents/${path}`);
		await expect(asha.page.getByLabel("Tagline")).toHaveValue("What Ravi wrote");
		await asha.page.getByRole("button", { name: "Discard draft" }).click();
		await expect(asha.page.getByText("Draft discarded.")).toBeVisible();
	},
);

test("an earlier revision is published again with one click", { tag: "@all" }, async ({ arrive, office, request }) => {
	const { page } = await arrive("Asha");
	await page.goto(`${office.deskUrl}/studio/documents/${path}`);
	await page.getByLabel("Tagline").fill("A line to be taken back");
	await isSaved(page);
	await page.getByRole("button", { name: "Publish…" }).click();
	await page.getByRole("button", { name: "Publish draft" }).click();
	await expect(page.getByText("Published as release")).toBeVisible();

	await page.goto(`${office.deskUrl}/studio/history/${path}`);
	await page.getByText("Changes").first().click();
	await expect(page.locator(".studio-differences").first()).toContainText("taken back");
	await page
		.getByRole("button", { name: /^Restore/ })
		.first()
		.click();
	await expect(page.getByText("Restored and published.")).toBeVisible();
	await expect(async () => {
		const text = await (await request.get(`${office.url}/case-study/${service.slug}`)).text();
		expect(text).toContain(`${service.header.tagline} indeed`.replaceAll("'", "&#x27;"));
		expect(text).not.toContain("taken back");
	}).toPass();
});
