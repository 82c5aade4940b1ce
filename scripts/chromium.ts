import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The shell first: it draws the same without a window, which takes a third of the processor time. */
const names = [
	"chromium-headless-shell",
	"chromium",
	"chromium-browser",
	"google-chrome-stable",
	"google-chrome",
	"chrome",
];
const applications = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Flags of a Chromium for tests and measurements: no background requests, and no sandbox, which cannot work as root. */
export const chromiumFlags: readonly string[] = [
	"--disable-gpu",
	"--disable-background-networking",
	"--no-first-run",
	...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** Finds the machine's Chromium: CHROMIUM_PATH, then the usual names on PATH, the usual places, and Playwright's. */
export function findChromium(): string | undefined {
	const { CHROMIUM_PATH, PATH = "" } = process.env;
	if (CHROMIUM_PATH) return CHROMIUM_PATH;
	const onPath = PATH.split(delimiter).flatMap((directory) => names.map((name) => join(directory, name)));
	return (
		[...onPath, ...applications].find(isExecutable) ?? [chromium.executablePath()].find((path) => existsSync(path))
	);
}

/** @throws when there is none, saying how to get one */
export function getChromium(): string {
	const path = findChromium();
	if (path === undefined)
		throw new Error(
			"No Chromium was found. Install one (npx playwright install chromium), or name it in CHROMIUM_PATH.",
		);
	return path;
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
