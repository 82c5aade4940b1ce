import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import { middle } from "./crop.ts";
import { createPictureProcessor } from "./picture-processor.server.ts";
import { getShape } from "./picture-shapes.ts";
import type { PictureMaster } from "./process-picture.server.ts";

const log = createLog({ logLevel: "silent" });
const processor = createPictureProcessor({ log });
afterAll(() => processor.close());

const read = (bytes: Uint8Array, allowsSvg = false) => processor.read(bytes, { allowsSvg });

/** Red at the left, green at the right, blue along the bottom, to recognise the orientation. */
const drawing = (width = 600, height = 400) =>
	Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="50%" height="100%" fill="#f00"/><rect x="50%" width="50%" height="100%" fill="#0f0"/><rect y="75%" width="100%" height="25%" fill="#00f"/></svg>`,
	);

async function colourAt({ body, width, height }: PictureMaster, x: number, y: number): Promise<string> {
	const { data, info } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
	const at = (Math.floor(y * height) * width + Math.floor(x * width)) * info.channels;
	const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
	const names = { red, green, blue };
	const [first, second] = Object.entries(names).toSorted(([, a], [, b]) => b - a);
	return first && second && first[1] > second[1] + 60 ? first[0] : `${red} ${green} ${blue}`;
}

function chunk(type: string, data: Buffer): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}

/** A PNG with the given header, whatever it holds. */
function writePng(width: number, height: number, rows: Buffer, extra: Buffer[] = []): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	return Buffer.concat([
		Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
		chunk("IHDR", header),
		...extra,
		chunk("IDAT", deflateSync(rows)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

/** Changes the dimensions in a JPEG's frame header. */
function lieAboutSize(jpeg: Buffer, width: number, height: number): Buffer {
	const lying = Buffer.from(jpeg);
	const at =
		[0xc0, 0xc2].map((marker) => lying.indexOf(Buffer.from([0xff, marker]))).find((found) => found !== -1) ?? 0;
	lying.writeUInt16BE(height, at + 5);
	lying.writeUInt16BE(width, at + 7);
	return lying;
}

/** A GIF of one dot in many frames. */
function writeGif(frames: number): Buffer {
	const head = Buffer.from("47494638396140014001f00000ff000000ff00", "hex");
	const frame = Buffer.from("21f90404010000002c00000000010001000002024401003b", "hex").subarray(0, -1);
	return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

describe("a picture that is uploaded", () => {
	test.each(["jpeg", "png", "webp", "avif", "gif", "tiff"] as const)("is read as %s", async (format) => {
		const master = await read(await sharp(drawing()).toFormat(format).toBuffer());
		expect([master.width, master.height]).toEqual([600, 400]);
		expect(await colourAt(master, 0.25, 0.25)).toBe("red");
		expect(await colourAt(master, 0.75, 0.25)).toBe("green");
		expect(await colourAt(master, 0.5, 0.9)).toBe("blue");
	});

	test.each([1, 2, 3, 4, 5, 6, 7, 8])("is upright when it was taken in orientation %i", async (orientation) => {
		// As a camera would have stored it: the drawing, turned the other way.
		const turned = {
			1: sharp(drawing()),
			2: sharp(drawing()).flop(),
			3: sharp(drawing()).rotate(180),
			4: sharp(drawing()).flip(),
			5: sharp(await sharp(drawing()).rotate(270).png().toBuffer()).flip(),
			6: sharp(drawing()).rotate(270),
			7: sharp(await sharp(drawing()).rotate(90).png().toBuffer()).flip(),
			8: sharp(drawing()).rotate(90),
		}[orientation];
		const stored = await sharp(await turned?.png().toBuffer())
			.jpeg()
			.withMetadata({ orientation })
			.toBuffer();
		const master = await read(stored);
		expect([master.width, master.height]).toEqual([600, 400]);
		expect(await colourAt(master, 0.25, 0.25)).toBe("red");
		expect(await colourAt(master, 0.75, 0.25)).toBe("green");
		expect(await colourAt(master, 0.5, 0.9)).toBe("blue");
	});

	test("reveals no place, time or camera", async () => {
		const withPlace = await sharp(drawing())
			.withExif({ IFD0: { Artist: "Robin Roe", Make: "Camera" }, IFD3: { GPSLatitude: "28/1 36/1 0/1" } })
			.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
			.withIccProfile("p3")
			.jpeg()
			.toBuffer();
		expect(withPlace.toString("latin1")).toContain("Robin Roe");
		const master = await read(withPlace);
		const cuts = await processor.cut(master, { focal: middle, shape: getShape("illustration") });
		for (const { body } of [master, ...cuts]) {
			const { exif, xmp, icc, iptc } = await sharp(body).metadata();
			expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
			expect(Buffer.from(body).toString("latin1")).not.toMatch(/Robin Roe|secret|GPS/);
		}
	});

	test("looks in sRGB as it did in the colours of a camera", async () => {
		const wide = await sharp({ create: { width: 500, height: 400, channels: 3, background: "#c83214" } })
			.withIccProfile("p3")
			.png()
			.toBuffer();
		const master = await read(wide);
		const { data } = await sharp(master.body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
		for (const [index, wanted] of [200, 50, 20].entries())
			expect(Math.abs((data[index] ?? 0) - wanted)).toBeLessThanOrEqual(8);
	});

	test("may be for print, in CMYK", async () => {
		const printed = await sharp(drawing()).flatten().toColourspace("cmyk").jpeg().toBuffer();
		expect((await sharp(printed).metadata()).space).toBe("cmyk");
		const master = await read(printed);
		expect((await sharp(master.body).metadata()).space).toBe("srgb");
		expect(await colourAt(master, 0.25, 0.25)).toBe("red");
	});

	test("may have 16 bits a colour", async () => {
		const deep = await sharp(drawing()).toColourspace("rgb16").png().toBuffer();
		expect((await sharp(deep).metadata()).depth).toBe("ushort");
		const master = await read(deep);
		expect((await sharp(master.body).metadata()).depth).toBe("uchar");
		expect(await colourAt(master, 0.75, 0.25)).toBe("green");
	});

	test("is its first frame, however many there are", async () => {
		const master = await read(writeGif(10_000));
		expect([master.width, master.height]).toEqual([320, 320]);
	});

	test("keeps its pixels and nothing else of the file", async () => {
		const page = "<script>alert(1)</script>PK\u0003\u0004";
		const both = Buffer.concat([await sharp(drawing()).jpeg().toBuffer(), Buffer.from(page)]);
		const master = await read(both);
		expect(Buffer.from(master.body).toString("latin1")).not.toContain("script");
		expect(await colourAt(master, 0.25, 0.25)).toBe("red");
	});

	test.each([
		["mif1", "mif1", "avif", "miaf"],
		["miaf", "mif1", "avif", "miaf"],
		["avis", "mif1", "avif", "miaf"],
		["avif", "avif", "miaf", "MA1B"],
		["avif", "miaf", "miaf", "MA1B"],
		["MA1A", "MA1A", "MA1A", "MA1A"],
		["mif2", "mif2", "miaf", "tmap"],
		["isom", "isom", "iso8", "mp41"],
		["avif", "avif", "isom", "iso6"],
		["heic", "heic", "mif1", "miaf"],
	])("is read as an AVIF of the brand %s, which is said to be of %s, %s and %s too", async (...brands) => {
		const avif = await sharp(drawing()).avif().toBuffer();
		for (const [index, brand] of brands.entries()) avif.write(brand, [8, 16, 20, 24][index] ?? 0, "latin1");
		expect(await read(avif)).toMatchObject({ width: 600, height: 400 });
	});

	test.each(["avif", "avis", "mif1", "msf1", "miaf", "heic", "isom"])(
		"is read as an AVIF of the brand %s without any compatible brand",
		async (brand) => {
			const master = await read(nameOnly(brand, await sharp(drawing()).avif().toBuffer()));
			expect(master).toMatchObject({ width: 600, height: 400 });
			expect(await colourAt(master, 0.25, 0.25)).toBe("red");
		},
	);

	test("is kept no larger than it is ever needed", async () => {
		const master = await read(await sharp(drawing(6_000, 4_000)).jpeg().toBuffer());
		expect([master.width, master.height]).toEqual([2_560, 1_707]);
	});
});

/** Gives an AVIF a brand and no compatible one; a box to skip is in their place, as the picture's bytes have to stay where they are. */
function nameOnly(brand: string, avif: Buffer): Buffer {
	const named = Buffer.from(avif);
	const end = named.readUInt32BE(0);
	named.write(brand, 8, "latin1");
	named.writeUInt32BE(16, 0);
	named.writeUInt32BE(end - 16, 16);
	named.write("free", 20, "latin1");
	return named.fill(0, 24, end);
}

describe("a file is refused, with the reason, that", () => {
	const refusals: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
		["is no picture", () => Buffer.from("%PDF-1.7 …"), /Not a supported picture/],
		["is empty", () => Buffer.alloc(0), /Not a supported picture/],
		["is a page", () => Buffer.from("<!doctype html><svg></svg>"), /Not a supported picture/],
		["is an SVG", () => drawing(), /SVG.*logos only/],
		[
			"is an SVG with a head",
			() => Buffer.from(`<?xml version="1.0"?>\n<!-- by hand -->\n${drawing().toString()}`),
			/SVG/,
		],
		[
			"is a photo as an iPhone keeps it",
			() => Buffer.from("\0\0\0\u0018ftypheic\0\0\0\0mif1heic", "latin1"),
			/HEIC.*JPEG/,
		],
		[
			"is a photo of the same kind by another name",
			() => Buffer.from("\0\0\0\u0018ftypmif1\0\0\0\0mif1heix", "latin1"),
			/HEIC.*JPEG/,
		],
		[
			"is a photo of the same kind without a brand of it",
			() => Buffer.from("\0\0\0\u0010ftypmif1\0\0\0\0\0\0\0\u0010metapicthvcC", "latin1"),
			/HEIC.*JPEG/,
		],
		[
			"is a damaged AVIF without a compatible brand",
			() =>
				Buffer.from("\0\0\0\u0010ftypavif\0\0\0\0\0\0\0\u0010metailoc\u0002\0\0\0DD\u00ff\u00ff\u00ff\u00ff", "latin1"),
			/Damaged/,
		],
		["is a film", () => Buffer.from("\0\0\0\u0018ftypisom\0\0\0\0isommp42", "latin1"), /video/],
		[
			"has more than 15 MB",
			() => Buffer.concat([Buffer.from("\u00ff\u00d8\u00ff", "latin1"), Buffer.alloc(15_000_000)]),
			/15 MB/,
		],
		["ends too early", async () => (await sharp(drawing()).jpeg().toBuffer()).subarray(0, 2_000), /Damaged/],
		[
			"is a PNG that ends too early",
			async () => (await sharp(drawing()).png().toBuffer()).subarray(0, -600),
			/Damaged/,
		],
		["only begins like a picture", () => Buffer.from("\u0089PNG\r\n\u001a\n and then nothing", "latin1"), /Damaged/],
		["is a page that begins like a GIF", () => Buffer.from("GIF89a=1;/*<script>alert(1)</script>*/"), /Damaged/],
		["says that it is larger than what it holds", () => writePng(5_000, 5_000, Buffer.alloc(3_000)), /Damaged/],
		[
			"is a JPEG that says so",
			async () => lieAboutSize(await sharp(drawing(64, 64)).jpeg().toBuffer(), 6_000, 6_000),
			/Damaged/,
		],
		[
			"would unpack to more than fits into memory",
			() => writePng(60_000, 60_000, Buffer.alloc(20_000_000)),
			/3,600 megapixels.*limit is 50/,
		],
		[
			"has 65 megapixels",
			async () => lieAboutSize(await sharp(drawing(64, 64)).jpeg().toBuffer(), 10_000, 6_500),
			/65 megapixels/,
		],
	];
	test.each(refusals)("%s", async (_what, make, reason) => {
		await expect(read(await make())).rejects.toThrow(
			expect.objectContaining({ name: "PictureRefusal", message: expect.stringMatching(reason) }),
		);
	});
});

test("a PNG whose texts would unpack to gigabytes is read, or refused, in little memory", async () => {
	const text = Buffer.concat([
		Buffer.from("Comment\0\0", "latin1"),
		deflateSync(Buffer.alloc(500_000_000), { level: 9 }),
	]);
	const rows = Buffer.concat(
		Array.from({ length: 400 }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(1_800, 200)])),
	);
	const bomb = writePng(
		600,
		400,
		rows,
		Array.from({ length: 6 }, () => chunk("zTXt", text)),
	);
	const outcome = await read(bomb).then(
		({ width }) => width,
		(error: Error) => error.name,
	);
	expect([600, "PictureRefusal"]).toContain(outcome);
});

describe("a logo may be an SVG, which is drawn and never shown as it is:", () => {
	const svg = (content: string, head = "") =>
		Buffer.from(
			`${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 300 100">${content}</svg>`,
		);

	test("sharp, whatever its declared size", async () => {
		const master = await read(svg('<rect width="300" height="100" fill="#00f"/><script>alert(1)</script>'), true);
		expect([master.width, master.height]).toEqual([960, 320]);
		expect(Buffer.from(master.body).toString("latin1")).not.toContain("alert");
		expect(await colourAt(master, 0.5, 0.5)).toBe("blue");
	});

	test("without external content", async () => {
		const secret = new URL("picture-program.server.ts", import.meta.url).href;
		const master = await read(
			svg(
				`<image xlink:href="${secret}" width="300" height="100"/><image href="http://127.0.0.1:9/x.png" width="300" height="100"/><rect width="300" height="100" fill="#0f0"/>`,
			),
			true,
		);
		expect(await colourAt(master, 0.5, 0.5)).toBe("green");
	});

	const shape = '<path d="M0 0H300V100H0Z" fill="#00f"/>';
	const namespace = "http://www.w3.org/2000/svg";
	const entities = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
		<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
		<!ENTITY ns_ai 'http://ns.adobe.com/AdobeIllustrator/10.0/'>
		<!ENTITY ns_svg "${namespace}">
		<!ENTITY st0 "fill:#0000FF;">
	]>`;
	test.each([
		[
			"by Illustrator, with entities and its own data",
			Buffer.from(
				`<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator -->\n${entities}\n<svg xmlns="&ns_svg;" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" viewBox="0 0 300 100"><switch><foreignObject requiredExtensions="&ns_ai;"><i:pgfRef xlink:href="#data"/></foreignObject><g i:extraneous="self"><path style="&st0;" d="M0 0H300V100H0Z"/></g></switch><i:pgf id="data">A&amp;B</i:pgf></svg>`,
			),
		],
		[
			"in UTF-16 with a byte order mark",
			Buffer.from(
				`\ufeff<?xml version="1.0" encoding="UTF-16"?><svg xmlns="${namespace}" viewBox="0 0 300 100">${shape}</svg>`,
				"utf16le",
			),
		],
		[
			"in UTF-16 without one, in the other order",
			Buffer.from(`<svg xmlns="${namespace}" viewBox="0 0 300 100">${shape}</svg>`, "utf16le").swap16(),
		],
		[
			"in Latin-1",
			Buffer.from(
				`<?xml version="1.0" encoding="ISO-8859-1"?><svg xmlns="${namespace}" viewBox="0 0 300 100"><title>Café</title>${shape}</svg>`,
				"latin1",
			),
		],
		[
			"with a prefix",
			Buffer.from(
				`<svg:svg xmlns:svg="${namespace}" viewBox="0 0 300 100"><svg:g><svg:path d="M0 0H300V100H0Z" fill="#00f"/></svg:g></svg:svg>`,
			),
		],
		[
			"by Inkscape, with elements of others",
			Buffer.from(
				`\n<svg xmlns="${namespace}" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" viewBox="0 0 300 100"><sodipodi:namedview inkscape:zoom="2"><path d="M0 0H300V100H0Z"/></sodipodi:namedview>${shape}</svg>`,
			),
		],
		[
			"with a head longer than any program reads",
			Buffer.from(
				`<!--${"–".repeat(3_000)}--><svg xmlns="${namespace}" viewBox="0 0 300 100"><defs><g id="a">${shape}</g></defs><use xlink:href="#a"/></svg>`,
			),
		],
	])("drawn when it is written %s", async (_what, bytes) => {
		const master = await read(bytes, true);
		expect([master.width, master.height]).toEqual([960, 320]);
		expect(await colourAt(master, 0.5, 0.5)).toBe("blue");
	});

	test.each([
		[
			"an entity of another file",
			svg("<text>&file;</text>", '<!DOCTYPE svg [<!ENTITY file SYSTEM "file:///etc/passwd">]>'),
			/entities/,
		],
		["an entity of markup", svg("&a;", `<!DOCTYPE svg [<!ENTITY a "<path/>">]>`), /entities/],
		["an entity of a document type", svg("", `<!DOCTYPE svg [<!ENTITY % a "b">%a;]>`), /entities/],
		["an entity that is never defined", svg("<text>&none;</text>"), /Damaged/],
		["a head made to be read for hours", Buffer.from(`<!--${"--><!--Y[".repeat(30_000)}a`), /Damaged|Not a supported/],
		[
			"entities that multiply",
			svg("<text>&lol9;</text>", '<!DOCTYPE svg [<!ENTITY lol "lol"><!ENTITY lol9 "&lol;&lol;&lol;&lol;">]>'),
			/entities/,
		],
		[
			"sides beyond measure",
			Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>'),
			/8,100 megapixels/,
		],
		["half a megabyte of paths", svg(`<path d="${"M0 0L1 1".repeat(80_000)}"/>`), /500 KB/],
		["what is no XML", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><rect></svg>"), /Damaged/],
	])("refused with %s", async (_what, bytes, reason) => {
		await expect(read(bytes, true)).rejects.toThrow(reason);
	});
});

