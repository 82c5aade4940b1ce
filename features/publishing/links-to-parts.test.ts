import { expect, test } from "vitest";
import type { SiteOffer, SitePart } from "../../shared/site-parts.ts";
import { findLinksToParts, withoutLinksToParts } from "./links-to-parts.ts";

const all: SiteOffer = { booking: true, careers: true, blog: true, portfolio: true };
const examples = { booking: "/demo", careers: "/career/jobs/x", blog: "/blog/on-rye", portfolio: "/portfolio" };

const siteParts: readonly SitePart[] = ["booking", "careers", "blog", "portfolio"];

test.each(siteParts)("a link to %s is its words alone while that is off, and a link again", (part) => {
	const to = examples[part];
	const html = `<p>See <a href="${to}?a=1#b">what <em>we</em> say</a> and <a href="/faq">more</a>.</p>`;
	const off = { ...all, [part]: false };
	expect(withoutLinksToParts(html, off)).toBe('<p>See what <em>we</em> say and <a href="/faq">more</a>.</p>');
	expect(withoutLinksToParts(html, all)).toBe(html);
	expect(findLinksToParts(`[say](${to}) and again ${to}`, off)).toEqual([{ address: to, part }]);
	expect(findLinksToParts(`[say](${to})`, all)).toEqual([]);
});

test.each(["https://other.example/blog/on-rye", "/demonstration", "/blogs", "and/blog", "/case-study/blog"])(
	"%s is no link to a part",
	(text) => {
		const off = { booking: false, careers: false, blog: false, portfolio: false };
		expect(findLinksToParts(`[say](${text})`, off)).toEqual([]);
		expect(withoutLinksToParts(`<a href="${text}">say</a>`, off)).toBe(`<a href="${text}">say</a>`);
	},
);
