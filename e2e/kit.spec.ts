import { expect, test, type Page } from "@playwright/test";
import { serveKit, type KitServer } from "../scripts/serve-kit.ts";
import { findAccessibilityFaults } from "./accessibility.ts";

// In one worker, which starts one server.
test.describe.configure({ mode: "default" });

let kit: KitServer;
let deskKit: KitServer;
let faults: string[];

test.beforeAll(async () => {
	kit = await serveKit({ folder: "ui", port: 0 });
	deskKit = await serveKit({ folder: "desk", port: 0 });
});
test.afterAll(() => Promise.all([kit.stop(), deskKit.stop()]));

test.beforeEach(({ context }) => {
	faults = [];
	context.on("console", (message) => {
		if (message.type() === "error") faults.push(message.text());
	});
	context.on("weberror", (error) => faults.push(error.error().message));
});
test.afterEach(() => expect(faults, "what the kit's pages reported").toEqual([]));

async function open(page: Page, address = "", { url } = kit): Promise<void> {
	await page.goto(url + address);
	await page.locator("[data-ready]").waitFor();
}

/** Sets the window's width to that of a phone, then of a desktop, and tests what is open in each. */
async function expectAccessibleAndFitting(page: Page, what: string, parts: (string | undefined)[]): Promise<void> {
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		for (const part of parts)
			expect(await findAccessibilityFaults(page, { part }), `${what} at ${width} px`).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
	}
}

test.describe("at 360 and 1280 pixels", () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });

	test("every component in every state is accessible and fits", { tag: "@all" }, async ({ page }) => {
		await open(page);
		for (const section of await page.locator("main > section").all()) await section.scrollIntoViewIfNeeded();
		// They hydrate when visible, all except the one in a hidden panel.
		const carousels = page.locator(".carousel-viewport");
		for (const carousel of await carousels.all()) await carousel.scrollIntoViewIfNeeded();
		await expect(page.locator(".carousel-viewport[data-live]")).toHaveCount((await carousels.count()) - 1);
		await expectAccessibleAndFitting(page, "the page", ["nav", "main"]);
	});

	async function listOverlays(page: Page): Promise<string[]> {
		const addresses = await page
			.locator("iframe")
			.evaluateAll((all) => all.map((one) => one.getAttribute("src") ?? ""));
		expect(addresses.length).toBeGreaterThan(0);
		return addresses;
	}

	test("overlays are accessible and fit", { tag: "@all" }, async ({ page }) => {
		await open(page);
		for (const address of await listOverlays(page)) {
			await open(page, address);
			await page.locator("dialog[open], :popover-open").waitFor();
			await expectAccessibleAndFitting(page, address, [undefined]);
		}
	});

	for (const colorScheme of ["light", "dark"] as const)
		test(
			`the desk's components are accessible and fit in every state, ${colorScheme}`,
			{
				tag: "@all",
			},
			async ({ page }) => {
				await page.emulateMedia({ colorScheme });
				await open(page, "", deskKit);
				await expectAccessibleAndFitting(page, "the page", ["nav", "main"]);
				for (const address of await listOverlays(page)) {
					await open(page, address, deskKit);
					await expectAccessibleAndFitting(page, address, [undefined]);
				}
			},
		);
});

test("pointer and focus states are shown without either", async ({ page }) => {
	await open(page);
	const readStyles = () =>
		page.locator("#button ~ div button").evaluateAll((buttons) =>
			buttons.slice(0, 3).map((button) => {
				const { backgroundColor, outlineStyle } = getComputedStyle(button);
				return { backgroundColor, outlineStyle };
			}),
		);
	// The kit's script forces the states, and colours fade.
	await expect(async () => {
		const [rest, hover, focus] = await readStyles();
		expect(rest).toMatchObject({ backgroundColor: expect.stringMatching(/^rgb\(/), outlineStyle: "none" });
		expect(hover?.backgroundColor).not.toBe(rest?.backgroundColor);
		expect(focus).toEqual({ ...rest, outlineStyle: "solid" });
	}).toPass();
});
