import { expect, test } from "vitest";
import { resolveMarkdownPictures } from "./markdown-pictures.server.ts";
import { renderMarkdown } from "./markdown.server.ts";
import { listPictureUses, replaceInText } from "./pictures/picture-uses.ts";
import { readVideoLink } from "./video-link.ts";

test.each([
	["NOTE", "note", "Note"],
	["IMPORTANT", "note", "Important"],
	["TIP", "tip", "Tip"],
	["WARNING", "warning", "Warning"],
	["CAUTION", "warning", "Caution"],
])("a quote that begins with [!%s] is a callout", async (mark, kind, title) => {
	const html = await renderMarkdown(`> [!${mark}]\n> Text with **weight**.\n>\n> More.`);
	expect(html).toContain(
		`<div class="callout callout-${kind}" role="note"><p class="callout-title">${title}</p>\n<p>Text with <strong>weight</strong>.</p>`,
	);
	expect(html).not.toContain("blockquote");
	expect(await renderMarkdown(`> [!${mark}]\n>\n> - A list`)).not.toContain("<p></p>");
});

test.each([
	"> [!note]\n> x",
	"> [!OTHER]\n> x",
	"> Text [!NOTE]",
	"> [!NOTE] on the same line",
	"> [!constructor]\n> x",
])("%j stays a quote", async (markdown) => {
	expect(await renderMarkdown(markdown)).toContain("<blockquote>");
});

test.each([
	["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"],
	["https://youtu.be/dQw4w9WgXcQ?t=90s", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=90"],
	["https://youtube.com/shorts/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"],
	["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1"],
	["https://vimeo.com/76979871/abcdef0123", "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abcdef0123"],
])("%s is a video", (link, embed) => {
	expect(readVideoLink(link)?.embed).toBe(embed);
});

test.each([
	"https://www.youtube.com/",
	"https://www.youtube.com/watch?v=short",
	"https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload",
	"https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
	"https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ",
	"javascript://youtu.be/dQw4w9WgXcQ",
	"/watch?v=dQw4w9WgXcQ",
	"https://vimeo.com/channels",
])("%s is none", (link) => {
	expect(readVideoLink(link)).toBeUndefined();
});

test("a link to a video by itself is a picture that loads nothing", async () => {
	const bare = await renderMarkdown("Before\n\nhttps://youtu.be/dQw4w9WgXcQ\n\nAfter");
	expect(bare).toContain('<figure class="video" id="video-dQw4w9WgXcQ">');
	expect(bare).toContain("Video on YouTube");
	expect(bare).not.toMatch(/<(?:iframe|img|script)/);
	expect(await renderMarkdown("[A tour of the yard](https://vimeo.com/76979871)")).toContain(
		"A tour of the yard</span>",
	);
	const poster = await renderMarkdown("[![The yard at dawn](/pictures/more/yard.avif)](https://youtu.be/dQw4w9WgXcQ)");
	expect(poster).toContain('<img src="/pictures/more/yard.avif" alt="The yard at dawn">');
	expect(await renderMarkdown("See [the tour](https://youtu.be/dQw4w9WgXcQ).")).not.toContain("figure");
});

test("no text of an author is taken for a player", async () => {
	const html = await renderMarkdown(
		'<a href="https://a.example" data-embed="https://evil.example/">x</a>\n\n<figure class="video"><a data-embed="https://evil.example">y</a></figure>',
	);
	expect(html).not.toContain("data-embed");
});

test("a footnote and its reference lead to each other", async () => {
	const html = await renderMarkdown("A claim.[^1]\n\n[^1]: Its source.");
	const [, to = "", id = ""] = /<a href="#([^"]+)" id="([^"]+)"[^>]*data-footnote-ref/.exec(html) ?? [];
	expect(html).toContain(`<li id="${to}">`);
	expect(html).toMatch(new RegExp(`<a href="#${id}" data-footnote-backref[^>]*aria-label="Back to reference 1"`));
});

const yard = {
	url: "/pictures/0123456789abcdef/yard.avif",
	width: 960,
	height: 640,
	variants: [{ src: "more/yard-480w.avif", url: "/pictures/fedcba9876543210/yard-480w.avif", width: 480, bytes: 1 }],
};

test("a picture of the library gets its address, its size and its copies", async () => {
	const html = await renderMarkdown('![The "yard" & gate](/pictures/more/yard.avif)');
	expect(resolveMarkdownPictures(html, { "more/yard.avif": yard })).toEqual({
		html: '<p><img src="/pictures/0123456789abcdef/yard.avif" srcset="/pictures/fedcba9876543210/yard-480w.avif 480w, /pictures/0123456789abcdef/yard.avif 960w" sizes="(width >= 48rem) 640px, calc(100vw - 40px)" width="960" height="640" alt="The &quot;yard&quot; &amp; gate" loading="lazy" decoding="async"></p>',
		faults: [],
	});
});

test("a picture that is missing or has no alt text is a fault; an address with a hash is none", async () => {
	const faultsOf = async (markdown: string) =>
		resolveMarkdownPictures(await renderMarkdown(markdown), { "more/yard.avif": yard }).faults;
	expect(await faultsOf("![](/pictures/more/yard.avif)")).toEqual([
		"shows /pictures/more/yard.avif without an alt text: describe it between ![ and ]",
	]);
	expect(await faultsOf("![The gate](/pictures/more/gate.avif) ![x](/pictures/constructor)")).toEqual([
		"shows /pictures/more/gate.avif, which is not in the picture library",
		"shows /pictures/constructor, which is not in the picture library",
	]);
	expect(await faultsOf("![](/pictures/0123456789abcdef/yard.avif)")).toEqual([]);
});

test("pictures in Markdown are places of the library, and are replaced there", () => {
	const text =
		"---\nimage:\n  src: more/a.svg\n  alt: A drawing\n---\n![The yard](/pictures/more/a.svg) and ![b](/pictures/more/a.svgx)\n";
	expect(listPictureUses("blog/a.md", text)).toEqual(
		new Map([
			[
				"more/a.svg",
				[
					{ document: "blog/a.md", field: "image", alt: "A drawing" },
					{ document: "blog/a.md", field: "", alt: "The yard" },
				],
			],
			["more/a.svgx", [{ document: "blog/a.md", field: "", alt: "b" }]],
		]),
	);
	expect(replaceInText("blog/a.md", text, "more/a.svg", "more/a.avif")).toBe(
		text.replace("src: more/a.svg", "src: more/a.avif").replace("more/a.svg)", "more/a.avif)"),
	);
	expect([
		...listPictureUses("terms.yml", "sections:\n  - body: |\n      ![The yard](/pictures/more/a.avif)\n").values(),
	]).toEqual([[{ document: "terms.yml", field: "sections.0.body", alt: "The yard" }]]);
});
