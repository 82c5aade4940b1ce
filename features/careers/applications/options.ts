import { findDate } from "../../../shared/zoned-time.ts";

/** Options that are the same for every company: docs/product/careers.md, Fields. */

export const qualificationAnswers = ["yes", "no", "not_sure"] as const;
export type QualificationAnswer = (typeof qualificationAnswers)[number];

export const referredAnswers = ["No", "Yes"] as const;

/** The voluntary self-identification; answers are counted and never stored with an application. */
export const selfIdentificationOptions = {
	gender: ["Female", "Male", "Non-binary", "Prefer not to say"],
	raceEthnicity: [
		"Asian",
		"Black or African American",
		"Hispanic or Latino",
		"White",
		"Two or More Races",
		"Prefer not to say",
	],
	disabilityStatus: [
		"Yes, I have a disability (or previously had one)",
		"No, I do not have a disability",
		"I do not wish to answer",
	],
	veteranStatus: ["I am a veteran", "I am not a veteran", "I do not wish to answer"],
	heardAbout: ["Linkedin", "Job Board", "Social Sites"],
} as const;

export type SelfIdentificationField = keyof typeof selfIdentificationOptions;

export const selfIdentificationLabels: Record<SelfIdentificationField, string> = {
	gender: "Gender",
	raceEthnicity: "Race/Ethnicity",
	disabilityStatus: "Disability Status",
	veteranStatus: "Veteran Status",
	heardAbout: "Heard about role from",
};

const yearChoices = 70;

/**
 * Returns the year in a zone. Runs in every browser.
 * @param ms milliseconds since 1970
 */
export function findYear(ms: number, timeZone: string): number {
	return Number(findDate(ms, timeZone).slice(0, 4));
}

/** Lists the last 70 years, latest first. */
export function listYears(thisYear: number): string[] {
	return Array.from({ length: yearChoices }, (_, index) => String(thisYear - index));
}

export const present = "Present";
