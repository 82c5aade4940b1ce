import { palette } from "../../shared/palette.ts";
import type { AppIcon } from "./app-icons.ts";
import { loadSharp } from "./drawing-libraries.server.ts";
import type { iconPaths } from "./icon-paths.ts";
import { drawInitial, findInitial } from "./initial.server.ts";
import { fitLogo, type Brand } from "./logo.server.ts";
import { drawMark } from "./mark.ts";

type IconPath = (typeof iconPaths)[number];
/** A wider logo, relative to its height, would be unreadable in a tab. */
const widestInSquare = 2;
/** Of a square with sides of 64. */
const cornerRadius = 10;

type Icon = { type: string; draw(brand: Brand): Promise<Buffer> };

/** The icons for tabs, home screens and search results, by path, drawn from the company's logo or in its colour. */
export const icons: Readonly<Record<IconPath, Icon>> = {
	"/favicon.svg": {
		type: "image/svg+xml",
		draw: async (brand) => {
			const sign = await findSign(brand);
			if (sign.kind === "logo") return Buffer.from(await wrapAsSvg(sign.logo));
			const { accentColour } = brand;
			return Buffer.from(
				sign.kind === "initial" ? await drawInitial(sign.initial, accentColour, cornerRadius) : drawMark(accentColour),
			);
		},
	},
	"/favicon.ico": {
		type: "image/x-icon",
		draw: async (brand) => wrapAsIcon(await drawTile(brand, 32, { logo: 28, mark: 32 }), 32),
	},
	"/apple-touch-icon.png": { type: "image/png", draw: (brand) => drawTile(brand, 180, { logo: 136, mark: 136 }) },
	"/icon-512.png": { type: "image/png", draw: (brand) => drawTile(brand, 512, { logo: 330, mark: 330 }) },
};

type Sign = { kind: "logo"; logo: Buffer } | { kind: "initial"; initial: string } | { kind: "mark" };

/** Chooses what is readable in a square: docs/product/studio.md, Logo. */
async function findSign({ logo, squareLogo, shortName }: Brand): Promise<Sign> {
	if (squareLogo) return { kind: "logo", logo: squareLogo };
	if (!logo) return { kind: "mark" };
	const sharp = await loadSharp();
	const { width, height } = await sharp(logo).metadata();
	const initial = width / height > widestInSquare ? findInitial(shortName) : undefined;
	return initial === undefined ? { kind: "logo", logo } : { kind: "initial", initial };
}

/** Draws the company's square icon on the desk. */
export function drawDeskIcon(brand: Brand): Promise<Buffer> {
	return drawTile(brand, 64, { logo: 56, mark: 64 });
}

/** Draws the icon of the installed desk. */
export function drawAppIcon(brand: Brand, { size, isMaskable }: AppIcon): Promise<Buffer> {
	// A mask may leave a circle of 80 % of the side, which a square of 56 % and the mark's hexagon of 64 % fit into.
	return drawTile(brand, size, { logo: Math.round(size * (isMaskable ? 0.56 : 0.75)), mark: Math.round(size * 0.64) });
}

/** Draws an initial on a square of its colour, or a logo or mark centred on paper. PNG; sizes in pixels. */
async function drawTile(brand: Brand, size: number, inside: { logo: number; mark: number }): Promise<Buffer> {
	const { accentColour } = brand;
	const sign = await findSign(brand);
	const sharp = await loadSharp();
	if (sign.kind === "initial")
		return sharp(Buffer.from(await drawInitial(sign.initial, accentColour, 0)), { density: (72 * size) / 64 })
			.resize(size, size)
			.png({ palette: true })
			.toBuffer();
	const inner =
		sign.kind === "logo"
			? (await fitLogo(sign.logo, { width: inside.logo, height: inside.logo })).png
			: await sharp(Buffer.from(drawMark(accentColour)), { density: 2 * inside.mark })
					.resize(inside.mark, inside.mark)
					.toBuffer();
	return sharp({ create: { width: size, height: size, channels: 4, background: palette.paper } })
		.composite([{ input: inner, gravity: "centre" }])
		.png({ palette: true })
		.toBuffer();
}

/** On paper too: a tab may be dark, and so may the logo. */
async function wrapAsSvg(logo: Buffer): Promise<string> {
	const { png } = await fitLogo(logo, { width: 112, height: 112 });
	return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" rx="${cornerRadius}" fill="${palette.paper}"/><image x="4" y="4" width="56" height="56" href="data:image/png;base64,${png.toString("base64")}"/></svg>`;
}

/** An .ico file may hold a PNG after a header of six bytes and one directory entry of sixteen. */
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
