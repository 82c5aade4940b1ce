import { expect, test } from "vitest";
import { writeArticleHtml } from "./article-html.server.ts";

const options = { articleUrl: "https://company.example/blog/slow-pages", accentColour: "#FF6A1A" };

test.each([
	['<p>See <a href="/blog/other" id="x">another</a>.</p>', 'href="https://company.example/blog/other"'],
	['<p><a href="#note">1</a></p>', 'href="https://company.example/blog/slow-pages#note"'],
	['<p><a href="mailto:asha@reader.example">write</a></p>', 'href="mailto:asha@reader.example"'],
	['<p><img src="/pictures/a.avif" alt="A loom"></p>', ">Picture: A loom</a>"],
	['<ul><li><input type="checkbox" checked disabled> Done</li></ul>', "☑ Done"],
])("%s becomes part of an e-mail", (html, part) => {
	const written = writeArticleHtml(html, options);
	expect(written).toContain(part);
	expect(written).not.toMatch(/<img|<input| id=| class=|\.avif/);
});

test("the columns of a table keep their alignment", () => {
	const written = writeArticleHtml('<table><tr><th>Shop</th><th align="right">Cost</th></tr></table>', options);
	expect(written).toMatch(/<th style="[^"]*text-align:left[^"]*">Shop/);
	expect(written).toMatch(/<th align="right" style="(?:(?!text-align)[^"])*">Cost/);
});

test("a picture without a text is left out, and one within a link has no link of its own", () => {
	expect(writeArticleHtml('<img src="/a.avif" alt=""><img src="/b.avif" alt="">', options)).toBe("");
	const linked = writeArticleHtml('<a href="/x"><img src="/a.avif" alt="Loom"></a>', options);
	expect(linked.match(/<a /g)).toHaveLength(1);
	expect(linked).toContain(">Picture: Loom</a>");
});
