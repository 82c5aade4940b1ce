import { expect, test } from "vitest";
import { writeMonths } from "./write-months.ts";

test("months are written as a person says them", () => {
	expect([1, 6, 12, 18, 24].map(writeMonths)).toEqual(["a month", "6 months", "a year", "18 months", "2 years"]);
});
