import { expect, test } from "vitest";
import { hashInlineSource } from "../platform/pages/finish-pages.ts";
import { framedPageScript } from "./framed-page-script.ts";
import { toEditablePage } from "./preview-page.ts";

test("a page to edit runs one script of an opaque origin, and loads nothing", async () => {
	const read: string[] = [];
	const { html, policy } = await toEditablePage(
		[
			'<html><head><link rel="preload" href="/assets/a.woff2"/><script src="/assets/own.js"></script>',
			'<style>@font-face{src:url(/assets/a.woff2)}</style></head><body><h1 data-field="home.yml#fields.hero.title">Hello</h1>',
			'<picture><source srcset="/pictures/0123456789abcdef/a-240w.avif"/><img alt="A" srcSet="/pictures/0123456789abcdef/a-240w.avif 240w" src="/pictures/0123456789abcdef/a.avif"/></picture>',
			'<img src="/pictures/0123456789abcdef/gone.avif"/><script>alert("own")</script></body></html>',
		].join(""),
		async (address) => {
			read.push(address);
			return address.includes("gone") ? undefined : { body: Buffer.from(address), contentType: "image/avif" };
		},
	);
	expect(policy.split("; ")).toEqual([
		"default-src 'none'",
		expect.stringMatching(/^style-src 'sha256-[^']*' 'sha256-[^']*'$/),
		"img-src data:",
		"font-src data:",
		`script-src ${hashInlineSource(framedPageScript)}`,
		"form-action 'none'",
		"base-uri 'none'",
		"frame-ancestors 'self'",
		"sandbox allow-scripts",
	]);
	expect(html.match(/<script/g)).toHaveLength(1);
	expect(html).toContain(`<script>${framedPageScript}</script></body>`);
	expect(html).not.toMatch(/<link|<source|srcset/i);
	expect(html).toContain('<h1 data-field="home.yml#fields.hero.title">Hello</h1>');
	const data = (address: string) => `data:image/avif;base64,${Buffer.from(address).toString("base64")}`;
	expect(html).toContain(`<img alt="A" src="${data("/pictures/0123456789abcdef/a.avif")}"/>`);
	expect(html).toContain(`src:url(${data("/assets/a.woff2")})`);
	expect(read).toHaveLength(3);
});
