import { expect, test } from "vitest";
import { describeAge } from "./describe-age.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");

test.each([
	["2026-11-23T06:00:30Z", "now"],
	["2026-11-23T05:59:30Z", "now"],
	["2026-11-23T05:59:00Z", "1 min"],
	["2026-11-23T05:00:01Z", "59 min"],
	["2026-11-23T05:00:00Z", "1 h"],
	["2026-11-22T06:00:01Z", "23 h"],
	["2026-11-22T06:00:00Z", "1 d"],
	["2026-11-16T06:00:01Z", "6 d"],
	// The day in the company's zone.
	["2026-11-14T19:00:00Z", "15 Nov"],
	["2025-11-14T19:00:00Z", "15 Nov 2025"],
])("the age of what came at %s is %s", (at, age) => {
	expect(describeAge(Temporal.Instant.from(at), now, { timeZone: "Asia/Kolkata" })).toBe(age);
});
