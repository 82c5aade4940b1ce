import sharp from "sharp";
import { expect, test } from "vitest";
import { secondCompanyDirectory } from "../../tests/support/second-company.ts";
import { drawCard, listCards } from "./cards.server.ts";
import { drawDeskIcon, icons } from "./icons.server.ts";
import { loadContent } from "./load-content.server.ts";
import { drawLogo } from "./logo.server.ts";
import { drawMarkAddress } from "./mark.ts";
import { listIndexedPaths } from "./site-paths.ts";

const card = { title: "Quiet machines", siteName: "Quillon Works", accentColour: "#2F9E8F" };

test("a card shows its title and name in the company's colour, deterministically", async () => {
	const drawn = await drawCard(card);
	expect(await sharp(drawn).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
	expect(drawn.equals(await drawCard({ ...card }))).toBe(true);
	for (const change of [{ title: "Loud machines" }, { siteName: "Quillon" }, { accentColour: "#FF6A1A" }])
		expect(drawn.equals(await drawCard({ ...card, ...change })), JSON.stringify(change)).toBe(false);
});

test("a card has the letters of its title that are not plain Latin, and leaves out those of no font", async () => {
	const draw = (title: string) => drawCard({ ...card, title });
	const [rupees, empty, greeting, boxes] = await Promise.all(
		["₹ 5 lakh", "5 lakh", "नमस्ते 5 lakh", "Ω東京🚀 5 lakh 👩‍💻"].map(draw),
	);
	expect(boxes?.equals(empty as Buffer)).toBe(true);
	for (const drawn of [rupees, greeting]) expect(drawn?.equals(empty as Buffer)).toBe(false);
	expect((await draw("🚀")).equals(await draw(card.siteName))).toBe(true);
	expect((await draw("Łódź")).equals(await draw("ódź"))).toBe(false);
});

test("every page that search engines keep has a card with the title that its head gives it", async () => {
	const content = await loadContent(secondCompanyDirectory);
	const cards = listCards(content);
	expect([...cards.keys()]).toEqual(listIndexedPaths(content));
	const [service, post] = [content.services[0], content.posts[0]];
	expect(cards.get(`/case-study/${service?.slug}`)?.title).toBe(service?.meta.ogTitle ?? service?.meta.title);
	expect(cards.get(`/blog/${post?.slug}`)?.title).toBe(post?.title);
	const untitled = [...cards].filter(([path, { title }]) => path !== "/" && title === content.company.name);
	expect(untitled).toEqual([]);
});

const plain = { accentColour: "#2F9E8F", shortName: "Quillon" };

test("icons are drawn in the company's colour, each in the size that it is asked for", async () => {
	expect((await icons["/favicon.svg"].draw(plain)).toString()).toContain('fill="#2F9E8F"');
	expect(decodeURIComponent(drawMarkAddress("#2F9E8F"))).toContain("fill='#2F9E8F'");
	for (const [path, size] of [
		["/apple-touch-icon.png", 180],
		["/icon-512.png", 512],
	] as const) {
		const pixel = await sharp(await icons[path].draw(plain))
			.extract({ left: size / 2, top: Math.round(size * 0.35), width: 1, height: 1 })
			.removeAlpha()
			.raw()
			.toBuffer();
		expect(pixel.toString("hex"), path).toBe("2f9e8f");
		expect(await sharp(await icons[path].draw(plain)).metadata()).toMatchObject({
			width: size,
			height: size,
		});
	}
	// An icon file with one image, a PNG.
	const icon = await icons["/favicon.ico"].draw(plain);
	expect([icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([1, 1]);
	expect(await sharp(icon.subarray(icon.readUInt32LE(18))).metadata()).toMatchObject({ format: "png", width: 32 });
});

test("a company's own logo is in its icons, its cards and its e-mails' picture, each in its size", async () => {
	const logo = await sharp({ create: { width: 320, height: 160, channels: 4, background: "#a01f6b" } })
		.avif({ lossless: true })
		.toBuffer();
	const brand = { ...plain, logo };
	expect((await icons["/favicon.svg"].draw(brand)).toString()).toContain('href="data:image/png;base64,');
	for (const [path, size] of [
		["/apple-touch-icon.png", 180],
		["/icon-512.png", 512],
	] as const) {
		const drawn = await icons[path].draw(brand);
		expect(await sharp(drawn).metadata()).toMatchObject({ width: size, height: size });
		expect(await readColour(drawn, size / 2, size / 2), path).toBe("a01f6b");
		expect(await readColour(drawn, 4, 4), path).toBe("fbf8f3");
	}
	expect(await sharp(await drawLogo(logo)).metadata()).toMatchObject({ format: "png", width: 160, height: 80 });
	expect((await drawCard(card, logo)).equals(await drawCard(card))).toBe(false);
	const svg = Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0H20V10H0Z"/></svg>',
	);
	expect(await sharp(await drawLogo(svg)).metadata()).toMatchObject({ width: 160, height: 80 });
});

test.each([
	{ what: "its square one", squareLogo: true, middle: "1f4ba0", corner: "fbf8f3" },
	{ what: "its initial", shortName: "quillon", corner: "2f9e8f" },
	{ what: "a digit", shortName: "«4 seasons»", corner: "2f9e8f" },
	{ what: "the logo, where no font of ours has the initial", shortName: "क्विलोन", middle: "a01f6b", corner: "fbf8f3" },
])("icons of a company with a wide logo show $what", async ({ squareLogo, shortName, middle, corner }) => {
	const draw = (width: number, background: string) =>
		sharp({ create: { width, height: 160, channels: 4, background } })
			.avif({ lossless: true })
			.toBuffer();
	const brand = {
		...plain,
		logo: await draw(400, "#a01f6b"),
		...(shortName !== undefined && { shortName }),
		...(squareLogo && { squareLogo: await draw(160, "#1f4ba0") }),
	};
	const drawn = { "/apple-touch-icon.png": 180, "/icon-512.png": 512 };
	for (const [path, size] of Object.entries(drawn) as [keyof typeof drawn, number][]) {
		const icon = await icons[path].draw(brand);
		expect(await sharp(icon).metadata(), path).toMatchObject({ width: size, height: size });
		expect(await readColour(icon, 4, 4), path).toBe(corner);
		if (middle !== undefined) expect(await readColour(icon, size / 2, size / 2), path).toBe(middle);
		// The initial is in ink on the colour.
		else expect((await sharp(icon).stats()).channels[0]?.min, path).toBeLessThan(0x20);
	}
	const svg = (await icons["/favicon.svg"].draw(brand)).toString();
	expect(svg.includes("data:image/png")).toBe(middle !== undefined);
	// No tab loads a font for it.
	expect(svg).not.toContain("<text");
	const ico = await icons["/favicon.ico"].draw(brand);
	expect(await readColour(ico.subarray(ico.readUInt32LE(18)), 1, 1)).toBe(corner);
	expect(await sharp(await drawDeskIcon(brand)).metadata()).toMatchObject({ width: 64, height: 64 });
});

async function readColour(png: Buffer, left: number, top: number): Promise<string> {
	const pixel = await sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
	return pixel.toString("hex");
}
