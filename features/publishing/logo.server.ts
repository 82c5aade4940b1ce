import { shortenName } from "../../shared/short-name.ts";
import type { Content } from "./documents/content.ts";
import { loadSharp } from "./drawing-libraries.server.ts";

/** The basis of a company's icons and cards. */
export type Brand = {
	/** As the content says it. */
	accentColour: string;
	/** Bytes of the logo; without one, the mark is drawn in the accent colour. */
	logo?: Buffer | undefined;
	/** Bytes of the logo for squares. */
	squareLogo?: Buffer | undefined;
	shortName: string;
};

/** A logo that every mail program and network can show; sizes in pixels. */
export type DrawnLogo = { png: Buffer; width: number; height: number };

/** Twice its height in e-mails. */
const logoHeight = 80;
const maxLogoWidth = 480;

/**
 * Collects what a company's icons are drawn from.
 * @param read returns the bytes of a picture by path below pictures/
 */
export async function readBrand(
	{ company }: Pick<Content, "company">,
	read: (src: string) => Promise<Buffer | undefined>,
): Promise<Brand> {
	const { accentColour, logo, squareLogo } = company;
	return {
		accentColour,
		logo: logo && (await read(logo.src)),
		squareLogo: squareLogo && (await read(squareLogo.src)),
		shortName: shortenName(company),
	};
}

/** Draws a logo as PNG, as large as fits into a box. */
export async function fitLogo(logo: Buffer, box: { width: number; height: number }): Promise<DrawnLogo> {
	const sharp = await loadSharp();
	const { format, width, height } = await sharp(logo).metadata();
	const scale = Math.min(box.width / width, box.height / height);
	const density = format === "svg" ? Math.min(Math.max(72 * scale, 1), 2_400) : undefined;
	const { data, info } = await sharp(logo, density === undefined ? {} : { density })
		.resize({ ...box, fit: "inside" })
		.png()
		.toBuffer({ resolveWithObject: true });
	return { png: data, width: info.width, height: info.height };
}

/** Draws the logo for e-mails and search engines. */
export async function drawLogo(logo: Buffer): Promise<Buffer> {
	const { png } = await fitLogo(logo, { width: maxLogoWidth, height: logoHeight });
	return png;
}
