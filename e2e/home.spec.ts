import { company, home, posts, tabs as services, testimonials } from "./company.ts";
import { enter, expect, test, type Locator, type Page } from "./fixtures.ts";

type Service = (typeof services)[number];

const tabNames = services.map(({ label }) => label);
const [first, second, third] = services as [Service, Service, Service];
const last = services.at(-1) as Service;
const onHome = testimonials.filter((testimonial) => testimonial.home).length;
const insightCards = posts.filter(({ insight }) => insight).length;
const { projectsMade, clientsServed, averageRating } = company.statistics;
const figuresAtEnd = [String(projectsMade), clientsServed, averageRating];

const tabs = (page: Page) => page.getByRole("tablist", { name: "Services" }).getByRole("tab");
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const panel = (page: Page) => page.getByRole("tabpanel");
const carousel = (page: Page, name: string) =>
	page.locator(`section[aria-roledescription=carousel][aria-label="${name}"]`);
const stories = (page: Page) => carousel(page, "Testimonials");
/** The slides that a visitor can reach; the others are inert. */
const shown = (region: Locator) => region.locator("li[aria-roledescription=slide]:not([inert])");

/** Waits until exactly these slides can be reached. */
async function expectShown(region: Locator, ...labels: string[]): Promise<void> {
	await expect
		.poll(() => shown(region).evaluateAll((slides) => slides.map((slide) => slide.ariaLabel)))
		.toEqual(labels);
}

/** Scrolls a carousel into view and waits until its code has been loaded. */
async function approach(region: Locator): Promise<void> {
	await region.scrollIntoViewIfNeeded();
	await expect(region.locator(".carousel-viewport[data-live]")).toBeAttached();
	await expect(region.locator("li[inert]")).not.toHaveCount(0);
}

/** Opens the home page with a clock that the test controls, starting when the page's scripts run. */
async function enterWithClock(page: Page): Promise<void> {
	await page.clock.install();
	await enter(page, "/");
}

/** From here on only `page.clock.runFor` moves time. The clock jumps a minute ahead, which a slow machine does not reach before. */
async function stopClock(page: Page): Promise<void> {
	await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/** Waits until React has finished its deferred work: its tasks are in the message queue before this one's. */
async function settle(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (let turn = 0; turn < 3; turn++)
			await new Promise((resolve) => {
				const { port1, port2 } = new MessageChannel();
				port1.addEventListener("message", resolve);
				port1.start();
				port2.postMessage(undefined);
			});
	});
}

/** Moves the pointer over a carousel's slides and away from it. */
async function crossSlides(region: Locator): Promise<void> {
	await region.locator(".carousel-viewport").hover();
	await region.page().mouse.move(0, 0);
}

test.describe("hero", () => {
	test("shows what the company does and links to the contact page", async ({ page }) => {
		await enter(page, "/");
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(home.hero.title);
		await expect(page.getByText(home.hero.subtitle)).toBeVisible();
		await page.getByRole("main").getByRole("link", { name: "Let's Talk" }).first().click();
		await expect(page).toHaveURL("/contactUs");
	});

	test("/home is the home page, with / as its address for search engines", async ({ page }) => {
		await enter(page, "/home");
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(home.hero.title);
		expect(new URL((await page.locator("link[rel=canonical]").getAttribute("href")) ?? "").pathname).toBe("/");
	});
});

test("the focus in the testimonials stays when they begin to move", { tag: "@all" }, async ({ page }) => {
	await enter(page, "/");
	const strip = stories(page).locator(".carousel-viewport");
	await strip.focus();
	await approach(stories(page));
	await expect(strip).toBeFocused();
});

