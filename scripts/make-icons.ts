import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

/** Writes the raster icons beside site/public/favicon.svg: touch icon, app icon, and favicon.ico for those who ask for it by habit. */
const publicDirectory = new URL("../site/public/", import.meta.url);
const mark = await readFile(new URL("favicon.svg", publicDirectory));
const paper = "#FBF8F3";

async function draw(size: number, markSize: number): Promise<Buffer> {
	const inner = await sharp(mark, { density: 2 * markSize })
		.resize(markSize, markSize)
		.toBuffer();
	return sharp({ create: { width: size, height: size, channels: 4, background: paper } })
		.composite([{ input: inner, gravity: "centre" }])
		.png({ palette: true })
		.toBuffer();
}

await writeFile(new URL("apple-touch-icon.png", publicDirectory), await draw(180, 136));
await writeFile(new URL("icon-512.png", publicDirectory), await draw(512, 330));

// An .ico file may hold a PNG: a six-byte header and one sixteen-byte directory entry stand before it.
const png = await draw(32, 32);
const header = Buffer.alloc(22);
header.writeUInt16LE(1, 2);
header.writeUInt16LE(1, 4);
header.writeUInt8(32, 6);
header.writeUInt8(32, 7);
header.writeUInt16LE(1, 10);
header.writeUInt16LE(32, 12);
header.writeUInt32LE(png.length, 14);
header.writeUInt32LE(header.length, 18);
await writeFile(new URL("favicon.ico", publicDirectory), Buffer.concat([header, png]));
