import { expect, test } from "vitest";
import { findYear, listYears, selfIdentificationLabels, selfIdentificationOptions } from "./options.ts";
import { steps } from "./steps.ts";

test("every choice that no company's facts decide has its exact words and place", () => {
	expect(steps.map(({ id, title, duration }) => [id, title, duration])).toEqual([
		["careerProfile", "Careers profile", "5-10 minutes"],
		["roleInformation", "Role Information", "less than 1 minute"],
		["voluntarySelfIdentification", "Voluntary self-identification", "less than 1 minute"],
		["reviewAndSubmit", "Review & apply", undefined],
	]);
	expect(selfIdentificationOptions).toMatchObject({
		gender: ["Female", "Male", "Non-binary", "Prefer not to say"],
		raceEthnicity: [
			"Asian",
			"Black or African American",
			"Hispanic or Latino",
			"White",
			"Two or More Races",
			"Prefer not to say",
		],
		heardAbout: ["Linkedin", "Job Board", "Social Sites"],
	});
	expect([selfIdentificationOptions.disabilityStatus.length, selfIdentificationOptions.veteranStatus.length]).toEqual([
		3, 3,
	]);
	expect(Object.values(selfIdentificationLabels)).toEqual([
		"Gender",
		"Race/Ethnicity",
		"Disability Status",
		"Veteran Status",
		"Heard about role from",
	]);
});

test("seventy years are offered, this one first", () => {
	const years = listYears(2026);
	expect([years.length, years[0], years.at(-1)]).toEqual([70, "2026", "1957"]);
});

test.each([
	["2026-12-31T18:29:59Z", 2026],
	["2026-12-31T18:30:00Z", 2027],
])("the year at %s is that of the zone, %i", (instant, year) => {
	expect(findYear(Date.parse(instant), "Asia/Kolkata")).toBe(year);
});
