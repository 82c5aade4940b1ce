import { expect, test } from "vitest";
import { findLinkingPage, readReturnPath } from "./return-path.ts";

test.each([
	["/enquiries/ENQ-7K3F9QXM", "/enquiries/ENQ-7K3F9QXM"],
	["/emails?show=late&page=2", "/emails?show=late&page=2"],
	["/audit-log?of=a#part", "/audit-log?of=a"],
	[null, "/"],
	["", "/"],
	["//evil.example", "/"],
	["/..//evil.example", "/"],
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

test.each([
	["/enquiries.csv", "/enquiries"],
	["/applications.csv", "/applications"],
	["/jobs/react-engineer/applications.csv", "/jobs/react-engineer/export"],
	["/jobs/react-engineer/applications.zip?key=1", "/jobs/react-engineer/export"],
	["/incidents/0f0f/people.csv", "/incidents/0f0f"],
	["/import/12/report.csv", "/import/12"],
	["/people/of/ENQ-7K3F9QXM/export.zip", "/people/of/ENQ-7K3F9QXM/export"],
	["/people/of/ENQ-7K3F9QXM/erase", "/people/of/ENQ-7K3F9QXM/erase"],
	["/account/password?a=b.csv", "/account/password?a=b.csv"],
])("whoever has proved who they are, having asked for %s, is led to %s", (path, page) => {
	expect(findLinkingPage(path)).toBe(page);
});