test.describe("services in tabs", () => {
	test("are in order, the first one selected", { tag: "@any-company" }, async ({ page }) => {
		await enter(page, "/");
		await expect(tabs(page)).toHaveText(tabNames);
		await expect(tab(page, first.label)).toHaveAttribute("aria-selected", "true");
		await expect(panel(page)).toHaveAccessibleName(first.label);
		await expect(panel(page).getByRole("list").first().getByRole("listitem")).toHaveCount(6);
	});

	test("switch by a click, fading for 200 ms", async ({ page }) => {
		await page.clock.install({ time: 0 });
		await enter(page, "/");
		await page.clock.pauseAt(60_000);
		const fade = page.locator(".tabs[data-fading]");
		await tab(page, third.label).click();
		await expect(tab(page, third.label)).toHaveAttribute("aria-selected", "true");
		await page.clock.runFor(190);
		await expect(fade).toHaveCount(1);
		await expect(panel(page)).toHaveAccessibleName(first.label);
		await page.clock.runFor(20);
		await expect(fade).toHaveCount(0);
		await expect(panel(page)).toHaveAccessibleName(third.label);
		await expect(page).toHaveURL(`/#${third.slug}`);
	});

	test("switch by arrow keys, Home and End", { tag: ["@any-company", "@all"] }, async ({ page }) => {
		await enter(page, "/");
		await tab(page, first.label).focus();
		for (const [key, name] of [
			["ArrowRight", second.label],
			["End", last.label],
			["ArrowRight", first.label],
			["ArrowLeft", last.label],
			["Home", first.label],
		] as const) {
			await page.keyboard.press(key);
			await expect(tab(page, name)).toBeFocused();
			await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
			await expect(panel(page)).toHaveAccessibleName(name);
		}
		await page.keyboard.press("Tab");
		await expect(panel(page)).toBeFocused();
	});

	test("leave keys with a modifier to the browser", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await tab(page, second.label).click();
		await page.evaluate(() => {
			document.body.addEventListener("keydown", (event) => (document.title = String(event.defaultPrevented)));
		});
		for (const keys of ["Alt+ArrowLeft", "Control+Home", "Meta+ArrowRight"]) {
			await tab(page, second.label).dispatchEvent("keydown", {
				key: keys.split("+")[1],
				altKey: keys.startsWith("Alt"),
				ctrlKey: keys.startsWith("Control"),
				metaKey: keys.startsWith("Meta"),
				bubbles: true,
				cancelable: true,
			});
			await expect(page, keys).toHaveTitle("false");
			await expect(tab(page, second.label)).toHaveAttribute("aria-selected", "true");
		}
	});

	test("are preselected by #slug", { tag: "@all" }, async ({ page }) => {
		await enter(page, `/#${last.slug}`);
		await expect(panel(page)).toHaveAccessibleName(last.label);
	});

	for (const [by, name] of [
		["slug", third.slug],
		["label", third.label],
		["label in another case", third.label.toUpperCase()],
		["title", third.serviceTitle],
		["title in another case", third.serviceTitle.toLowerCase()],
	] as const) {
		test(`are preselected by ?service= and a ${by}`, { tag: "@all" }, async ({ page }) => {
			await enter(page, `/?service=${encodeURIComponent(name)}`);
			await expect(page.getByRole("tab", { selected: true })).toHaveText(third.label);
		});
	}

	test("lead to the service's page", async ({ page }) => {
		await enter(page, `/#${last.slug}`);
		await expect(panel(page)).toHaveAccessibleName(last.label);
		await panel(page).getByRole("link", { name: "View full case study" }).click();
		await expect(page).toHaveURL(`/case-study/${last.slug}`);
	});

	test("open the demo dialog, which Escape closes, giving the focus back", async ({ page }) => {
		await enter(page, "/");
		const open = panel(page).getByRole("link", { name: "Want a Demo !" });
		await open.click();
		const dialog = page.getByRole("dialog", { name: "Book a Free Demo" });
		await expect(dialog).toBeVisible();
		await page.keyboard.press("Escape");
		await expect(dialog).toBeHidden();
		await expect(open).toBeFocused();
	});
});

