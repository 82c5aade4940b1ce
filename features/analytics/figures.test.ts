import { expect, test } from "vitest";
import { writeValue } from "./figures.ts";
import { describeSources } from "./page-view-figures.server.ts";

test.each([
	[0, "0 %"],
	[(100 * 75) / 15_805, "0.5 %"],
	[9.94, "9.9 %"],
	[10.4, "10 %"],
	[100, "100 %"],
])("a share of %d says its tenths where they matter: %s", (share, text) => {
	expect(writeValue(share, "percent", "en-IN")).toBe(text);
});

test.each([
	[9, "1 other"],
	[10, "2 others"],
])("of %d sites the rest is called: %s", (sites, name) => {
	const visits = Array.from({ length: sites }, (_, index) => ({ value: `site${index}.example`, count: 1 }));
	expect(describeSources({ locale: "en-IN" }, visits).rows.at(-1)?.label).toBe(name);
});

test.each([
	[0.02, "29 min"],
	[0.5, "12 h"],
	[1, "1 d"],
	[9.94, "9.9 d"],
	[12.4, "12 d"],
])("%d days are in words: %s", (days, text) => {
	expect(writeValue(days, "days", "en-IN")).toBe(text);
});
