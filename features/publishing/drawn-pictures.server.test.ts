import sharp from "sharp";
import { expect, test } from "vitest";
import { drawCard, listCards } from "./cards.server.ts";
import { icons } from "./icons.server.ts";
import { drawLogo } from "./logo.server.ts";
import { loadContent } from "./load-content.server.ts";
import { drawMarkAddress } from "./mark.ts";
import { listIndexedPaths } from "./site-paths.ts";
import { secondCompanyDirectory } from "../../tests/support/second-company.ts";

const card = { title: "Quiet machines", siteName: "Quillon Works", accentColour: "#2F9E8F" };

test("a card says its title and name in the company's colour, the same for the same and another for another", async () => {
	const drawn = await drawCard(card);
	expect(await sharp(drawn).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
	expect(drawn.equals(await drawCard({ ...card }))).toBe(true);
	for (const change of [{ title: "Loud machines" }, { siteName: "Quillon" }, { accentColour: "#FF6A1A" }])
		expect(drawn.equals(await drawCard({ ...card, ...change })), JSON.stringify(change)).toBe(false);
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

test("icons are drawn in the company's colour, each in the size that it is asked for", async () => {
	expect((await icons["/favicon.svg"].draw({ accentColour: "#2F9E8F" })).toString()).toContain('fill="#2F9E8F"');
	expect(decodeURIComponent(drawMarkAddress("#2F9E8F"))).toContain("fill='#2F9E8F'");
	for (const [path, size] of [
		["/apple-touch-icon.png", 180],
		["/icon-512.png", 512],
	] as const) {
		const pixel = await sharp(await icons[path].draw({ accentColour: "#2F9E8F" }))
			.extract({ left: size / 2, top: Math.round(size * 0.35), width: 1, height: 1 })
			.removeAlpha()
			.raw()
			.toBuffer();
		expect(pixel.toString("hex"), path).toBe("2f9e8f");
		expect(await sharp(await icons[path].draw({ accentColour: "#2F9E8F" })).metadata()).toMatchObject({
			width: size,
			height: size,
		});
	}
	// An icon file of one image, which is a PNG.
	const icon = await icons["/favicon.ico"].draw({ accentColour: "#2F9E8F" });
	expect([icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([1, 1]);
	expect(await sharp(icon.subarray(icon.readUInt32LE(18))).metadata()).toMatchObject({ format: "png", width: 32 });
});

test("a company's own logo stands in its icons, its cards and its e-mails' picture, each in its size", async () => {
	const logo = await sharp({ create: { width: 480, height: 160, channels: 4, background: "#a01f6b" } })
		.avif({ lossless: true })
		.toBuffer();
	const brand = { accentColour: "#2F9E8F", logo };
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
	expect(await sharp(await drawLogo(logo)).metadata()).toMatchObject({ format: "png", width: 240, height: 80 });
	expect((await drawCard(card, logo)).equals(await drawCard(card))).toBe(false);
	const svg = Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0H20V10H0Z"/></svg>',
	);
	expect(await sharp(await drawLogo(svg)).metadata()).toMatchObject({ width: 160, height: 80 });
});

async function readColour(png: Buffer, left: number, top: number): Promise<string> {
	const pixel = await sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
	return pixel.toString("hex");
}