test.describe("gallery of a service", () => {
	const gallery = (page: Page) => carousel(page, `${first.label} in pictures`);

	test("is there at once when its tab is chosen", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await tab(page, third.label).click();
		await expect(panel(page)).toHaveAccessibleName(third.label);
		// By selector: a query by role waits for visible elements.
		expect(
			await panel(page)
				.locator("img")
				.first()
				.evaluate((picture) => picture.checkVisibility()),
		).toBe(true);
	});

	test("shows the next of its three pictures every 3 s and begins again after the last", async ({ page }) => {
		await enterWithClock(page);
		await approach(gallery(page));
		await page.mouse.move(0, 0);
		await stopClock(page);
		const readCurrent = async () => {
			await settle(page);
			return gallery(page).locator("button[aria-current=true]").getAttribute("aria-label");
		};
		/** Runs the clock until another picture is shown, at most that many milliseconds. */
		const runUntilChange = async (withinMs: number) => {
			const before = await readCurrent();
			for (let afterMs = 0; (await readCurrent()) === before; afterMs += 100) {
				expect(afterMs).toBeLessThan(withinMs);
				await page.clock.runFor(100);
			}
		};
		const order = ["Go to 1 of 3", "Go to 2 of 3", "Go to 3 of 3"];
		// The first one has been shown for an unknown time when the clock stops; the later ones have their full time.
		await runUntilChange(3_100);
		for (let change = 1; change <= 4; change++) {
			const current = (await readCurrent()) ?? "";
			await page.clock.runFor(2_800);
			expect(await readCurrent()).toBe(current);
			await runUntilChange(300);
			expect(await readCurrent()).toBe(order[(order.indexOf(current) + 1) % order.length]);
		}
	});

	test("stops after Pause and continues after Play", { tag: "@all" }, async ({ page }) => {
		await enterWithClock(page);
		await approach(gallery(page));
		await gallery(page).getByRole("button", { name: "Pause" }).click();
		const current = await gallery(page).locator("button[aria-current=true]").getAttribute("aria-label");
		await crossSlides(gallery(page));
		await page.evaluate(() => (document.activeElement as HTMLElement).blur());
		await page.clock.runFor(4_000);
		await expect(gallery(page).locator("button[aria-current=true]")).toHaveAttribute("aria-label", current ?? "");
		await gallery(page).getByRole("button", { name: "Play" }).click();
		await page.mouse.move(0, 0);
		await page.evaluate(() => (document.activeElement as HTMLElement).blur());
		await stopClock(page);
		await page.clock.runFor(3_100);
		await expect(gallery(page).locator("button[aria-current=true]")).not.toHaveAttribute("aria-label", current ?? "");
	});

	test("waits while a keyboard is in it", { tag: "@all" }, async ({ page }) => {
		await enterWithClock(page);
		await approach(gallery(page));
		await gallery(page).getByRole("button", { name: "Pause" }).press("Tab");
		const current = await gallery(page).locator("button[aria-current=true]").getAttribute("aria-label");
		await page.clock.runFor(4_000);
		await expect(gallery(page).locator("button[aria-current=true]")).toHaveAttribute("aria-label", current ?? "");
	});
});

test.describe("testimonials", () => {
	test("show three cards on a desktop; the others cannot be reached", { tag: "@any-company" }, async ({ page }) => {
		await enter(page, "/");
		await approach(stories(page));
		await expect(stories(page).locator("li[aria-roledescription=slide]")).toHaveCount(onHome);
		await expect(shown(stories(page))).toHaveCount(3);
		await expect(stories(page).getByRole("button", { name: "Next" })).toBeHidden();
		await expect(shown(stories(page)).first().locator("blockquote")).toHaveCSS("-webkit-line-clamp", "6");
	});

	test("advance by themselves every 3 s and stop under the pointer", async ({ page }) => {
		await enterWithClock(page);
		await approach(stories(page));
		/** The first one, in view or on its way there. */
		const readFirst = async () => {
			await settle(page);
			return stories(page).locator("button[aria-current=true]").getAttribute("aria-label");
		};
		await page.mouse.move(0, 0);
		await stopClock(page);
		const before = await readFirst();
		await page.clock.runFor(3_100);
		await expect.poll(readFirst).not.toBe(before);
		await shown(stories(page)).first().hover();
		await expect(stories(page).locator("ul")).toHaveAttribute("aria-live", "polite");
		const held = await readFirst();
		await page.clock.runFor(4_000);
		expect(await readFirst()).toBe(held);
	});

	test("are named as a carousel and its slides, for screen readers", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await approach(stories(page));
		await expect(stories(page)).toHaveAttribute("aria-roledescription", "carousel");
		await expect(stories(page).locator("li[aria-roledescription=slide]").nth(1)).toHaveAccessibleName(`2 of ${onHome}`);
		await stories(page).getByRole("button", { name: "Pause" }).click();
		await expect(stories(page).locator("ul")).toHaveAttribute("aria-live", "polite");
	});

	test("lead to the contact page", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await page.locator("section[aria-labelledby=testimonials-title]").getByRole("link", { name: "Let's Talk" }).click();
		await expect(page).toHaveURL("/contactUs");
	});

	test.describe("on a phone", () => {
		test.use({ viewport: { width: 360, height: 740 } });

		test("show one card with arrows and dots, and loop", { tag: "@any-company" }, async ({ page }) => {
			await enter(page, "/");
			await approach(stories(page));
			await expect(stories(page).locator("blockquote").first()).toHaveCSS("-webkit-line-clamp", "8");
			await stories(page).getByRole("button", { name: "Pause" }).click();
			await stories(page)
				.getByRole("button", { name: `Go to ${onHome} of ${onHome}` })
				.click();
			await expectShown(stories(page), `${onHome} of ${onHome}`);
			await stories(page).getByRole("button", { name: "Next" }).click();
			await expectShown(stories(page), `1 of ${onHome}`);
			await stories(page).getByRole("button", { name: "Previous" }).click();
			await expectShown(stories(page), `${onHome} of ${onHome}`);
		});
	});
});

