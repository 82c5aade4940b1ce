import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { openStaffSession } from "../tests/support/staff.ts";
import { chromiumFlags, findChromium } from "./chromium.ts";

/**
 * Takes README's pictures from a running site: `npm run screenshots -- http://localhost:3000`.
 *
 * The demo dialog is opened for its picture; nothing is sent. With the desk's address and the data folder as well, takes the pictures of
 * the desk instead: `npm run demo` prints all three.
 */
const [origin = "http://localhost:3000", deskOrigin, dataDirectory = "data"] = process.argv.slice(2);
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumFlags] });

const siteShots = [
	{ name: "home-1280", path: "/", width: 1280, height: 860 },
	{ name: "home-360", path: "/", width: 360, height: 860 },
	{ name: "service-1280", path: "/case-study/erp", width: 1280, height: 860 },
	{ name: "booking-1280", path: "/", width: 1280, height: 860, opensDemo: true },
];

const deskShots = [
	{ name: "desk-1280", path: "/enquiries", opens: "In conversation" },
	{ name: "desk-today-1280", path: "/" },
	{ name: "desk-board-1280", path: "/applications/board" },
	{ name: "desk-calls-1280", path: "/calls" },
	{ name: "desk-studio-1280", path: "/studio/documents/services/erp.yml", showsPreview: true },
];

if (deskOrigin !== undefined) {
	const { cookie } = await openStaffSession(
		{ dataDirectory, databaseUrl: undefined },
		{ name: "Meera Joshi", roles: ["admin"] },
	);
	for (const { path, ...shot } of deskShots)
		await takeShot({ ...shot, url: deskOrigin + path, width: 1280, height: 860, cookie });
} else {
	for (const { path, ...shot } of siteShots) await takeShot({ ...shot, url: origin + path });
}
await browser.close();

type Shot = {
	name: string;
	url: string;
	width: number;
	height: number;
	opensDemo?: boolean;
	showsPreview?: boolean;
	/** The state of a record that is opened from its list. */
	opens?: string;
	cookie?: string;
};

async function takeShot({
	name,
	url,
	width,
	height,
	opensDemo = false,
	showsPreview = false,
	opens,
	cookie,
}: Shot): Promise<void> {
	const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce" });
	if (cookie !== undefined) {
		const [cookieName = "", value = ""] = cookie.split("=");
		await page.context().addCookies([{ name: cookieName, value, url: new URL(url).origin }]);
	}
	// The desk keeps a request open, by which it learns what others change.
	await page.goto(url, { waitUntil: cookie === undefined ? "networkidle" : "load" });
	if (opens !== undefined) {
		const path = await page.locator("li", { hasText: opens }).locator("[data-row]").first().getAttribute("href");
		await page.goto(new URL(path ?? "", url).href);
	}
	await page.evaluate(() => document.fonts.ready.then(() => undefined));
	await page.locator(".loading-overlay").waitFor({ state: "hidden" });
	if (showsPreview) await page.frameLocator("iframe").locator(".loading-overlay").waitFor({ state: "hidden" });
	if (opensDemo) {
		await page.getByRole("link", { name: "Want a Demo !" }).first().click();
		await page
			.getByRole("button", { name: /times free/ })
			.first()
			.waitFor();
	}
	await sharp(await page.screenshot())
		.png({ palette: true, compressionLevel: 9 })
		.toFile(fileURLToPath(new URL(`../docs/screenshots/${name}.png`, import.meta.url)));
	await page.close();
}
