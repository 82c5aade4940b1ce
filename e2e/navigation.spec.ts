import { createPdf } from "../tests/support/documents.ts";
import {
	accentText,
	careers,
	home as homePage,
	jobs as openJobs,
	menus,
	pageTitles,
	portfolioCategories,
	projects,
	services,
	tabs,
} from "./company.ts";
import { endOverlay, enter, expect, test, type Page } from "./fixtures.ts";

const titles = services.map(({ menuTitle }) => menuTitle);
const middleService = services[3] as (typeof services)[number];
const lastService = services.at(-1) as (typeof services)[number];
/** A tab of the home page other than the first. */
const tab = tabs[2] as (typeof tabs)[number];
const category = portfolioCategories.find(({ count }) => count > 0) as (typeof portfolioCategories)[number];
const team = careers.departments[0]?.teams[1]?.name as string;
const phone = { width: 360, height: 740 };

const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const servicesMenu = (page: Page) =>
	bar(page).locator("details", { hasText: "Services" }).filter({ visible: true }).last();
const serviceLinks = (page: Page) => servicesMenu(page).getByRole("link");
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

/** Scrolls at once, and waits until the page has noticed. */
async function scrollTo(page: Page, y: number): Promise<void> {
	await page.evaluate((top) => {
		window.scrollTo({ top, behavior: "instant" });
		return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
	}, y);
}

