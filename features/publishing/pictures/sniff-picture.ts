import { PictureRefusal } from "./picture-refusal.ts";
import { isSvg } from "./svg-text.ts";

export const acceptedFormats = ["jpeg", "png", "webp", "heif", "gif", "tiff", "svg"] as const;
/** As sharp names them; "heif" is AVIF. */
export type PictureFormat = (typeof acceptedFormats)[number];

const noHeic = "HEIC files are not supported. On an iPhone, share the photo as “Most compatible”, or save it as JPEG.";
const howToSave = "Save it as JPEG, PNG, WebP or AVIF";

/**
 * Recognises a picture by its first bytes, not its name.
 * @param allowsSvg an SVG is accepted only where it is drawn before it is shown
 * @throws PictureRefusal for any other file
 */
export function sniffPicture(bytes: Uint8Array, { allowsSvg }: { allowsSvg: boolean }): PictureFormat {
	const begins = (text: string, at = 0) =>
		Buffer.from(bytes.subarray(at, at + text.length)).toString("latin1") === text;
	if (begins("\u00ff\u00d8\u00ff")) return "jpeg";
	if (begins("\u0089PNG\r\n\u001a\n")) return "png";
	if (begins("RIFF") && begins("WEBP", 8)) return "webp";
	if (begins("GIF87a") || begins("GIF89a")) return "gif";
	if (begins("II*\0") || begins("MM\0*")) return "tiff";
	if (begins("ftyp", 4)) {
		const brands = readBrands(bytes);
		if (brands.some((brand) => /^avi[fs]$/.test(brand)) || isAv1Picture(bytes)) return "heif";
		if (brands.some((brand) => /^he[iv]/.test(brand))) throw new PictureRefusal(noHeic);
		throw new PictureRefusal(`A video or another kind of file, not a picture. ${howToSave}.`);
	}
	if (isSvg(bytes)) {
		if (allowsSvg) return "svg";
		throw new PictureRefusal(`SVG is supported for logos only. ${howToSave}.`);
	}
	throw new PictureRefusal(`Not a supported picture format. ${howToSave}.`);
}

/** Programs name an AVIF by many brands, or by none of its own: its boxes tell that it is a picture, and how it is coded. */
function isAv1Picture(bytes: Uint8Array): boolean {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return file.includes("pict", 0, "latin1") && file.includes("av1C", 0, "latin1");
}

/** Reads the major and the compatible brands of a file of boxes (ISO/IEC 14496-12, 4.3), at most 50. */
function readBrands(bytes: Uint8Array): string[] {
	const box = Buffer.from(bytes.subarray(0, 216));
	return listBrandOffsets(box).map((from) => box.toString("latin1", from, from + 4));
}

function listBrandOffsets(box: Buffer): number[] {
	const end = Math.min(box.length, box.readUInt32BE(0));
	return [8, ...Array.from({ length: Math.max(0, Math.ceil((end - 16) / 4)) }, (_, index) => 16 + index * 4)];
}

/**
 * Names an AVIF in the way that the decoder knows, which looks for a film in a still picture that is named as both. Whether it is one,
 * decoding shows.
 */
export function nameAvif(bytes: Uint8Array): Uint8Array {
	const named = Buffer.from(bytes);
	const [major = 8, ...compatible] = listBrandOffsets(named.subarray(0, 216));
	for (const at of named.includes("moov", 0, "latin1") ? [major] : [major, ...compatible])
		named.write("avif", at, "latin1");
	return named;
}
