import { portfolioCategories, portfolioPage, projects } from "./company.ts";
import { enter, expect, test, type Page } from "./fixtures.ts";

const filters = (page: Page) => page.getByRole("navigation", { name: "Project categories" });
const cards = (page: Page) => page.getByRole("main").getByRole("link", { name: /^View full case study/ });
/** The category with the most projects, and the last of them. */
const category = portfolioCategories.toSorted((a, b) => b.count - a.count)[0] as (typeof portfolioCategories)[number];
const project = projects.findLast((candidate) => candidate.category === category.name) as (typeof projects)[number];
const emptyCategories = portfolioCategories.filter(({ count }) => count === 0);
const screens = (page: Page) => page.getByRole("region", { name: `Screens of ${project.title}` });
const current = (page: Page) => screens(page).locator("button[aria-current=true]");

test(
	"a filter shows its projects, a project opens its case study, and Back keeps the filter",
	{ tag: "@any-company" },
	async ({ page }) => {
		await enter(page, "/portfolio");
		const total = await cards(page).count();
		await filters(page).getByRole("link", { name: category.name }).click();
		await expect(page).toHaveURL(`/portfolio?category=${category.slug}`);
		await expect(cards(page)).toHaveCount(category.count);
		await cards(page).last().click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Revamping ${project.title}`);
		await page.getByRole("link", { name: "Back to the portfolio" }).click();
		await expect(page).toHaveURL(`/portfolio?category=${category.slug}`);
		await expect(cards(page)).toHaveCount(category.count);
		await filters(page).getByRole("link", { name: "All", exact: true }).click();
		await expect(cards(page)).toHaveCount(total);
	},
);

test(
	"a category without projects says so, with its capabilities and a contact",
	{ tag: ["@any-company", "@all"] },
	async ({ page }) => {
		await enter(page, "/portfolio");
		for (const { name } of emptyCategories.slice(0, 3)) {
			await filters(page).getByRole("link", { name }).click();
			const placeholder = page.getByRole("region", { name: portfolioPage.launchingSoon.title });
			await expect(placeholder).toContainText(name);
			await expect(placeholder.getByRole("listitem")).toHaveCount(6);
			await expect(placeholder.getByRole("link", { name: "Let's Talk" })).toHaveAttribute("href", "/contactUs");
			await expect(cards(page)).toHaveCount(0);
		}
	},
);

test("a case study's screens advance after 3 s and loop", { tag: ["@any-company", "@all"] }, async ({ page }) => {
	await enter(page, `/portfolio/${project.slug}`);
	await expect(current(page)).toHaveAttribute("aria-label", /^Go to 2 of/);
	await screens(page).getByRole("button", { name: "Pause" }).click();
	const dots = screens(page).getByRole("button", { name: /^Go to/ });
	await dots.last().click();
	await screens(page).getByRole("button", { name: "Next" }).click();
	await expect(current(page)).toHaveAttribute("aria-label", /^Go to 1 of/);
});

test(
	"pain points and solutions are lists on a desktop and paragraphs on a phone",
	{ tag: "@all" },
	async ({ page }) => {
		await enter(page, `/portfolio/${project.slug}`);
		for (const [width, list, paragraph] of [
			[768, true, false],
			[767, false, true],
		] as const) {
			await page.setViewportSize({ width, height: 900 });
			for (const name of ["Pain points", "Solutions we provided"]) {
				const section = page.locator("section", { has: page.getByRole("heading", { level: 2, name }) });
				expect(await section.locator("ul").isVisible(), `${name} at ${width} px`).toBe(list);
				expect(await section.locator("h2 + p").isVisible(), `${name} at ${width} px`).toBe(paragraph);
			}
		}
	},
);

test.describe("with the system's colours", () => {
	test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

	test("the thumbnail of the shown screen is distinguishable", { tag: "@all" }, async ({ page }) => {
		await enter(page, `/portfolio/${project.slug}`);
		const thumbnail = page
			.getByRole("region", { name: `${project.title}, the final product` })
			.getByRole("button", { name: /^Go to/ });
		await page.getByRole("heading", { name: "Final product" }).scrollIntoViewIfNeeded();
		await thumbnail.nth(1).click();
		await expect(thumbnail.nth(1)).toHaveCSS("border-top-width", "4px");
		await expect(thumbnail.nth(0)).toHaveCSS("border-top-width", "2px");
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("the filters are links that work", async ({ page }) => {
		await page.goto("/portfolio");
		await filters(page).getByRole("link", { name: category.name }).click();
		await expect(page).toHaveURL(`/portfolio?category=${category.slug}`);
		await expect(cards(page)).toHaveCount(category.count);
	});
});
