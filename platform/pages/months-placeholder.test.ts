import { expect, test } from "vitest";
import { fillMonths, writeMonthsPlaceholder } from "./months-placeholder.ts";

const words = { month: "month", months: "months" };

test.each([
	[1, "1 month"],
	[24, "24 months"],
])("%i months are written as %s", (enquiries, written) => {
	expect(fillMonths(`for ${writeMonthsPlaceholder("enquiries", words)}.`, { enquiries })).toBe(`for ${written}.`);
	expect(fillMonths(`v-${writeMonthsPlaceholder("enquiries")}`, { enquiries })).toBe(`v-${enquiries}`);
});

test("an unknown kind, and text that only looks like a placeholder, stay as they are", () => {
	for (const text of ["%%months:constructor%%", "%%months:%%", "50 %% months", "%%months:enquiries"])
		expect(fillMonths(text, { enquiries: 24 })).toBe(text);
});
