import { expect, test } from "vitest";
import { readReturnPath } from "./return-path.ts";

test.each([
	["/enquiries/ENQ-7K3F9QXM", "/enquiries/ENQ-7K3F9QXM"],
	["/emails?show=late&page=2", "/emails?show=late&page=2"],
	["/audit-log?of=a#part", "/audit-log?of=a"],
	[null, "/"],
	["", "/"],
	["//evil.example", "/"],
	["/\\evil.example", "/"],
	["\\\\evil.example", "/"],
	["/\t/evil.example", "/"],
	["/\n/evil.example", "/"],
	["https://evil.example/enquiries", "/"],
	["javascript:alert(1)", "/"],
	["enquiries", "/"],
])("somebody who signs in with the way back %j is led to %s", (text, path) => {
	expect(readReturnPath(text)).toBe(path);
});
