import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page, type Route } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { readFolders } from "../platform/config.ts";
import { chromiumFlags, getChromium } from "../scripts/chromium.ts";

/**
 * Photographs the interface mock-ups in pictures/screens/<slug>/ into pictures/portfolio/<slug>/ of the content.
 *
 * `node pictures/make-screens.ts` makes every project's pictures; `node pictures/make-screens.ts <slug>` one project's. Every card.html
 * and screen-<n>.html becomes one AVIF file per width. The run fails if a page reports an error, requests anything that is not a file of
 * this repository, or exceeds its size limit.
 */

const kilobyte = 1024;

type Size = { width: number; suffix: string; maximumBytes: number };

const kinds = {
	screen: {
		viewport: { width: 1440, height: 900 },
		sizes: [
			{ width: 1440, suffix: "", maximumBytes: 120 * kilobyte },
			{ width: 720, suffix: "-720w", maximumBytes: 40 * kilobyte },
		],
	},
	card: {
		viewport: { width: 1280, height: 800 },
		sizes: [
			{ width: 960, suffix: "", maximumBytes: 40 * kilobyte },
			{ width: 480, suffix: "-480w", maximumBytes: 20 * kilobyte },
		],
	},
} satisfies Record<string, { viewport: { width: number; height: number }; sizes: Size[] }>;

/** Below the last of these, small text in a screen shows visible ringing. */
const qualities = [72, 66, 60, 54, 48, 42];

const origin = "http://screens.localhost";
const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "pictures/screens");
const target = join(readFolders().contentDirectory, "pictures/portfolio");

const contentTypes: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
	".woff2": "font/woff2",
};

/** Returns the file of a URL path: node_modules/ from the repository's root, everything else from pictures/screens/. */
function fileOf(pathname: string): string {
	const path = normalize(decodeURIComponent(pathname));
	return path.startsWith("/node_modules/") ? join(root, path) : join(sources, path);
}

/** Renders an icon as an SVG document whose root has the id "icon", so that a `use` element can show it in the text's colour. */
async function renderIcon(name: string): Promise<string> {
	const { default: icon } = await import(`lucide-react/icons/${name}`);
	return renderToStaticMarkup(createElement(icon, { id: "icon", strokeWidth: "inherit" }));
}

async function answer(route: Route, problems: string[]): Promise<void> {
	const url = new URL(route.request().url());
	try {
		if (url.origin !== origin) throw new Error("is not part of this repository");
		const icon = /^\/icons\/([a-z0-9-]+)\.svg$/.exec(url.pathname)?.[1];
		const body = icon ? await renderIcon(icon) : await readFile(fileOf(url.pathname));
		await route.fulfill({ body, contentType: contentTypes[extname(url.pathname)] ?? "application/octet-stream" });
	} catch (error) {
		problems.push(`${url.href}: ${(error as Error).message}`);
		await route.abort();
	}
}

/**
 * Takes a picture of one mock-up at two device pixels per CSS pixel.
 *
 * @throws Error listing the page's errors and failed requests
 */
async function photograph(page: Page, path: string, viewport: { width: number; height: number }): Promise<Buffer> {
	const problems: string[] = [];
	await page.setViewportSize(viewport);
	await page.route("**/*", (route) => answer(route, problems));
	page.on("pageerror", (error) => problems.push(error.message));
	page.on("console", (message) => {
		if (message.type() === "error") problems.push(message.text());
	});
	await page.goto(`${origin}/${path}`, { waitUntil: "networkidle" });
	await page.evaluate(async () => {
		await document.fonts.ready;
	});
	const picture = await page.screenshot({ animations: "disabled" });
	if (problems.length > 0) throw new Error(`pictures/screens/${path}:\n  ${problems.join("\n  ")}`);
	return picture;
}

/**
 * Writes a picture as AVIF at the best quality within the size limit.
 *
 * @throws Error if even the lowest acceptable quality exceeds it
 */
async function store(picture: Buffer, size: Size, file: string): Promise<number> {
	const resized = await sharp(picture).resize({ width: size.width, kernel: "lanczos3" }).removeAlpha().toBuffer();
	for (const quality of qualities) {
		const encoded = await sharp(resized).avif({ quality, effort: 5, chromaSubsampling: "4:4:4" }).toBuffer();
		if (encoded.byteLength > size.maximumBytes) continue;
		await writeFile(file, encoded);
		return encoded.byteLength;
	}
	throw new Error(`${file} exceeds ${size.maximumBytes / kilobyte} KB at quality ${qualities.at(-1)}`);
}

/** Makes all pictures of one project and prints their sizes. */
async function makeProject(slug: string): Promise<void> {
	const pages = (await readdir(join(sources, slug)))
		.filter((name) => /^(card|screen-\d+)\.html$/.test(name))
		.toSorted();
	await mkdir(join(target, slug), { recursive: true });
	for (const name of pages) {
		const kind = kinds[name.startsWith("card") ? "card" : "screen"];
		const context = await browser.newContext({ deviceScaleFactor: 2 });
		const picture = await photograph(await context.newPage(), `${slug}/${name}`, kind.viewport);
		await context.close();
		for (const size of kind.sizes) {
			const stem = `${name.slice(0, -".html".length)}${size.suffix}`;
			const bytes = await store(picture, size, join(target, slug, `${stem}.avif`));
			console.log(`${slug}/${stem}.avif ${Math.ceil(bytes / kilobyte)} KB`);
		}
	}
}

const slugs = process.argv[2]
	? [process.argv[2]]
	: (await readdir(sources, { withFileTypes: true }))
			.filter((entry) => entry.isDirectory() && entry.name !== "shared")
			.map((entry) => entry.name);
const browser = await chromium.launch({ executablePath: getChromium(), args: [...chromiumFlags] });
try {
	for (const slug of slugs) await makeProject(slug);
} finally {
	await browser.close();
}
