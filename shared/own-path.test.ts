import fc from "fast-check";
import { expect, test } from "vitest";
import { readOwnPath } from "./own-path.ts";

test.each([
	["/enquiries/ENQ-7K3F9QXM", "/enquiries/ENQ-7K3F9QXM"],
	["/emails?show=late&page=2", "/emails?show=late&page=2"],
	["/a/../b", "/b"],
	["/..//evil.test", undefined],
	["/.//evil.test", undefined],
	["/a/..//evil.test", undefined],
	["/%2e%2e//evil.test", undefined],
	["/..\\\\evil.test", undefined],
	["/\t/evil.test", undefined],
	["//evil.test", undefined],
	["https://evil.test/", undefined],
	["https://origin.invalid/", undefined],
	["javascript:alert(1)", undefined],
	["", undefined],
	[null, undefined],
	[["/a"], undefined],
])("the address %j has the path %j", (text, path) => {
	expect(readOwnPath(text)).toBe(path);
});

const pieces = [
	"/",
	"//",
	"\\",
	"..",
	".",
	"%2e",
	"%2E%2e",
	"\t",
	"\n",
	"\r",
	" ",
	"@",
	":",
	"?",
	"#",
	"evil.test",
	"https:",
	"\u0000",
	"ä",
	"．",
	"／",
];

test("whatever the address, a browser that follows the path stays on the origin that it came from", () => {
	fc.assert(
		fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 12 }), (parts) => {
			const path = readOwnPath(`/${parts.join("")}`);
			if (path === undefined) return;
			const followed = new URL(path, "https://desk.example");
			expect(followed.origin).toBe("https://desk.example");
			expect(path).toBe(followed.pathname + followed.search);
			expect(readOwnPath(path)).toBe(path);
			expect(path).not.toMatch(/[\s\p{Cc}]/u);
			expect(path.split("?")[0]).not.toContain("\\");
		}),
		{ numRuns: 5_000 },
	);
});
