import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { chromiumFlags, findChromium } from "./chromium.ts";

/**
 * Takes README's pictures from a running site: `npm run screenshots -- http://localhost:3000`.
 *
 * The demo dialog is opened for its picture; nothing is sent.
 */
const origin = process.argv[2] ?? "http://localhost:3000";
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumFlags] });

const shots = [
	{ name: "home-1280", path: "/", width: 1280, height: 860 },
	{ name: "home-360", path: "/", width: 360, height: 860 },
	{ name: "service-1280", path: "/case-study/erp", width: 1280, height: 860 },
	{ name: "booking-1280", path: "/", width: 1280, height: 860, opensDemo: true },
];

for (const { name, path, width, height, opensDemo = false } of shots) {
	const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce" });
	await page.goto(origin + path, { waitUntil: "networkidle" });
	await page.locator(".loading-overlay").waitFor({ state: "hidden" });
	if (opensDemo) {
		await page.getByRole("link", { name: "Want a Demo !" }).first().click();
		await page.getByRole("button", { name: /times free/ }).first().waitFor();
	}
	await sharp(await page.screenshot()).png({ palette: true, compressionLevel: 9 }).toFile(fileURLToPath(new URL(`../docs/screenshots/${name}.png`, import.meta.url)));
	await page.close();
}
await browser.close();
