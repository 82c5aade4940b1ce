import { createElement as h } from "react";
import { deriveAccent, type Accent } from "../../shared/accent.ts";
import { pathOfCalls } from "../../shared/call-type.ts";
import { palette } from "../../shared/palette.ts";
import type { PageMeta } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";
import { loadSatori, loadSharp } from "./drawing-libraries.server.ts";
import { loadDrawnFonts } from "./drawn-fonts.server.ts";
import { fitLogo } from "./logo.server.ts";
import { listIndexedPaths, pathOfLandingPage } from "./site-paths.ts";

const width = 1200;
const height = 630;

/** An Open Graph picture: a page's title and the company's name, in its colour. */
export type Card = { title: string; siteName: string; accentColour: string };

/** Lists the Open Graph pictures of pages with their own, by path. */
export function listCards(content: Content): Map<string, Card> {
	const { company, services, projects, callPages, posts, landingPages, pages } = content;
	const titles = new Map([
		...Object.entries(pages).map(([path, meta]) => [path, titleOf(meta)] as const),
		...services.map(({ slug, meta }) => [`/case-study/${slug}`, titleOf(meta)] as const),
		...projects.map(({ slug, meta }) => [`/portfolio/${slug}`, titleOf(meta)] as const),
		...callPages.map(({ slug, meta }) => [pathOfCalls(slug), titleOf(meta)] as const),
		...posts.map(({ slug, title }) => [`/blog/${slug}`, title] as const),
		...landingPages.map((page) => [pathOfLandingPage(page), titleOf(page.meta)] as const),
	]);
	return new Map(
		listIndexedPaths(content).map((path) => [
			path,
			{ title: titles.get(path) ?? company.name, siteName: company.name, accentColour: company.accentColour },
		]),
	);
}

function titleOf({ ogTitle, title }: PageMeta): string {
	return ogTitle ?? title;
}

/**
 * Draws a card as PNG, the format that every network accepts. Characters that no font has, such as emoji, are left out.
 * @param logo bytes of the company's logo
 */
export async function drawCard({ title, siteName: name, accentColour }: Card, logo?: Buffer): Promise<Buffer> {
	const [satori, sharp] = await Promise.all([loadSatori(), loadSharp()]);
	const siteName = await withoutUnknown(name);
	const heading = (await withoutUnknown(title.split(` | ${name}`)[0] ?? title)) || siteName;
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
			logo
				? h(
						"div",
						{ style: { display: "flex", alignItems: "center", gap: 20 } },
						await drawCardLogo(logo),
						h("div", { style: nameStyle }, siteName),
					)
				: h("div", { style: nameStyle }, siteName),
		),
		h("img", {
			src: `data:image/svg+xml;base64,${Buffer.from(drawTower(deriveAccent(accentColour))).toString("base64")}`,
			width: 360,
			height,
			style: {},
		}),
	);
	const svg = await satori(card, { width, height, fonts: await loadDrawnFonts() });
	// A palette would save two thirds and take five times as long; only social networks fetch it.
	return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Leaves out the characters that no font has. */
async function withoutUnknown(text: string): Promise<string> {
	const satori = await loadSatori();
	const unknown = new Set<string>();
	await satori(h("div", { style: nameStyle }, text), {
		width,
		height,
		fonts: await loadDrawnFonts(),
		// Asked for the characters that it cannot draw.
		async loadAdditionalAsset(_script, characters) {
			for (const { segment } of graphemes.segment(characters)) unknown.add(segment);
			return [];
		},
	});
	const known = [...graphemes.segment(text)].map(({ segment }) => (unknown.has(segment) ? "" : segment));
	return known.join("").replaceAll(/\s+/g, " ").trim();
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const nameStyle = { fontFamily: "Instrument", fontSize: 30, color: palette.body };

async function drawCardLogo(logo: Buffer) {
	const { png, width: logoWidth, height: logoHeight } = await fitLogo(logo, { width: 300, height: 64 });
	return h("img", {
		src: `data:image/png;base64,${png.toString("base64")}`,
		width: logoWidth,
		height: logoHeight,
		style: {},
	});
}

/** The mark of the site: a tower of isometric blocks, the top one in the accent colour. */
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
