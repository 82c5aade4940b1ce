import { describe, expect, test } from "vitest";
import { cleanHtml } from "./clean-html.ts";

const png = { contentType: "image/png", bytes: Buffer.from("picture") };
const clean = (html: string) => cleanHtml(html, new Map([["logo@client.example", png]]));

describe("HTML is cleaned for display", () => {
	test.each([
		["scripts", "a<script>alert(1)</script>b", "ab"],
		["scripts of drawings", "a<svg onload=x><script>x</script></svg>b", "ab"],
		["event handlers", '<p onclick="x()">a</p>', "<p>a</p>"],
		["forms, but not their words", '<form action="/x">a<input name="b"><button>c</button></form>', "ac"],
		["frames", '<iframe src="https://evil.test/"><p>a</p></iframe>b', "b"],
		["style sheets", "<style>@import url(x)</style><link rel=stylesheet href=x>a", "a"],
		["refreshes and bases", '<meta http-equiv=refresh content="0;url=x"><base href=x>a', "a"],
		["styles that load", '<p style="color:red;background:url(x)">a</p>', '<p style="color:red">a</p>'],
		["styles that load by escapes", String.raw`<p style="background-color:u\72l(x)">a</p>`, "<p>a</p>"],
		["styles that lay over the page", '<p style="position:fixed;top:0;margin:-9px">a</p>', "<p>a</p>"],
		["names that scripts could find", '<p id="a" class="b" name="c">a</p>', "<p>a</p>"],
		["links to scripts", '<a href="javascript:x">a</a>', "<a>a</a>"],
		["links to data", '<a href="data:text/html,x">a</a>', "<a>a</a>"],
		["links to nowhere", '<a href="/x">a</a>', "<a>a</a>"],
		["pictures of elsewhere, but not their texts", '<img src="https://evil.test/a.png" alt="A plan">', "A plan"],
		["pictures within the HTML", '<img src="data:image/png;base64,AA" alt="x">', "x"],
		["pictures that are missing", '<img src="cid:other" alt="x">', "x"],
		["other sources of pictures", '<img srcset="https://evil.test/a 2x" alt="x">', "x"],
		[
			"background pictures",
			'<table background="https://evil.test/a"><tr><td>a',
			"<table><tbody><tr><td>a</td></tr></tbody></table>",
		],
	])("without %s", (_name, html, cleaned) => {
		expect(clean(html)).toBe(cleaned);
	});

	test.each(["https://shop.example/?a=1", "http://shop.example/", "mailto:asha@client.example", "tel:+912055550100"])(
		"a link to %s opens outside the frame",
		(href) => {
			expect(clean(`<a href="${href}" target="_top" rel="opener">a</a>`)).toBe(
				`<a href="${href}" target="_blank" rel="noopener noreferrer">a</a>`,
			);
		},
	);

	test("the message's own pictures are shown", () => {
		const source = `data:image/png;base64,${png.bytes.toString("base64")}`;
		expect(clean('<img src="cid:logo@client.example" alt="Logo">')).toBe(`<img src="${source}" alt="Logo">`);
		expect(clean('<img src="CID:logo%40client.example" alt="Logo">')).toBe(`<img src="${source}" alt="Logo">`);
	});

	test("pictures give way to their texts where the HTML would grow too long", () => {
		const large = new Map([["a", { contentType: "image/png", bytes: Buffer.alloc(300_000) }]]);
		const cleaned = cleanHtml('<img src="cid:a" alt="One"><img src="cid:a" alt="Two">', large) ?? "";
		expect(cleaned.length).toBeLessThanOrEqual(500_000);
		expect(cleaned.endsWith("Two")).toBe(true);
	});

	test("drawings are no pictures, because they hold scripts", () => {
		const drawing = new Map([["a", { contentType: "image/svg+xml", bytes: Buffer.from("<svg/>") }]]);
		expect(cleanHtml('<img src="cid:a" alt="x">', drawing)).toBe("x");
	});
});
