import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { diff, isDeepStrictEqual } from "node:util";
import comparePixels from "pixelmatch";
import sharp from "sharp";
import type { Capture } from "./capture-pages.ts";

/** Differing rows within this distance form one area, in pixels. */
const areaGap = 16;
/**
 * Chromium rounds the edges of clipped corners by one level of 255, differently in each run. That many pixels of a page may differ that
 * little, by pixelmatch's measure; more mean a changed colour, and all of them count.
 */
const rounding = { threshold: 0.005, pixels: 100 };
/** Painted beyond the end of the shorter picture. No page has it. */
const beyondTheEnd = { r: 255, g: 0, b: 255 };
const differenceColor: [number, number, number] = [255, 0, 0];

export type Area = { left: number; top: number; width: number; height: number };

/** The comparison of a page at one width. */
export type Comparison = {
	page: string;
	width: number;
	before: Capture | undefined;
	after: Capture | undefined;
	/** Differing pixels; for a longer page, also everything beyond the other's end. */
	pixels: number;
	/** Pixels that differ only by rounding, when nothing else does; not among `pixels`. */
	roundedPixels: number;
	/** From top to bottom. */
	areas: Area[];
	/** Lines of only one side: "- " for removed and "+ " for added ones. */
	changedLines: string[];
	/** Name of the picture of the difference, if any. */
	difference: string | undefined;
};

type Side = { folder: string; captures: readonly Capture[] };

/**
 * Compares the pictures of two checkouts, in the order of the first.
 * Each pixel has to be equal. A page of only one side is listed alone.
 * @param folder where pictures of the differences go; it must exist
 */
export async function compareCaptures(before: Side, after: Side, folder: string): Promise<Comparison[]> {
	const keyOf = ({ page, width }: Capture) => `${page} ${width}`;
	const byKey = new Map(after.captures.map((capture) => [keyOf(capture), capture]));
	const comparisons: Comparison[] = [];
	for (const old of before.captures) {
		const { page, width } = old;
		const current = byKey.get(keyOf(old));
		byKey.delete(keyOf(old));
		const none = { pixels: 0, roundedPixels: 0, areas: [], difference: undefined };
		comparisons.push({
			page,
			width,
			before: old,
			after: current,
			...(current
				? await comparePictures(
						join(before.folder, old.picture),
						join(after.folder, current.picture),
						folder,
						old.picture,
					)
				: none),
			changedLines: current ? listChangedLines(old, current) : [],
		});
	}
	for (const capture of byKey.values()) {
		const { page, width } = capture;
		comparisons.push({
			page,
			width,
			before: undefined,
			after: capture,
			pixels: 0,
			roundedPixels: 0,
			areas: [],
			changedLines: [],
			difference: undefined,
		});
	}
	return comparisons;
}

/** Tells whether there are differences that changed words do not explain. */
export function isUnexplained({ before, after, pixels, changedLines }: Comparison): boolean {
	if (!before || !after || before.status !== after.status) return true;
	return pixels > 0 && changedLines.length === 0;
}

/** Tells whether nothing visible or readable has changed. */
export function isIdentical(comparison: Comparison): boolean {
	return !isUnexplained(comparison) && comparison.pixels === 0 && comparison.changedLines.length === 0;
}

function listChangedLines(before: Capture, after: Capture): string[] {
	if (isDeepStrictEqual(before.lines, after.lines)) return [];
	return diff(after.lines, before.lines).flatMap(([side, line]) =>
		side === 0 ? [] : `${side === 1 ? "+" : "-"} ${line}`,
	);
}

async function comparePictures(
	beforeFile: string,
	afterFile: string,
	folder: string,
	name: string,
): Promise<Pick<Comparison, "pixels" | "roundedPixels" | "areas" | "difference">> {
	const [before, after] = await Promise.all([readFile(beforeFile), readFile(afterFile)]);
	const same = { pixels: 0, areas: [], difference: undefined };
	if (before.equals(after)) return { ...same, roundedPixels: 0 };
	const sizes = await Promise.all([before, after].map((picture) => sharp(picture).metadata()));
	const width = Math.max(...sizes.map((size) => size.width));
	const height = Math.max(...sizes.map((size) => size.height));
	const [beforePixels, afterPixels] = await Promise.all([
		readPixels(before, width, height),
		readPixels(after, width, height),
	]);
	const painted = new Uint8Array(width * height * 4);
	const countPixels = (threshold: number) =>
		comparePixels(beforePixels, afterPixels, painted, width, height, {
			threshold,
			includeAA: true,
			diffColor: differenceColor,
		});
	if (countPixels(rounding.threshold) === 0) {
		const roundedPixels = countPixels(0);
		if (roundedPixels <= rounding.pixels) return { ...same, roundedPixels };
	}
	const pixels = countPixels(0);
	await sharp(painted, { raw: { width, height, channels: 4 } })
		.png()
		.toFile(join(folder, name));
	return { pixels, roundedPixels: 0, areas: findAreas(painted, width, height), difference: name };
}

/** Returns red, green, blue and opacity of each pixel, with the picture extended to a size. */
async function readPixels(picture: Buffer, width: number, height: number): Promise<Uint8Array> {
	const image = sharp(picture).ensureAlpha();
	const size = await image.metadata();
	return image
		.extend({ right: width - size.width, bottom: height - size.height, background: { ...beyondTheEnd, alpha: 1 } })
		.raw()
		.toBuffer();
}

/** Finds bands of differing pixels with their widths. Equal pixels are painted grey. */
function findAreas(painted: Uint8Array, width: number, height: number): Area[] {
	const areas: Area[] = [];
	for (let y = 0; y < height; y++) {
		let [first, last] = [width, -1];
		for (let x = 0; x < width; x++) {
			const pixel = (y * width + x) * 4;
			if (!differenceColor.every((value, channel) => painted[pixel + channel] === value)) continue;
			first = Math.min(first, x);
			last = x;
		}
		if (last < 0) continue;
		const band = areas.at(-1);
		if (band && y - (band.top + band.height) < areaGap) {
			const right = Math.max(band.left + band.width, last + 1);
			band.left = Math.min(band.left, first);
			band.width = right - band.left;
			band.height = y + 1 - band.top;
		} else areas.push({ left: first, top: y, width: last + 1 - first, height: 1 });
	}
	return areas;
}
