import sharp, { type Sharp } from "sharp";
import { cropAround, type FocalPoint } from "./crop.ts";
import { PictureRefusal } from "./picture-refusal.ts";
import type { PictureShape } from "./picture-shapes.ts";
import { nameAvif, sniffPicture } from "./sniff-picture.ts";
import { cleanSvg } from "./svg-text.ts";

/** Of an uploaded file. */
const maxPictureBytes = 15_000_000;
const maxSvgBytes = 500_000;
/** Width times height. */
const maxPixels = 50_000_000;
/** For reading or cutting one file. */
const limitSeconds = 20;
/** The longer side of the stored source, in pixels: enough for every width at the closest sensible crop. */
const masterPixels = 2_560;
const maxMasterBytes = 3_000_000;
/** Of a drawn logo, in pixels. */
const drawnPixels = 960;

/** The stored source of an upload: upright, in sRGB, without metadata. A WebP. */
export type PictureMaster = { body: Buffer; width: number; height: number };

/** A picture in one width. An AVIF. */
export type CutPicture = { body: Buffer; width: number; height: number };

// Only formats that browsers create or show, so that a hostile file can reach less code.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
	operation: [
		"VipsForeignLoadJpeg",
		"VipsForeignLoadPng",
		"VipsForeignLoadWebp",
		"VipsForeignLoadHeif",
		"VipsForeignLoadNsgif",
		"VipsForeignLoadTiff",
		"VipsForeignLoadSvg",
	],
});
// Visitors' requests come first, and nothing is read twice.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Reads the first picture of an uploaded file.
 * @param allowsSvg draws an SVG
 * @throws PictureRefusal
 */
export async function readPicture(
	bytes: Uint8Array,
	{ allowsSvg = false }: { allowsSvg?: boolean } = {},
): Promise<PictureMaster> {
	if (bytes.length > maxPictureBytes) throw new PictureRefusal("Larger than 15 MB. Save a smaller version.");
	const format = sniffPicture(bytes, { allowsSvg });
	const body = format === "svg" ? Buffer.from(cleanLogo(bytes)) : format === "heif" ? nameAvif(bytes) : bytes;
	const header = await readHeader(body, format);
	if (header.width * header.height > maxPixels)
		throw new PictureRefusal(
			`${Math.round((header.width * header.height) / 1_000_000).toLocaleString("en")} megapixels (${header.width.toLocaleString("en")} × ${header.height.toLocaleString("en")}); the limit is 50. Save a smaller version.`,
		);
	if (format === "svg") return drawSvg(body, header);
	return orRefuse(async () => {
		for (const { pixels, quality } of [
			{ pixels: masterPixels, quality: 90 },
			{ pixels: masterPixels, quality: 75 },
			{ pixels: masterPixels * 0.75, quality: 70 },
		]) {
			const master = await forgivingOddities((failOn) =>
				encodeMaster(
					sharp(body, { failOn, limitInputPixels: maxPixels })
						.timeout({ seconds: limitSeconds })
						.autoOrient()
						.toColourspace("srgb")
						.resize({ width: pixels, height: pixels, fit: "inside", withoutEnlargement: true }),
					quality,
				),
			);
			if (master.body.length <= maxMasterBytes) return master;
		}
		throw new PictureRefusal("Too detailed to store. Save it with fewer pixels.");
	});
}

/** Phones write much that a decoder warns about; only a truncated file counts. */
async function forgivingOddities<Result>(work: (failOn: "warning" | "error") => Promise<Result>): Promise<Result> {
	try {
		return await work("warning");
	} catch (error) {
		if (/timeout|premature end/i.test((error as Error).message)) throw error;
		return work("error");
	}
}

async function readHeader(bytes: Uint8Array, format: string): Promise<{ width: number; height: number }> {
	return orRefuse(async () => {
		// Its own limit would not say by how much it is exceeded.
		const header = await sharp(bytes, { limitInputPixels: false }).metadata();
		if (header.format !== format || !header.width || !header.height) throw new Error(`This is ${header.format}`);
		return header;
	});
}

function cleanLogo(bytes: Uint8Array): string {
	if (bytes.length > maxSvgBytes) throw new PictureRefusal("SVG larger than 500 KB. Simplify it, or save it as PNG.");
	return cleanSvg(bytes);
}

