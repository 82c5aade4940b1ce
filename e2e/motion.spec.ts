import { enter, expect, test, type Page } from "./fixtures.ts";

const secondPart = (page: Page) => page.locator("main section > .container-page").nth(1);

/** Scrolls until this share of an element is visible from below. */
async function showShare(page: Page, share: number): Promise<void> {
	await secondPart(page).evaluate((part, wanted) => {
		const { top, height } = part.getBoundingClientRect();
		window.scrollBy({ top: top + height * wanted - window.innerHeight, behavior: "instant" });
	}, share);
}

/** Waits until every existing observer of the element has been called. */
async function waitForObservers(page: Page): Promise<void> {
	await secondPart(page).evaluate(
		(part) => new Promise<void>((resolve) => new IntersectionObserver(() => resolve()).observe(part)),
	);
}

test("the hero moves for 2 s, and menus for 200 ms", async ({ page }) => {
	await enter(page, "/");
	const durationOf = (selector: string) =>
		page
			.locator(selector)
			.first()
			.evaluate((element) => getComputedStyle(element).animationDuration);
	expect(await durationOf(".hero-picture")).toBe("2s");
	expect(await durationOf(".menu-panel")).toBe("0.2s");
});

test("a part below the first screen rises by 12 px into its place when a fifth of it is in view", async ({ page }) => {
	await enter(page, "/");
	await expect(secondPart(page)).toHaveCSS("translate", "0px 12px");
	await showShare(page, 0.15);
	await waitForObservers(page);
	await expect(secondPart(page)).toHaveCSS("translate", "0px 12px");
	await showShare(page, 0.25);
	await expect(secondPart(page)).toHaveCSS("translate", "none");
});

test.describe("with less motion", () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });

	test("hero and parts are in their places", async ({ page }) => {
		await enter(page, "/");
		await expect(secondPart(page)).toHaveCSS("translate", "none");
		await expect(page.locator(".hero-picture")).toHaveCSS("animation-name", "none");
	});
});
