import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";

const run = promisify(execFile);

/** Pictures of one page by both releases. */
export type PicturePair = {
	path: string;
	/** Share of the pixels that differ, from 0 to 1. */
	share: number;
	/** Names of the files in the report's folder; undefined where nothing differs. */
	files: { before: string; after: string } | undefined;
};

/** The shell first: it draws the same without a window. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const size = { width: 1_280, height: 2_400 };
const pictureTimeoutMs = 120_000;
/** Difference of a colour channel that nobody sees. */
const leastDifference = 16;

/** Finds a browser that can take pictures: CHROMIUM_PATH, then the usual names on PATH. */
export function findBrowser({ CHROMIUM_PATH, PATH = "" }: NodeJS.ProcessEnv): string | undefined {
	if (CHROMIUM_PATH) return CHROMIUM_PATH;
	return PATH.split(delimiter)
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find((path) => {
			try {
				accessSync(path, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});
}

/**
 * Takes pictures of pages on two servers and compares them. The differing ones stay in the folder.
 *
 * @param folder of the report
 * @throws the browser's error
 */
export async function comparePictures(
	browser: string,
	paths: readonly string[],
	{ before, after, folder }: { before: string; after: string; folder: string },
): Promise<PicturePair[]> {
	await mkdir(folder, { recursive: true });
	const pairs: PicturePair[] = [];
	for (const [index, path] of paths.entries()) {
		const files = { before: `${index + 1}-before.png`, after: `${index + 1}-after.png` };
		const places = { before: join(folder, files.before), after: join(folder, files.after) };
		await Promise.all([
			takePicture(browser, before + path, places.before),
			takePicture(browser, after + path, places.after),
		]);
		const share = await compareFiles(places.before, places.after);
		if (share === 0) for (const place of Object.values(places)) await rm(place);
		pairs.push({ path, share, files: share === 0 ? undefined : files });
	}
	return pairs;
}

async function takePicture(browser: string, url: string, file: string): Promise<void> {
	await run(
		browser,
		[
			"--headless",
			"--disable-gpu",
			"--disable-background-networking",
			"--no-first-run",
			"--hide-scrollbars",
			"--force-prefers-reduced-motion",
			// The pages of a rehearsal reach nothing but their own server.
			"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
			...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
			`--window-size=${size.width},${size.height}`,
			`--screenshot=${file}`,
			url,
		],
		{ timeout: pictureTimeoutMs },
	);
}

/** Returns the share of pixels that differ. */
async function compareFiles(before: string, after: string): Promise<number> {
	const [left, right] = await Promise.all([before, after].map((file) => sharp(file).removeAlpha().raw().toBuffer()));
	if (!left || !right || left.length !== right.length) return 1;
	let different = 0;
	for (let at = 0; at < left.length; at += 3)
		if (
			[0, 1, 2].some((channel) => Math.abs((left[at + channel] ?? 0) - (right[at + channel] ?? 0)) >= leastDifference)
		)
			different += 1;
	return different / (left.length / 3);
}
