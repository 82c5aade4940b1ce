import sharp from "sharp";
import { palette } from "../../shared/palette.ts";
import type { iconPaths } from "./icon-paths.ts";
import { drawMark } from "./mark.ts";

type IconPath = (typeof iconPaths)[number];
type Icon = { type: string; draw(accentColour: string): Promise<Buffer> };

/** What stands for the site in tabs, on home screens and in search results, by path; each is drawn with a company's accent colour. */
export const icons: Readonly<Record<IconPath, Icon>> = {
	"/favicon.svg": { type: "image/svg+xml", draw: async (accentColour) => Buffer.from(drawMark(accentColour)) },
	"/favicon.ico": {
		type: "image/x-icon",
		draw: async (accentColour) => wrapAsIcon(await drawTile(accentColour, 32, 32), 32),
	},
	"/apple-touch-icon.png": { type: "image/png", draw: (accentColour) => drawTile(accentColour, 180, 136) },
	"/icon-512.png": { type: "image/png", draw: (accentColour) => drawTile(accentColour, 512, 330) },
};

/** The mark in the middle of a paper square, as PNG; sizes in pixels. */
async function drawTile(accentColour: string, size: number, markSize: number): Promise<Buffer> {
	const inner = await sharp(Buffer.from(drawMark(accentColour)), { density: 2 * markSize })
		.resize(markSize, markSize)
		.toBuffer();
	return sharp({ create: { width: size, height: size, channels: 4, background: palette.paper } })
		.composite([{ input: inner, gravity: "centre" }])
		.png({ palette: true })
		.toBuffer();
}

/** An .ico file may hold a PNG: a six-byte header and one sixteen-byte directory entry stand before it. */
function wrapAsIcon(png: Buffer, size: number): Buffer {
	const header = Buffer.alloc(22);
	header.writeUInt16LE(1, 2);
	header.writeUInt16LE(1, 4);
	header.writeUInt8(size, 6);
	header.writeUInt8(size, 7);
	header.writeUInt16LE(1, 10);
	header.writeUInt16LE(32, 12);
	header.writeUInt32LE(png.length, 14);
	header.writeUInt32LE(header.length, 18);
	return Buffer.concat([header, png]);
}
