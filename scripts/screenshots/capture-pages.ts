import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import mapInParallel from "p-map";
import { referencePattern, type PageToCapture } from "./list-pages.ts";
import { findOldWords, type ChangedWords } from "./replace-words.ts";

const widths = [360, 1280];
const height = 800;
const pagesAtOnce = 2;
const overlayTimeoutMs = 30_000;
const indexFile = "captures.json";

/** A page at one width: its look and its text. */
export type Capture = {
	page: string;
	width: number;
	status: number;
	/** The readable lines, the title first, with placeholders and texts of styles. */
	lines: string[];
	/** Name of the PNG file beside the index. */
	picture: string;
};

export type CaptureOptions = {
	/** Where the pictures go. */
	folder: string;
	/** The browser's time. */
	now: Temporal.Instant;
	/** Replaced before the picture is taken. */
	words: ChangedWords;
};

/**
 * Takes a picture of each whole page at each width, and reads its text.
 * Animations are off and the time is fixed. References, which are random, are replaced by their number on the page.
 */
export async function capturePages(
	browser: Browser,
	pages: readonly PageToCapture[],
	options: CaptureOptions,
): Promise<Capture[]> {
	await mkdir(options.folder, { recursive: true });
	const wanted = pages.flatMap((page) => widths.map((width) => ({ page, width })));
	return mapInParallel(wanted, ({ page, width }) => capture(browser, page, width, options), {
		concurrency: pagesAtOnce,
	});
}

/** Saves the data of the pictures beside them. */
export async function saveCaptures(folder: string, captures: readonly Capture[]): Promise<void> {
	await writeFile(join(folder, indexFile), `${JSON.stringify(captures, undefined, "\t")}\n`);
}

/** @throws when nothing was saved there */
export async function loadCaptures(folder: string): Promise<Capture[]> {
	return JSON.parse(await readFile(join(folder, indexFile), "utf8")) as Capture[];
}

async function capture(
	browser: Browser,
	{ name, url, cookie, search }: PageToCapture,
	width: number,
	{ folder, now, words }: CaptureOptions,
): Promise<Capture> {
	const context = await browser.newContext({
		viewport: { width, height },
		reducedMotion: "reduce",
		locale: "en-IN",
		timezoneId: "Asia/Kolkata",
	});
	try {
		if (cookie !== undefined) {
			const [cookieName = "", value = ""] = cookie.split("=");
			await context.addCookies([{ name: cookieName, value, url }]);
		}
		const page = await context.newPage();
		await page.clock.setFixedTime(now.epochMilliseconds);
		let response = await page.goto(url, { waitUntil: "networkidle" });
		if (search !== undefined) {
			await page.locator("input[type=search]").fill(search);
			const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
			await page.keyboard.press("Enter");
			response = await answered;
			await page.waitForLoadState("networkidle");
		}
		await endOverlay(page);
		await loadEverything(page);
		const lines = await page.evaluate(settleTexts, {
			words,
			oldWords: findOldWords(words),
			references: referencePattern.source,
		});
		const picture = `${name.replaceAll(/[^a-z0-9-]/gi, "_")}-${width}.png`;
		await page.screenshot({ path: join(folder, picture), fullPage: true, animations: "disabled" });
		return { page: name, width, status: response?.status() ?? 0, lines, picture };
	} catch (error) {
		throw new Error(`${name} could not be captured at ${width} px`, { cause: error });
	} finally {
		await context.close();
	}
}

/** Ends the overlay with a key, as an impatient visitor does. Afterwards the page's scripts run. */
async function endOverlay(page: Page): Promise<void> {
	const overlay = page.locator(".loading-overlay");
	if ((await overlay.count()) === 0) return;
	const deadline = performance.now() + overlayTimeoutMs;
	while ((await overlay.getAttribute("hidden")) === null) {
		if (performance.now() > deadline) throw new Error("The loading overlay does not end");
		await page.keyboard.press("Shift");
		await page.evaluate(() => new Promise(requestAnimationFrame));
	}
}

/** Loads and lays out every font and picture of the page before it is painted. */
async function loadEverything(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const image of document.images) Object.assign(image, { loading: "eager", decoding: "sync" });
	});
	await page.waitForFunction(
		() => document.fonts.status === "loaded" && [...document.images].every((image) => image.complete),
	);
	// Chromium leaves the text of a select where the fallback font had it, so it depends on the font's arrival.
	await page.evaluate(() => {
		for (const select of document.querySelectorAll("select")) {
			const { display } = select.style;
			select.style.display = "none";
			select.getBoundingClientRect();
			select.style.display = display;
		}
	});
}

/** Runs in the page: replaces visible words and references, and returns the readable lines. */
function settleTexts({
	words,
	oldWords,
	references,
}: {
	words: ChangedWords;
	oldWords: string;
	references: string;
}): string[] {
	const shownAttributes = ["data-label", "placeholder", "value"];
	const numbers = new Map<string, string>();
	const settle = (text: string) =>
		text
			.replaceAll(new RegExp(oldWords, "g"), (word) => words[word] ?? word)
			.replaceAll(new RegExp(references, "g"), (reference) => {
				const number = numbers.get(reference) ?? String(numbers.size + 1).padStart(8, "0");
				numbers.set(reference, number);
				return `${reference.slice(0, 4)}${number}`;
			});
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = texts.nextNode(); node; node = texts.nextNode()) {
		const text = node.nodeValue ?? "";
		const settled = settle(text);
		if (settled !== text) node.nodeValue = settled;
	}
	const lines = [settle(document.title), ...document.body.innerText.split("\n")];
	for (const element of document.querySelectorAll<HTMLElement>("body *")) {
		for (const name of shownAttributes) {
			const value = element.getAttribute(name);
			if (value === null || value === "") continue;
			if (settle(value) !== value) element.setAttribute(name, settle(value));
			if (name !== "value") lines.push(settle(value));
		}
		for (const pseudo of ["::before", "::after"]) {
			const [, content = ""] = /^"(.+?)"/.exec(getComputedStyle(element, pseudo).content) ?? [];
			if (content !== "") lines.push(content);
		}
	}
	return lines.map((line) => line.trim()).filter((line) => line !== "");
}
