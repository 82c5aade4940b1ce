import { PictureRefusal } from "./picture-refusal.ts";
import { isSvg } from "./svg-text.ts";

const acceptedFormats = ["jpeg", "png", "webp", "heif", "gif", "tiff", "svg"] as const;
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
		if (brands.some(isAvifBrand) || isPictureIn(bytes, "av1C")) return "heif";
		if (brands.some((brand) => /^he[iv]/.test(brand)) || isPictureIn(bytes, "hvcC")) throw new PictureRefusal(noHeic);
		throw new PictureRefusal(`A video or another kind of file, not a picture. ${howToSave}.`);
	}
	if (isSvg(bytes)) {
		if (allowsSvg) return "svg";
		throw new PictureRefusal(`SVG is supported for logos only. ${howToSave}.`);
	}
	throw new PictureRefusal(`Not a supported picture format. ${howToSave}.`);
}

/** Tells whether browsers show a file as an AVIF, which they recognise by its brands. */
export function isNamedAvif(bytes: Uint8Array): boolean {
	return Buffer.from(bytes.subarray(4, 8)).toString("latin1") === "ftyp" && readBrands(bytes).some(isAvifBrand);
}

function isAvifBrand(brand: string): boolean {
	return brand === "avif" || brand === "avis";
}

/** Programs name a picture by many brands, or by none of its own: its boxes tell that it is one, and how it is coded. */
function isPictureIn(bytes: Uint8Array, coding: "av1C" | "hvcC"): boolean {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return file.includes("pict", 0, "latin1") && file.includes(coding, 0, "latin1");
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
	const file = Buffer.from(bytes);
	const isFilm = file.includes("moov", 0, "latin1");
	const named = !isFilm && file.readUInt32BE(0) === 16 ? addBrand(file) : file;
	const [major = 8, ...compatible] = listBrandOffsets(named.subarray(0, 216));
	for (const at of isFilm ? [major] : [major, ...compatible]) named.write("avif", at, "latin1");
	return named;
}

const brandBytes = 4;

/** Makes room for a compatible brand in a file without any, which the decoder needs. */
function addBrand(file: Buffer): Buffer {
	const longer = Buffer.concat([file.subarray(0, 16), Buffer.alloc(brandBytes), file.subarray(16)]);
	longer.writeUInt32BE(16 + brandBytes, 0);
	try {
		shiftItems(longer, brandBytes);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		// Damaged, which decoding shows.
		return file;
	}
	return longer;
}

/** Adjusts where the items of a picture lie (ISO/IEC 14496-12, 8.11.3) to bytes inserted before them. @throws RangeError */
function shiftItems(file: Buffer, inserted: number): void {
	const box = file.indexOf("iloc", 0, "latin1");
	if (box < 0) return;
	const version = file.readUInt8(box + 4);
	const sizes = file.readUInt16BE(box + 8);
	const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
	const indexBytes = version === 0 ? 0 : sizes & 15;
	const idBytes = version < 2 ? 2 : 4;
	const shift = (at: number, bytes: number) => {
		const lowest = at + bytes - 4;
		file.writeUInt32BE(file.readUInt32BE(lowest) + inserted, lowest);
	};
	let at = box + 10;
	const items = file.readUIntBE(at, idBytes);
	at += idBytes;
	for (let item = 0; item < items; item++) {
		at += idBytes;
		const isInFile = version === 0 || (file.readUInt16BE(at) & 15) === 0;
		at += version === 0 ? 2 : 4;
		if (isInFile && baseBytes >= 4) shift(at, baseBytes);
		at += baseBytes;
		const extents = file.readUInt16BE(at);
		at += 2;
		const extentBytes = indexBytes + offsetBytes + lengthBytes;
		if (isInFile && baseBytes === 0 && offsetBytes >= 4)
			for (let extent = 0; extent < extents; extent++) shift(at + extent * extentBytes + indexBytes, offsetBytes);
		at += extents * extentBytes;
	}
}
