import { expect, test } from "vitest";
import { writeAccentStyle } from "./accent-style.ts";

test("a page's own style gives the tokens the shades of the company's accent", () => {
	expect(writeAccentStyle("#ff6a1a")).toBe(
		":root{--accent-fill:#FF6A1A;--accent-text:#B93C00;--accent-ui:#E4570B;--accent-on-dark:#FF8A4C}",
	);
});
