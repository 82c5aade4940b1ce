import fc from "fast-check";
import { expect, test } from "vitest";
import { readRedirects } from "../documents/redirects-file.server.ts";
import { changeRedirects, layRedirects } from "./redirects.ts";

test("changed addresses lead in one step to their document, never in a circle", () => {
	const address = fc.constantFrom("/a", "/b", "/c", "/d", "/e");
	// Each step moves a document, deletes one with or without a redirect, or creates one.
	const step = fc.record({ from: address, to: fc.option(address), isMove: fc.boolean() });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
			let redirects = new Map<string, string>();
			const standing = new Set(["/a", "/b"]);
			for (const { from, to, isMove } of steps) {
				if (!standing.has(from)) {
					standing.add(from);
					redirects = changeRedirects(redirects, { live: [from], left: [] });
				} else if (to === null || to === from || isMove === standing.has(to)) {
					standing.delete(from);
					redirects = changeRedirects(redirects, { live: [], left: [{ from, to: undefined }] });
				} else {
					standing.delete(from);
					if (isMove) standing.add(to);
					redirects = changeRedirects(redirects, { live: isMove ? [to] : [], left: [{ from, to }] });
				}
				for (const [source, target] of redirects) {
					expect(standing).not.toContain(source);
					expect(redirects.has(target)).toBe(false);
					expect(target).not.toBe(source);
				}
			}
		}),
	);
});

test("an address moved twice leads to the present one, and one of a deleted page nowhere", () => {
	const once = changeRedirects(new Map(), { live: ["/b"], left: [{ from: "/a", to: "/b" }] });
	const twice = changeRedirects(once, { live: ["/c"], left: [{ from: "/b", to: "/c" }] });
	expect(twice).toEqual(
		new Map([
			["/a", "/c"],
			["/b", "/c"],
		]),
	);
	expect(changeRedirects(twice, { live: [], left: [{ from: "/c", to: undefined }] })).toEqual(new Map());
});

test("former addresses lie over the listed redirects, and pages over both", () => {
	const listed = new Map([
		["/a", "/b"],
		["/b", "/c"],
		["/d", "/page"],
		["/page", "/elsewhere"],
		["/x", "/y"],
		["/y", "/x"],
		["/ended", "/c"],
	]);
	const former = new Map([
		["/c", "/d"],
		["/ended", undefined],
		["/other", "/a"],
	]);
	expect(layRedirects(listed, { former, pages: new Set(["/page"]) })).toEqual(
		new Map(["/a", "/b", "/d", "/c", "/other"].map((from) => [from, "/page"])),
	);
});

test("other spellings of an address are followed, and never in a circle", () => {
	const listed = readRedirects("/a/: /łódź/\n/%C5%82%C3%B3d%C5%BA: /b\n/x: /y/\n/y/: /x/\n");
	expect(layRedirects(listed, { former: new Map(), pages: new Set() })).toEqual(
		new Map([
			["/a", "/b"],
			["/%C5%82%C3%B3d%C5%BA", "/b"],
		]),
	);
});