describe("a picture is cut for its place", () => {
	test("in each width, light enough, around its focal point", async () => {
		const master = await read(await sharp(drawing(2_400, 1_200)).jpeg().toBuffer());
		const left = await processor.cut(master, { focal: { x: 0, y: 0.2 }, shape: getShape("portrait") });
		const right = await processor.cut(master, { focal: { x: 1, y: 0.2 }, shape: getShape("portrait") });
		expect(left.map(({ width, height }) => [width, height])).toEqual([
			[240, 240],
			[480, 480],
		]);
		for (const { body } of [...left, ...right]) {
			expect(body.length).toBeLessThanOrEqual(40_000);
			expect(Buffer.from(body).toString("latin1", 4, 12)).toBe("ftypavif");
		}
		expect(await colourAt(left[1] as PictureMaster, 0.5, 0.3)).toBe("red");
		expect(await colourAt(right[1] as PictureMaster, 0.5, 0.3)).toBe("green");
	});

	test("with less detail where it would be too heavy, and in better quality where it is not", async () => {
		const noise = await sharp({
			create: {
				width: 400,
				height: 250,
				channels: 3,
				background: "#888",
				noise: { type: "gaussian", mean: 128, sigma: 30 },
			},
		})
			.blur(1.2)
			.jpeg()
			.toBuffer();
		// A quarter as wide, because encoding takes as long as there are pixels.
		const shape = { ...getShape("card"), widths: [120, 240], maxBytes: 2_500 };
		const [, whole] = await processor.cut(await read(noise), { focal: middle, shape });
		expect(whole?.body.length).toBeLessThanOrEqual(2_500);
		expect(whole?.body.length).toBeGreaterThan(1_000);
	});

	test("never larger than it is", async () => {
		const master = await read(await sharp(drawing(700, 700)).png().toBuffer());
		const cuts = await processor.cut(master, { focal: middle, shape: getShape("card") });
		expect(cuts.map(({ width, height }) => [width, height])).toEqual([
			[480, 300],
			[700, 438],
		]);
	});

	test("and has a narrower copy when it has no more pixels than the place needs", async () => {
		const master = await read(await sharp(drawing(480, 480)).png().toBuffer());
		const cuts = await processor.cut(master, { focal: middle, shape: getShape("card") });
		expect(cuts.map(({ width }) => width)).toEqual([240, 480]);
	});

	test("unless it has too few pixels", async () => {
		const master = await read(await sharp(drawing(300, 300)).png().toBuffer());
		await expect(processor.cut(master, { focal: middle, shape: getShape("card") })).rejects.toThrow(
			/300 × 188 pixels fit.*at least 480 × 300/,
		);
	});

	test("unless it is too heavy in the lowest quality", async () => {
		const master = await read(await sharp(drawing(960, 600)).png().toBuffer());
		const shape = { ...getShape("card"), maxBytes: 200 };
		await expect(processor.cut(master, { focal: middle, shape })).rejects.toThrow(
			/Too detailed: \d+ KB at the lowest quality; the limit is 1 KB/,
		);
	});
});

test("a process that takes too long is ended, and the next picture gets another", async () => {
	const impatient = createPictureProcessor({ log, timeoutMs: 1 });
	try {
		const picture = await sharp(drawing()).png().toBuffer();
		await expect(impatient.read(picture, { allowsSvg: false })).rejects.toThrow(/Too large or complex/);
	} finally {
		await impatient.close();
	}
	expect((await read(await sharp(drawing()).png().toBuffer())).width).toBe(600);
});

test("a picture that is read when the server stops is refused for that, and so is a later one", async () => {
	const stopping = createPictureProcessor({ log });
	const picture = await sharp(drawing()).png().toBuffer();
	const begun = stopping.read(picture, { allowsSvg: false });
	await Promise.all([expect(begun).rejects.toThrow(/The server was stopped/), stopping.close()]);
	await expect(stopping.read(picture, { allowsSvg: false })).rejects.toThrow(/The server was stopped/);
});
