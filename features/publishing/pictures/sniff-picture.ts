import { PictureRefusal } from "./picture-refusal.ts";

export const acceptedFormats = ["jpeg", "png", "webp", "heif", "gif", "tiff", "svg"] as const;
/** As sharp names them; "heif" is AVIF. */
export type PictureFormat = (typeof acceptedFormats)[number];

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
		if (begins("avif", 8) || begins("avis", 8)) return "heif";
		throw new PictureRefusal(
			begins("hei", 8) || begins("hev", 8) || begins("mif1", 8) || begins("msf1", 8)
				? "HEIC files are not supported. On an iPhone, share the photo as “Most compatible”, or save it as JPEG."
				: `A video or another kind of file, not a picture. ${howToSave}.`,
		);
	}
	if (looksLikeSvg(bytes)) {
		if (allowsSvg) return "svg";
		throw new PictureRefusal(`SVG is supported for logos only. ${howToSave}.`);
	}
	throw new PictureRefusal(`Not a supported picture format. ${howToSave}.`);
}

/** An XML text whose first element is svg. */
function looksLikeSvg(bytes: Uint8Array): boolean {
	const text = Buffer.from(bytes.subarray(0, 4_096)).toString("utf8");
	return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE\s+svg\b[^>[]*(?:\[[\s\S]*?\]\s*)?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(
		text,
	);
}