test.describe("statistics", () => {
	const figures = (page: Page) =>
		page.getByRole("region", { name: "Our work in numbers" }).locator("dd > [aria-hidden=true]:not(svg)");

	test("are zero for 2 s and then count up in 2 s", { tag: "@any-company" }, async ({ page }) => {
		await page.clock.install({ time: 0 });
		await page.clock.pauseAt(1_000);
		await page.goto("/");
		// Hydration starts in its own task, which waits for the clock.
		await expect(async () => {
			await page.clock.runFor(1);
			await expect(figures(page)).toHaveText(["0", "0+", "0.0"], { timeout: 100 });
		}).toPass();
		await page.clock.runFor(1_990);
		await expect(figures(page)).toHaveText(["0", "0+", "0.0"]);
		await page.clock.runFor(1_000);
		await expect(figures(page).first()).toHaveText(new RegExp(`^${Math.floor(projectsMade / 20)}\\d$`));
		await page.clock.runFor(1_100);
		await expect(figures(page)).toHaveText(figuresAtEnd);
	});

	test("are right for screen readers from the beginning", async ({ page }) => {
		await page.goto("/");
		await expect(page.getByRole("region", { name: "Our work in numbers" }).locator("dd .sr-only")).toHaveText(
			figuresAtEnd,
		);
	});
});

test.describe("insights", () => {
	const insights = (page: Page) => carousel(page, "Articles");

	test("show the four steps of a project", async ({ page }) => {
		await enter(page, "/");
		await expect(page.getByRole("region", { name: "How We Achieve It" }).getByRole("heading", { level: 3 })).toHaveText(
			home.process.map(({ title }) => title),
		);
	});

	test(
		"are the posts of the content, three in view, moved by arrows",
		{ tag: ["@any-company", "@all"] },
		async ({ page }) => {
			await enter(page, "/");
			const region = insights(page);
			await approach(region);
			await expect(region.locator("li[aria-roledescription=slide]")).toHaveCount(insightCards);
			await region.getByRole("button", { name: "Pause" }).click();
			await expect(shown(region)).toHaveCount(3);
			const before = await shown(region).first().getAttribute("aria-label");
			await region.getByRole("button", { name: "Next" }).click();
			await expect(shown(region).first()).not.toHaveAttribute("aria-label", before ?? "");
			await region.getByRole("button", { name: "Previous" }).click();
			await expect(shown(region).first()).toHaveAttribute("aria-label", before ?? "");
		},
	);
});

