import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import pMap from "p-map";
import { createElement as h } from "react";
import satori, { type SatoriOptions } from "satori";
import sharp from "sharp";
import { cardPathOf } from "../features/publishing/site-paths.ts";
import { findElements } from "../platform/pages/html-elements.ts";
import type { Accent } from "../shared/accent.ts";
import { palette } from "../shared/palette.ts";

const width = 1200;
const height = 630;

/**
 * Draws the Open Graph picture of every page from the page's own head, as PNG, the one format every network accepts.
 *
 * @param clientDirectory absolute path of build/client, where the prerendered pages lie and the cards go
 * @param paths the pages' paths, such as /aboutUs
 * @param published titles of pages that are not made before the server runs, by their paths
 */
export async function makeCards(
	clientDirectory: string,
	{ paths, published, siteName }: { paths: string[]; published: ReadonlyMap<string, string>; siteName: string },
	accent: Accent,
): Promise<void> {
	const fonts = await loadFonts();
	await pMap(
		paths,
		async (path) => {
			const title = published.get(path) ?? (await readTitle(clientDirectory, path));
			const file = join(clientDirectory, cardPathOf(path));
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, await drawCard(title, siteName, accent, fonts));
		},
		{ concurrency: 2 },
	);
}

async function readTitle(clientDirectory: string, path: string): Promise<string> {
	return readProperty(await readFile(join(clientDirectory, path, "index.html"), "utf8"), "og:title", path);
}

async function drawCard(
	title: string,
	siteName: string,
	accent: Accent,
	fonts: SatoriOptions["fonts"],
): Promise<Buffer> {
	const [heading = title] = title.split(` | ${siteName}`);
	const card = h(
		"div",
		{ style: { display: "flex", width, height, background: palette.paper, color: palette.ink } },
		h(
			"div",
			{
				style: {
					display: "flex",
					flexDirection: "column",
					justifyContent: "space-between",
					width: 840,
					padding: "72px 0 64px 72px",
				},
			},
			h(
				"div",
				{
					style: {
						fontFamily: "Bricolage",
						fontSize: heading.length > 50 ? 64 : 76,
						lineHeight: 1.08,
						letterSpacing: "-0.02em",
					},
				},
				heading,
			),
			h("div", { style: { fontFamily: "Instrument", fontSize: 30, color: palette.body } }, siteName),
		),
		h("img", {
			src: `data:image/svg+xml;base64,${Buffer.from(drawTower(accent)).toString("base64")}`,
			width: 360,
			height,
			style: {},
		}),
	);
	const svg = await satori(card, { width, height, fonts });
	// A palette would make the file a third as large, in five times the time; only a social network ever fetches it.
	return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The mark of the site as a tower of blocks on the isometric grid, the top one in the accent colour. */
function drawTower({ fill }: Accent): string {
	const block = (x: number, y: number, top: string) => `
		<g transform="translate(${x} ${y})" stroke="${palette.ink}" stroke-width="3" stroke-linejoin="round">
			<path d="M0 0 104 60 0 120 -104 60Z" fill="${top}"/>
			<path d="M-104 60 0 120V240L-104 180Z" fill="${palette.white}"/>
			<path d="M104 60 0 120V240L104 180Z" fill="${palette.sand}"/>
		</g>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="630" viewBox="0 0 360 630">
		<path d="M150 400 358 520 150 640 -58 520Z" fill="${palette.sand}"/>
		${block(254, 330, palette.paper)}${block(46, 330, palette.paper)}${block(150, 390, palette.paper)}${block(150, 270, palette.paper)}${block(150, 150, fill)}
	</svg>`;
}

function readProperty(html: string, property: string, path: string): string {
	const [element] = findElements(html, (name, attributes) => name === "meta" && attributes.property === property);
	if (element?.attributes.content === undefined) throw new Error(`The page ${path} has no ${property}`);
	return element.attributes.content;
}

async function loadFonts(): Promise<SatoriOptions["fonts"]> {
	const read = (file: string) => readFile(new URL(`../node_modules/@fontsource/${file}`, import.meta.url));
	return [
		{
			name: "Bricolage",
			data: await read("bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff"),
			weight: 700,
		},
		{
			name: "Instrument",
			data: await read("instrument-sans/files/instrument-sans-latin-500-normal.woff"),
			weight: 500,
		},
	];
}
