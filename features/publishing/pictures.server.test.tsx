import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PictureFile } from "./documents/content.ts";
import { InlinePicture } from "./inline-picture.tsx";
import { resolvePicture } from "./pictures.server.ts";

const vector = (hash: string, svg: string): PictureFile => ({
	url: `/pictures/${hash}/hero.svg`,
	width: 80,
	height: 70,
	bytes: 900,
	variants: [],
	svg,
});

function render(file: PictureFile): string {
	const picture = resolvePicture({ pictures: { "home/hero.svg": file } }, { src: "home/hero.svg", alt: "" });
	return renderToStaticMarkup(<InlinePicture picture={picture} className="hero" />);
}

test("a picture has its own address for each width", () => {
	const screen = {
		url: "/pictures/00000000000000aa/screen.avif",
		width: 1440,
		height: 900,
		bytes: 40_000,
		variants: [
			{ src: "screen-720w.avif", url: "/pictures/00000000000000bb/screen-720w.avif", width: 720, bytes: 20_000 },
		],
	};
	expect(resolvePicture({ pictures: { "screen.avif": screen } }, { src: "screen.avif", alt: "The screen" })).toEqual({
		src: "/pictures/00000000000000aa/screen.avif",
		alt: "The screen",
		width: 1440,
		height: 900,
		srcSet: "/pictures/00000000000000bb/screen-720w.avif 720w, /pictures/00000000000000aa/screen.avif 1440w",
	});
});

test("two contents that are rendered in turn each show their own picture in the page", () => {
	const before = vector("00000000000000c1", "<svg><title>Before</title></svg>");
	const after = vector("00000000000000c2", "<svg><title>After</title></svg>");
	expect([render(before), render(after), render(before)].map((html) => /<title>(\w+)/.exec(html)?.[1])).toEqual([
		"Before",
		"After",
		"Before",
	]);
});

test("a drawing too long for a page's HTML is a file", () => {
	const html = render(vector("00000000000000c3", `<svg><path d="${"M0 0".repeat(20_000)}"/></svg>`));
	expect(html).toContain('src="/pictures/00000000000000c3/hero.svg"');
});
