import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { Plugin } from "vite";
import type { Accent } from "../shared/accent.ts";
import { palette } from "../shared/palette.ts";

const moduleId = "virtual:favicon";
const source = new URL("../site/favicon.svg", import.meta.url);

/** How each icon is drawn from the mark, by its path on the site. */
const icons: Readonly<Record<string, { type: string; draw(mark: string): Promise<Buffer> }>> = {
	"favicon.svg": { type: "image/svg+xml", draw: async (mark) => Buffer.from(mark) },
	"favicon.ico": { type: "image/x-icon", draw: async (mark) => wrapAsIcon(await drawTile(mark, 32, 32), 32) },
	"apple-touch-icon.png": { type: "image/png", draw: (mark) => drawTile(mark, 180, 136) },
	"icon-512.png": { type: "image/png", draw: (mark) => drawTile(mark, 512, 330) },
};

/**
 * Draws the site's icons from site/favicon.svg, in which `currentColor` stands for the accent colour; the module "virtual:favicon" is the
 * address of the first for use within a page. They are made with the site, so that they cannot show another colour than it.
 */
export function iconsPlugin({ fill }: Accent): Plugin {
	const readMark = async () => (await readFile(source, "utf8")).trim().replaceAll("currentColor", fill);
	return {
		name: "icons",
		resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
		load: async (id) =>
			id === `\0${moduleId}` ? `export default ${JSON.stringify(toAddress(await readMark()))};` : undefined,
		async generateBundle() {
			if (this.environment.name !== "client") return;
			const mark = await readMark();
			for (const [fileName, { draw }] of Object.entries(icons))
				this.emitFile({ type: "asset", fileName, source: await draw(mark) });
		},
		configureServer({ middlewares }) {
			for (const [name, { type, draw }] of Object.entries(icons))
				middlewares.use(`/${name}`, async (_request, response) => {
					response.setHeader("Content-Type", type).end(await draw(await readMark()));
				});
		},
	};
}

/** As short as an address of it can be: only what would end an attribute or an address is escaped. */
function toAddress(svg: string): string {
	return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll(/[#%<>\s]/g, encodeURIComponent)}`;
}

/** The mark in the middle of a paper square, as PNG; sizes in pixels. */
async function drawTile(mark: string, size: number, markSize: number): Promise<Buffer> {
	const inner = await sharp(Buffer.from(mark), { density: 2 * markSize })
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