async function drawSvg(bytes: Uint8Array, size: { width: number; height: number }): Promise<PictureMaster> {
	const scale = drawnPixels / Math.max(size.width, size.height);
	return orRefuse(() =>
		encodeMaster(
			sharp(bytes, {
				failOn: "error",
				limitInputPixels: maxPixels,
				density: Math.min(Math.max(72 * scale, 1), 2_400),
			})
				.timeout({ seconds: limitSeconds })
				.toColourspace("srgb")
				.resize({ width: drawnPixels, height: drawnPixels, fit: "inside" }),
			100,
		),
	);
}

async function encodeMaster(picture: Sharp, quality: number): Promise<PictureMaster> {
	const { data, info } = await picture
		.webp({ quality, effort: 2, lossless: quality === 100 })
		.toBuffer({ resolveWithObject: true });
	return { body: data, width: info.width, height: info.height };
}

/** From visually lossless to visibly reduced; each step saves about a sixth. */
const qualities = [64, 58, 52, 46, 40, 34, 28, 22];

/**
 * Cuts a picture for a place: around the focal point, in each width, in the best quality within the size limit.
 * @returns narrow copies first, the full size last; always two or more
 * @throws PictureRefusal when it has too few pixels, or is too large in the lowest quality
 */
export async function cutPicture(
	{ body, width, height }: PictureMaster,
	{ focal, shape }: { focal: FocalPoint; shape: Pick<PictureShape, "ratio" | "widths" | "maxBytes"> },
): Promise<CutPicture[]> {
	const box = cropAround({ width, height }, focal, shape.ratio);
	const [narrowest = 0] = shape.widths;
	if (box.width < narrowest) throw new PictureRefusal(describeTooSmall(box, shape));
	const widest = Math.min(box.width, shape.widths.at(-1) ?? box.width);
	const narrower = shape.widths.filter((one) => one < widest);
	const widths = [...(narrower.length > 0 ? narrower : [Math.round(widest / 2)]), widest];
	const encode = (pixels: number, quality: number) =>
		orRefuse(async () => {
			const { data, info } = await sharp(body, { failOn: "error", limitInputPixels: maxPixels })
				.timeout({ seconds: limitSeconds })
				.extract(box)
				.resize({ width: pixels, height: Math.max(1, Math.round((pixels * box.height) / box.width)), fit: "fill" })
				.avif({ quality, effort: 3 })
				.toBuffer({ resolveWithObject: true });
			return { body: data, width: info.width, height: info.height };
		});
	const whole = await findBest(qualities, async (quality) => {
		const cut = await encode(widest, quality);
		return cut.body.length <= shape.maxBytes ? { cut, quality } : undefined;
	});
	if (!whole) throw new PictureRefusal(await describeTooHeavy(encode, widest, shape.maxBytes));
	const others = [];
	for (const one of widths.slice(0, -1)) others.push(await encode(one, whole.quality));
	return [...others, whole.cut];
}

/** Finds the first acceptable option with few attempts; all options after it are acceptable too. */
async function findBest<Option, Found>(
	options: readonly Option[],
	attempt: (option: Option) => Promise<Found | undefined>,
): Promise<Found | undefined> {
	let best: Found | undefined;
	let from = 0;
	let to = options.length;
	while (from < to) {
		const middle = Math.floor((from + to) / 2);
		const found = await attempt(options[middle] as Option);
		if (found === undefined) from = middle + 1;
		else {
			best = found;
			to = middle;
		}
	}
	return best;
}

function describeTooSmall(
	box: { width: number; height: number },
	{ widths, ratio }: Pick<PictureShape, "ratio" | "widths">,
): string {
	const [width = 0] = widths;
	const needed = ratio ? `${width} × ${Math.round((width / ratio[0]) * ratio[1])}` : `${width} across`;
	return `Too small: ${box.width} × ${box.height} pixels fit this shape, which needs at least ${needed}. Use the original file rather than a preview.`;
}

async function describeTooHeavy(
	encode: (pixels: number, quality: number) => Promise<CutPicture>,
	pixels: number,
	maxBytes: number,
): Promise<string> {
	const { body } = await encode(pixels, qualities.at(-1) ?? 0);
	const kilobytes = (bytes: number) => Math.ceil(bytes / 1_000);
	return `Too detailed: ${kilobytes(body.length)} KB at the lowest quality; the limit is ${kilobytes(maxBytes)} KB. Choose a calmer picture, or blur its background.`;
}

async function orRefuse<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof PictureRefusal) throw error;
		throw new PictureRefusal(
			/timeout/i.test((error as Error).message)
				? "Too complex to process. Save it as JPEG or PNG."
				: "Damaged or incomplete. Open it in an image editor and save it again.",
		);
	}
}