test.describe("on a desktop", () => {
	test("the bar leads home, to the portfolio, to the blog and to the contact page", async ({ page }) => {
		await enter(page, "/");
		await expect(bar(page).getByRole("link", { name: "home page" })).toHaveAttribute("href", "/");
		for (const [name, href] of [
			["Home", "/"],
			["Portfolio", "/portfolio"],
			["Blog", "/blog"],
			["Let's Talk", "/contactUs"],
		] as const) {
			await expect(bar(page).getByRole("link", { name, exact: true }).filter({ visible: true })).toHaveAttribute(
				"href",
				href,
			);
		}
	});

	test("the bar stays on top while the page scrolls, above a space of 64 px", async ({ page }) => {
		await enter(page, "/");
		const header = page.getByRole("banner");
		expect(await header.evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
		expect((await header.boundingBox())?.height).toBe(64);
		expect((await page.getByRole("main").boundingBox())?.y).toBe(64);
	});

	test("its shadow gets stronger only after scrolling more than 100 px", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		const shadow = () =>
			page
				.getByRole("banner")
				.evaluate((element) => getComputedStyle(element).boxShadow.replaceAll(/rgba\(0, 0, 0, 0\)[^,]*(?:, )?/g, ""));
		const atTop = await shadow();
		await scrollTo(page, 100);
		expect(await shadow()).toBe(atTop);
		await scrollTo(page, 101);
		await expect.poll(shadow).toMatch(/24px/);
		await scrollTo(page, 0);
		await expect.poll(shadow).toBe(atTop);
	});

	test(
		"the link of the current page is highlighted in the accent colour, and only that",
		{ tag: "@any-company" },
		async ({ page }) => {
			await enter(page, "/contactUs");
			const home = bar(page).getByRole("link", { name: "Home", exact: true }).filter({ visible: true });
			await expect(home).not.toHaveAttribute("aria-current");
			await expect(home).not.toHaveCSS("color", accentText);
			await enter(page, "/");
			await expect(home).toHaveAttribute("aria-current", "page");
			await expect(home).toHaveCSS("color", accentText);
		},
	);

	for (const [path, name] of [
		["/home", "Home"],
		[`/portfolio/${projects[0]?.slug}`, "Portfolio"],
		["/contactUs", "Let's Talk"],
	] as const) {
		test(`${path} has ${name} highlighted, and nothing else`, { tag: "@all" }, async ({ page }) => {
			await enter(page, path);
			const current = bar(page).locator("[aria-current=page]").filter({ visible: true });
			await expect(current).toHaveText(name);
			await expect(current).toHaveCSS("color", accentText);
		});
	}

	test(
		"the services open under the pointer in their order and close when it leaves",
		{ tag: "@any-company" },
		async ({ page }) => {
			await enter(page, "/");
			await expect(serviceLinks(page).first()).toBeHidden();
			await bar(page).getByText("Services", { exact: true }).filter({ visible: true }).hover();
			await expect(serviceLinks(page)).toHaveText(titles);
			await expect(serviceLinks(page).last()).toBeVisible();
			await page.mouse.move(640, 790);
			await expect(serviceLinks(page).first()).toBeHidden();
		},
	);

	test(
		"the services stay open while a pointer goes slowly down to them, and the arrow points up meanwhile",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, "/");
			const arrow = servicesMenu(page).locator("> summary > svg");
			await expect(arrow).toHaveCSS("rotate", "none");
			await bar(page).getByText("Services", { exact: true }).filter({ visible: true }).hover();
			const target = await serviceLinks(page).first().boundingBox();
			const word = await servicesMenu(page).locator("> summary").boundingBox();
			if (!target || !word) throw new Error("The menu is not open");
			for (let y = word.y; y < target.y + 20; y += 3) await page.mouse.move(word.x + word.width / 2, y);
			await expect(serviceLinks(page).first()).toBeVisible();
			await expect(arrow).toHaveCSS("rotate", "180deg");
		},
	);

	test(
		"choosing a service closes the menu and opens its page at the top",
		{ tag: "@any-company" },
		async ({ page }) => {
			await enter(page, "/");
			await page.evaluate(() => window.scrollTo({ top: 600, behavior: "instant" }));
			await bar(page).getByText("Services", { exact: true }).filter({ visible: true }).hover();
			await serviceLinks(page).filter({ hasText: middleService.menuTitle }).click();
			await expect(page).toHaveURL(`/case-study/${middleService.slug}`);
			await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
			await expect(serviceLinks(page).first()).toBeHidden();
			await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
		},
	);

	test(
		"the services can be opened, walked through and closed by keyboard",
		{ tag: ["@any-company", "@all"] },
		async ({ page }) => {
			await enter(page, "/");
			const summary = servicesMenu(page).locator("> summary");
			await summary.focus();
			await page.keyboard.press("Enter");
			await expect(serviceLinks(page).first()).toBeVisible();
			await page.keyboard.press("Tab");
			await expect(serviceLinks(page).first()).toBeFocused();
			for (let index = 1; index < services.length; index++) await page.keyboard.press("Tab");
			await expect(serviceLinks(page).last()).toBeFocused();
			await page.keyboard.press("Escape");
			await expect(serviceLinks(page).first()).toBeHidden();
			await expect(summary).toBeFocused();
			await page.keyboard.press("Enter");
			await serviceLinks(page).last().focus();
			await page.keyboard.press("Tab");
			await expect(bar(page).getByRole("link", { name: "Portfolio" }).filter({ visible: true })).toBeFocused();
			// Blog, the company's own entries, Let's Talk, and the page.
			for (let index = 0; index < menus.header.length + 3; index++) await page.keyboard.press("Tab");
			await expect(page.getByRole("main").locator(":focus")).toBeVisible();
			await expect(serviceLinks(page).first()).toBeHidden();
		},
	);

	test("Escape closes the services however soon it comes after they were opened", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		// In one step: without scripts, the page learns later what was opened.
		await servicesMenu(page)
			.locator("> summary")
			.evaluate((summary) => {
				(summary as HTMLElement).click();
				document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
			});
		await expect(serviceLinks(page).first()).toBeHidden();
		await expect(servicesMenu(page).locator("> summary")).toBeFocused();
	});

	test("a click outside closes the services", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		const summary = servicesMenu(page).locator("> summary");
		await summary.focus();
		await page.keyboard.press("Enter");
		await expect(serviceLinks(page).first()).toBeVisible();
		await page.mouse.click(640, 700);
		await expect(serviceLinks(page).first()).toBeHidden();
	});

	test("the first Tab reaches a link that skips the bar", async ({ page }) => {
		await enter(page, "/");
		await page.keyboard.press("Tab");
		await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
		await page.keyboard.press("Enter");
		await expect(page).toHaveURL("/#content");
	});

	test.describe("when the next page's data cannot be fetched", () => {
		test.use({ expectedErrors: /Failed to load resource|Failed to fetch/ });

		test(
			"the error page and the page after it have their styles, and we are notified",
			{ tag: "@all" },
			async ({ page }) => {
				await enter(page, "/faq");
				const readStyles = () => page.locator("head > style:not([id])").allTextContents();
				const styles = await readStyles();
				await page.route("**/portfolio.data*", (route) => route.abort());
				const report = page.waitForRequest("/failures");
				await bar(page).getByRole("link", { name: "Portfolio" }).click();
				await expect(page.getByRole("heading", { level: 1, name: "Oops! Something went wrong" })).toBeVisible();
				expect(await readStyles()).toEqual(styles);
				// The page says that our team has been notified.
				expect((await (await report).response())?.status()).toBe(204);
				await page.getByRole("link", { name: "Back to Home" }).click();
				await expect(page.getByRole("heading", { level: 1 })).toHaveText(homePage.hero.title);
			},
		);

		test("the error page is entered at its top, with the focus at its beginning", { tag: "@all" }, async ({ page }) => {
			await enter(page, "/career?q=");
			await page.route("**/career/jobs/*.data*", (route) => route.fulfill({ status: 404 }));
			await page
				.getByRole("region", { name: "Jobs" })
				.getByRole("heading", { level: 2 })
				.getByRole("link")
				.last()
				.click();
			await expect(page.getByRole("heading", { level: 1, name: "Oops! Something went wrong" })).toBeVisible();
			await expect(page.getByRole("main")).toBeFocused();
			expect(await scrolled(page)).toBe(0);
		});
	});

	test.describe("when the connection is lost", () => {
		test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

		test("the steps of an application go forward and back, and keep typed text", async ({ page, context }) => {
			await enter(page, `/career/apply/${openJobs[0]?.slug}`);
			for (const [label, value] of [
				["Full Name", "Asha Rao"],
				["Email", "asha@visitor.example"],
				["Phone Number", "+91 98100 00000"],
				["City", "Gwalior"],
			] as const)
				await page.getByRole("textbox", { name: label }).fill(value);
			await page
				.getByLabel("Resume")
				.setInputFiles({ name: "asha-rao.pdf", mimeType: "application/pdf", buffer: createPdf() });
			await context.setOffline(true);
			await page.getByRole("button", { name: "Next" }).click();
			await expect(page.getByRole("heading", { level: 2, name: "Role Information" })).toBeFocused();
			await page.getByRole("button", { name: "Previous" }).click();
			await expect(page.getByRole("textbox", { name: "Full Name" })).toHaveValue("Asha Rao");
			await expect(page.getByText("asha-rao.pdf")).toBeVisible();
			await context.setOffline(false);
		});

		test("a search for jobs reports that the list cannot be loaded", { tag: "@all" }, async ({ page, context }) => {
			await enter(page, "/career");
			await context.setOffline(true);
			await page.getByRole("button", { name: "Search jobs" }).click();
			await expect(page.getByText("Failed to load job listings. Please try again later.")).toBeVisible();
			await context.setOffline(false);
		});

		test(
			"the portfolio's filters go on choosing, and Back takes a choice back",
			{ tag: "@all" },
			async ({ page, context }) => {
				await enter(page, "/portfolio");
				await context.setOffline(true);
				const filter = page
					.getByRole("navigation", { name: "Project categories" })
					.getByRole("link", { name: category.name });
				await filter.click();
				await expect(filter).toHaveAttribute("aria-current", "true");
				await page.goBack();
				await expect(page).toHaveURL("/portfolio");
				await expect(filter).not.toHaveAttribute("aria-current");
				await context.setOffline(false);
			},
		);
	});

	test("the data of the next page come in one request, as they were built", async ({ page }) => {
		await enter(page, "/");
		const requests: string[] = [];
		page.on("request", (request) => {
			const { pathname, search } = new URL(request.url());
			if (pathname.endsWith(".data")) requests.push(pathname + search);
		});
		await bar(page).getByRole("link", { name: "Portfolio" }).click();
		await expect(page).toHaveTitle(new RegExp(pageTitles["/portfolio"] as string));
		await bar(page).getByRole("link", { name: "Blog" }).click();
		await expect(page).toHaveTitle(new RegExp(pageTitles["/blog"] as string));
		expect(requests).toEqual(["/portfolio.data", "/blog.data"]);
	});

	test.describe("Back and Forward return to where each page was left", () => {
		test(
			"from a short page to a long one, whose data take their time",
			{ tag: ["@any-company", "@all"] },
			async ({ page }) => {
				await enter(page, "/career?q=");
				const jobs = Promise.withResolvers<void>();
				await page.route("**/api/jobs", async (route) => {
					await jobs.promise;
					await route.continue();
				});
				const job = page
					.getByRole("region", { name: "Jobs" })
					.getByRole("heading", { level: 2 })
					.getByRole("link")
					.last();
				await job.scrollIntoViewIfNeeded();
				const left = await scrolled(page);
				expect(left).toBeGreaterThan(1_000);
				await job.click();
				await expect(page).toHaveURL(/\/career\/jobs\//);
				await expect.poll(() => scrolled(page)).toBe(0);
				await scrollTo(page, 100);
				const asked = page.waitForRequest("**/api/jobs");
				await page.goBack();
				await asked;
				jobs.resolve();
				await expect(page.getByRole("region", { name: "Jobs" })).toBeVisible();
				await expect.poll(() => scrolled(page)).toBe(left);
				await expect(page.getByRole("main")).toBeFocused();
				await page.goForward();
				await expect(page.getByRole("link", { name: "Apply now", exact: true })).toBeVisible();
				await expect.poll(() => scrolled(page)).toBe(100);
			},
		);

		test("although the address points at a part of the page", { tag: "@all" }, async ({ page }) => {
			await enter(page, "/");
			await page.getByRole("tab", { name: tab.label, exact: true }).click();
			await expect(page).toHaveURL(`/#${tab.slug}`);
			const post = page.getByRole("region", { name: "Insights & Innovations" }).getByRole("link").first();
			// A click may scroll first, so the page itself records where it was left.
			await post.evaluate((link) =>
				link.addEventListener("click", () => sessionStorage.setItem("left", String(window.scrollY))),
			);
			await post.click();
			await expect(page).toHaveURL(/\/blog\//);
			const left = Number(await page.evaluate(() => sessionStorage.getItem("left")));
			expect(left).toBeGreaterThan(2_000);
			await expect.poll(() => scrolled(page)).toBe(0);
			await page.goBack();
			await expect(page.getByRole("tabpanel")).toHaveAccessibleName(tab.label);
			await expect.poll(() => scrolled(page)).toBe(left);
		});

		test(
			"between the landing page of the careers and a search, which share a path",
			{ tag: "@all" },
			async ({ page }) => {
				await enter(page, "/career");
				await scrollTo(page, 900);
				await expect(page.getByRole("link", { name: new RegExp(`^${team}`) })).toBeInViewport();
				await page.getByRole("link", { name: new RegExp(`^${team}`) }).click();
				await expect(page.getByRole("region", { name: "Jobs" })).toBeVisible();
				await expect.poll(() => scrolled(page)).toBe(0);
				await page.goBack();
				await expect(page.getByRole("link", { name: new RegExp(`^${team}`) })).toBeVisible();
				await expect.poll(() => scrolled(page)).toBe(900);
			},
		);
	});

	test("a filter, a tab and more posts keep the scroll position", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/portfolio");
		await scrollTo(page, 200);
		await page
			.getByRole("navigation", { name: "Project categories" })
			.getByRole("link", { name: category.name })
			.click();
		await expect(page).toHaveURL(/category=/);
		expect(await scrolled(page)).toBe(200);
		await enter(page, "/blog");
		await scrollTo(page, 100);
		await page.getByRole("tab", { name: "Featured Blog" }).click();
		await expect(page).toHaveURL(/#featured-blog/);
		expect(await scrolled(page)).toBe(100);
	});

	test("every page is entered at its top", async ({ page }) => {
		await enter(page, "/");
		await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
		await page.getByRole("contentinfo").getByRole("link", { name: "Contact us" }).click();
		await expect(page).toHaveURL("/contactUs");
		await endOverlay(page);
		await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
	});
});