test.describe("with less motion", () => {
	test.use({ contextOptions: { reducedMotion: "reduce" } });

	test("nothing moves by itself, and there is nothing to pause", async ({ page }) => {
		await enterWithClock(page);
		await approach(stories(page));
		await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
		const firstShown = await shown(stories(page)).first().getAttribute("aria-label");
		await crossSlides(stories(page));
		await page.clock.runFor(4_000);
		await expect(shown(stories(page)).first()).toHaveAttribute("aria-label", firstShown ?? "");
	});

	test("the buttons lead to the testimonials that are out of view", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await approach(stories(page));
		const next = stories(page).getByRole("button", { name: "Next" });
		for (let press = 1; press <= 3; press++) await next.press("Enter");
		await expectShown(stories(page), `4 of ${onHome}`, `5 of ${onHome}`, `${onHome} of ${onHome}`);
	});

	test("a carousel stays aligned after the window's width has changed", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await approach(stories(page));
		const cardLeft = () =>
			stories(page)
				.locator("li[aria-roledescription=slide] > *")
				.first()
				.evaluate((card) => Math.round(card.getBoundingClientRect().left));
		const before = await cardLeft();
		await page.setViewportSize({ width: 900, height: 720 });
		await expect.poll(cardLeft).not.toBe(before);
		await page.setViewportSize({ width: 1280, height: 720 });
		await expect.poll(cardLeft).toBe(before);
	});

	test("the statistics show their values at once", async ({ page }) => {
		await enter(page, "/");
		await expect(
			page.getByRole("region", { name: "Our work in numbers" }).locator("dd > [aria-hidden=true]:not(svg)"),
		).toHaveText(figuresAtEnd);
	});
});

test.describe("with the system's colours", () => {
	test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

	test("the selection and buttons remain distinguishable", { tag: "@all" }, async ({ page }) => {
		await enter(page, "/");
		await tab(page, third.label).click();
		await expect(tab(page, third.label)).toHaveCSS("text-decoration-line", "underline");
		await expect(tab(page, last.label)).toHaveCSS("text-decoration-line", "none");
		const menu = page.getByRole("navigation", { name: "Main" });
		await expect(menu.getByRole("link", { name: "Home", exact: true })).toHaveCSS("text-decoration-line", "underline");
		await expect(menu.getByRole("link", { name: "Blog" })).toHaveCSS("text-decoration-line", "none");
		await expect(panel(page)).toHaveAccessibleName(third.label);
		const gallery = panel(page).locator("section[aria-roledescription=carousel]");
		await approach(gallery);
		const colorOf = (dot: string) =>
			gallery
				.locator(`button${dot} > span`)
				.first()
				.evaluate((circle) => getComputedStyle(circle).backgroundColor);
		expect(await colorOf("[aria-current]")).not.toBe(await colorOf(":not([aria-current])"));
		await expect(panel(page).getByRole("link", { name: "Want a Demo !" })).not.toHaveCSS(
			"border-top-color",
			"rgba(0, 0, 0, 0)",
		);
	});
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("a tab's link shows its panel", { tag: "@all" }, async ({ page }) => {
		await page.goto("/");
		await expect(page.locator(`#${first.slug}`)).toBeVisible();
		await expect(page.locator(`#${third.slug}`)).toBeHidden();
		await page.goto(`/#${third.slug}`);
		await expect(page.locator(`#${third.slug}`)).toBeVisible();
		await expect(page.locator(`#${first.slug}`)).toBeHidden();
	});

	test("the statistics show their final values", { tag: "@all" }, async ({ page }) => {
		await page.goto("/");
		await expect(
			page.getByRole("region", { name: "Our work in numbers" }).locator("dd > [aria-hidden=true]:not(svg)"),
		).toHaveText(figuresAtEnd);
	});

	test("a carousel can be scrolled by hand", { tag: "@all" }, async ({ page }) => {
		await page.goto("/");
		const strip = page.locator("[aria-label=Testimonials] .carousel-viewport");
		await strip.hover();
		await page.mouse.wheel(400, 0);
		await expect(strip.getByRole("listitem").nth(1)).toBeInViewport();
	});

	test("Want a Demo ! is a link to the demo page", async ({ page }) => {
		await page.goto("/");
		await expect(page.locator(`#${first.slug}`).getByRole("link", { name: "Want a Demo !" })).toHaveAttribute(
			"href",
			"/demo",
		);
	});
});
