import { loadSharp } from "./drawing-libraries.server.ts";
import { shortenName } from "../../shared/short-name.ts";
import type { Content } from "./documents/content.ts";

/** What stands for a company in pictures that are drawn of it. */
export type Brand = {
	/** As the content says it. */
	accentColour: string;
	/** Bytes of the company's own logo; without one, the mark is drawn in the colour. */
	logo?: Buffer | undefined;
	/** Of the one for squares. */
	squareLogo?: Buffer | undefined;
	/** What the company is called for short. */
	shortName: string;
};

/** A logo as a picture that every mail program and every network can show; sizes in pixels. */
export type DrawnLogo = { png: Buffer; width: number; height: number };

/** Twice as high as e-mails show it. */
const logoHeight = 80;
const maxLogoWidth = 480;

/**
 * Gathers what stands for a company.
 *
 * @param read gives the bytes of a picture by its path below pictures/
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

/** Draws a logo as PNG, as large as it fits into a box of these sides. */
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

/** Draws what e-mails and search engines show. */
export async function drawLogo(logo: Buffer): Promise<Buffer> {
	const { png } = await fitLogo(logo, { width: maxLogoWidth, height: logoHeight });
	return png;
}
