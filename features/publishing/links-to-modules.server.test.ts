import { expect, test } from "vitest";
import type { SiteOffer, SiteModule } from "../../shared/site-modules.ts";
import { findLinksToModules, withoutLinksToModules } from "./links-to-modules.server.ts";

const all: SiteOffer = { booking: true, careers: true, blog: true, portfolio: true, newsletter: true };
const examples = {
	booking: "/demo",
	careers: "/career/jobs/x",
	blog: "/blog/on-rye",
	portfolio: "/portfolio",
	newsletter: "/newsletter",
};

const siteModules: readonly SiteModule[] = ["booking", "careers", "blog", "portfolio", "newsletter"];

test.each(siteModules)("a link to %s is its words alone while that is off, and a link again", (part) => {
	const to = examples[part];
	const html = `<p>See <a href="${to}?a=1#b">what <em>we</em> say</a> and <a href="/faq">more</a>.</p>`;
	const off = { ...all, [part]: false };
	expect(withoutLinksToModules(html, off)).toBe('<p>See what <em>we</em> say and <a href="/faq">more</a>.</p>');
	expect(withoutLinksToModules(html, all)).toBe(html);
	expect(findLinksToModules(`[say](${to}) and again ${to}`, off)).toEqual([{ address: to, part }]);
	expect(findLinksToModules(`[say](${to})`, all)).toEqual([]);
});

test.each(["https://other.example/blog/on-rye", "/demonstration", "/blogs", "and/blog", "/case-study/blog"])(
	"%s is no link to a part",
	(text) => {
		const off = { booking: false, careers: false, blog: false, portfolio: false, newsletter: false };
		expect(findLinksToModules(`[say](${text})`, off)).toEqual([]);
		expect(withoutLinksToModules(`<a href="${text}">say</a>`, off)).toBe(`<a href="${text}">say</a>`);
	},
);