test.describe("on a phone", () => {
	test.use({ viewport: phone, hasTouch: true });

	const hamburger = (page: Page) => bar(page).locator("summary", { hasText: "Menu" });
	const panelLink = (page: Page, name: string) =>
		bar(page).getByRole("link", { name, exact: true }).filter({ visible: true });

	test("the hamburger opens a panel over the full width with the same links", async ({ page }) => {
		await enter(page, "/");
		await expect(panelLink(page, "Portfolio")).toHaveCount(0);
		await hamburger(page).tap();
		for (const [name, href] of [
			["Home", "/"],
			["Portfolio", "/portfolio"],
			["Blog", "/blog"],
			["Let's Talk", "/contactUs"],
		] as const) {
			await expect(panelLink(page, name)).toHaveAttribute("href", href);
		}
		const panel = hamburger(page).locator("xpath=following-sibling::div");
		expect(await panel.boundingBox()).toMatchObject({ x: 0, width: phone.width });
	});

	test("the panel's list of services opens and closes by tapping", { tag: "@any-company" }, async ({ page }) => {
		await enter(page, "/");
		await hamburger(page).tap();
		const summary = bar(page).locator("summary", { hasText: "Services" }).filter({ visible: true });
		await expect(panelLink(page, middleService.menuTitle)).toHaveCount(0);
		await summary.tap();
		await expect(summary.locator("xpath=following-sibling::*").getByRole("link")).toHaveText(titles);
		await expect(panelLink(page, middleService.menuTitle)).toBeVisible();
		await summary.tap();
		await expect(panelLink(page, middleService.menuTitle)).toHaveCount(0);
	});

	test("choosing a service in the panel closes it and opens the service's page", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await hamburger(page).tap();
		await bar(page).locator("summary", { hasText: "Services" }).filter({ visible: true }).tap();
		await panelLink(page, lastService.menuTitle).tap();
		await expect(page).toHaveURL(`/case-study/${lastService.slug}`);
		await expect(panelLink(page, "Portfolio")).toHaveCount(0);
	});

	test("a tap outside closes panel and services", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await hamburger(page).tap();
		await expect(panelLink(page, "Portfolio")).toBeVisible();
		await page.touchscreen.tap(phone.width / 2, phone.height - 20);
		await expect(panelLink(page, "Portfolio")).toHaveCount(0);
	});

	test(
		"Escape closes panel and services, and the focus returns to the hamburger",
		{ tag: "@all" },
		async ({ page }) => {
			await enter(page, "/");
			await hamburger(page).tap();
			await bar(page).locator("summary", { hasText: "Services" }).filter({ visible: true }).tap();
			await panelLink(page, middleService.menuTitle).focus();
			await page.keyboard.press("Escape");
			await expect(panelLink(page, middleService.menuTitle)).toHaveCount(0);
			await expect(hamburger(page)).toBeFocused();
		},
	);

	test("growing to 768 px closes panel and services", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await hamburger(page).tap();
		await bar(page).locator("summary", { hasText: "Services" }).filter({ visible: true }).tap();
		await page.setViewportSize({ width: 767, height: 900 });
		await expect(panelLink(page, "Portfolio")).toBeVisible();
		await page.setViewportSize({ width: 768, height: 900 });
		await expect(serviceLinks(page).first()).toBeHidden();
		await page.setViewportSize(phone);
		await expect(hamburger(page)).toBeVisible();
		await expect(panelLink(page, "Portfolio")).toHaveCount(0);
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("the services open and lead to their pages", { tag: "@any-company" }, async ({ page }) => {
		await page.goto("/");
		await bar(page).getByText("Services", { exact: true }).filter({ visible: true }).click();
		await expect(serviceLinks(page).first()).toBeVisible();
		await serviceLinks(page).first().click();
		await expect(page).toHaveURL(`/case-study/${services[0]?.slug}`);
	});
});
