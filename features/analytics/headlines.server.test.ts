import { expect, test } from "vitest";
import { describeHeadline, type Measure } from "./headlines.server.ts";

const describe = (
	measure: Pick<Measure, "unit" | "value" | "before" | "better"> & Partial<Pick<Measure, "isBeforeKept">>,
) => {
	const { value, change, isBetter } = describeHeadline(
		{ key: "key", label: "Label", isBeforeKept: true, ...measure },
		"en-IN",
	);
	return [value, change, isBetter];
};

test("counts change in percent, without a judgement", () => {
	expect(describe({ unit: "count", value: 15, before: 12 })).toEqual(["15", "25 % more", undefined]);
	expect(describe({ unit: "count", value: 1, before: 3 })).toEqual(["1", "67 % fewer", undefined]);
	expect(describe({ unit: "count", value: 3, before: 3 })).toEqual(["3", "No change", undefined]);
	expect(describe({ unit: "count", value: 3, before: 0 })).toEqual(["3", "None before", undefined]);
});

test("an arrow shows a direction only where there is something to compare with", () => {
	const directionOf = (value: number | undefined, before: number | undefined) =>
		describeHeadline({ key: "key", label: "Label", unit: "count", value, before, isBeforeKept: true }, "en-IN")
			.direction;
	expect([directionOf(3, 2), directionOf(2, 3), directionOf(3, 3)]).toEqual(["up", "down", "same"]);
	expect([directionOf(3, 0), directionOf(3, undefined), directionOf(undefined, 3)]).toEqual(Array(3).fill(undefined));
});

test("shares change in points and times by their difference, for the better or worse", () => {
	expect(describe({ unit: "percent", value: 90, before: 80, better: "up" })).toEqual(["90 %", "10 points more", true]);
	expect(describe({ unit: "percent", value: 79, before: 80, better: "up" })).toEqual(["79 %", "1 point less", false]);
	expect(describe({ unit: "minutes", value: 120, before: 30, better: "down" })).toEqual(["2 h", "1.5 h longer", false]);
	expect(describe({ unit: "minutes", value: undefined, before: 30, better: "down" })).toEqual([
		"none",
		"30 min before",
		undefined,
	]);
	expect(describe({ unit: "percent", value: 50, before: undefined, better: "up" })).toEqual([
		"50 %",
		"None before",
		undefined,
	]);
});

test("nothing is compared with days that are not kept any more", () => {
	for (const measure of [
		{ unit: "count", value: 78, before: 1 },
		{ unit: "count", value: 0, before: 0 },
		{ unit: "percent", value: 50, before: undefined, better: "up" },
	] as const)
		expect(describe({ ...measure, isBeforeKept: false }).slice(1)).toEqual(["Not kept that long", undefined]);
});

test.each([
	{ unit: "percent", value: 90.4, before: 90, better: "up" },
	{ unit: "count", value: 1_001, before: 1_000 },
	{ unit: "minutes", value: 30.4, before: 30, better: "down" },
] as const)("a change of $unit that rounds to nothing is none", ({ unit, value, before, ...rest }) => {
	const measure = { key: "key", label: "Label", unit, value, before, isBeforeKept: true, ...rest };
	const { change, direction, isBetter } = describeHeadline(measure, "en-IN");
	expect([change, direction, isBetter]).toEqual(["No change", "same", undefined]);
});
