import sharp from "sharp";
import { palette } from "../../shared/palette.ts";
import type { iconPaths } from "./icon-paths.ts";
import { fitLogo, type Brand } from "./logo.server.ts";
import { drawMark } from "./mark.ts";

type IconPath = (typeof iconPaths)[number];
type Icon = { type: string; draw(brand: Brand): Promise<Buffer> };

/** What stands for the site in tabs, on home screens and in search results, by path; each is drawn of a company's logo, or with its colour. */
export const icons: Readonly<Record<IconPath, Icon>> = {
	"/favicon.svg": {
		type: "image/svg+xml",
		draw: async ({ accentColour, logo }) => Buffer.from(logo ? await wrapAsSvg(logo) : drawMark(accentColour)),
	},
	"/favicon.ico": {
		type: "image/x-icon",
		draw: async (brand) => wrapAsIcon(await drawTile(brand, 32, brand.logo ? 28 : 32), 32),
	},
	"/apple-touch-icon.png": { type: "image/png", draw: (brand) => drawTile(brand, 180, 136) },
	"/icon-512.png": { type: "image/png", draw: (brand) => drawTile(brand, 512, 330) },
};

/** The logo, or the mark, in the middle of a paper square, as PNG; sizes in pixels. */
async function drawTile({ accentColour, logo }: Brand, size: number, markSize: number): Promise<Buffer> {
	const inner = logo
		? (await fitLogo(logo, { width: markSize, height: markSize })).png
		: await sharp(Buffer.from(drawMark(accentColour)), { density: 2 * markSize })
				.resize(markSize, markSize)
				.toBuffer();
	return sharp({ create: { width: size, height: size, channels: 4, background: palette.paper } })
		.composite([{ input: inner, gravity: "centre" }])
		.png({ palette: true })
		.toBuffer();
}

/** On paper too: a tab may be dark, and a logo as well. */
async function wrapAsSvg(logo: Buffer): Promise<string> {
	const { png } = await fitLogo(logo, { width: 112, height: 112 });
	return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" rx="10" fill="${palette.paper}"/><image x="4" y="4" width="56" height="56" href="data:image/png;base64,${png.toString("base64")}"/></svg>`;
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
