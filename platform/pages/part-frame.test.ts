import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listInlineSources } from "./finish-pages.ts";
import { createPartFrame } from "./part-frame.ts";

/** As React Router sends a text of a loader's data to the browser: in a script, in a text, among other data. */
const handOver = (data: string) =>
	JSON.stringify(JSON.stringify([{ results: data, other: "results" }])).replaceAll(
		/[&><\u2028\u2029]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
const writePage = (html: string, data: string) =>
	`<!DOCTYPE html><html><head><style>p{color:red}</style><script>1</script></head><body><main>${html}</main><script>take(${handOver(data)});</script><script>2</script></body></html>`;

const text = fc.string({ unit: "grapheme", minLength: 1 });
const part = fc.record({
	html: text.map((one) => `<p>${one.replaceAll(/[<&]/g, "")}</p>`),
	data: text.map((one) => JSON.stringify({ q: one })),
});

test("another part in the frame of a page gives the page that would be rendered with it, and the hashes of its inline code", () => {
	fc.assert(
		fc.property(part, part, (first, second) => {
			const frame = createPartFrame(writePage(first.html, first.data), first);
			const whole = writePage(second.html, second.data);
			expect(frame?.fill(second)).toEqual({ html: whole, inlineSources: listInlineSources(whole) });
		}),
	);
});

test("the hash of the script with the data matches its content", () => {
	const frame = createPartFrame(writePage("<p>a</p>", "a"), { html: "<p>a</p>", data: "a" });
	const script = `take(${handOver("b")});`;
	expect(frame?.fill({ html: "<p>b</p>", data: "b" }).inlineSources.scripts[1]).toBe(
		`'sha256-${hash("sha256", script, "base64")}'`,
	);
});

test.each([
	["does not stand in the page as it was rendered alone", "<p>b</p>", "a"],
	["stands there twice", "<", "a"],
	["has other data", "<p>a</p>", "c"],
])("there is no frame when the part %s", (_what, html, data) => {
	expect(createPartFrame(writePage("<p>a</p>", "a"), { html, data })).toBeUndefined();
});
