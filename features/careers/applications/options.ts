import { findDateInIndia } from "../../../shared/india-time.ts";

/** Choices of the application form: docs/product/careers.md, Fields. */

export const countries = ["India"] as const;

export const yesOrNo = ["yes", "no"] as const;

export const qualificationAnswers = ["yes", "no", "not_sure"] as const;
export type QualificationAnswer = (typeof qualificationAnswers)[number];

/** The five minimum qualifications, in the order of the form. */
export const qualificationQuestions = [
	"Do you have a bachelor's degree or equivalent practical experience?",
	"Do you have at least 2 years of related professional experience?",
	"Do you have strong written and verbal communication skills?",
	"Are you comfortable with collaborating in a team?",
	"Can you adapt quickly to new technologies?",
] as const;

export const referredAnswers = ["No", "Yes"] as const;

/** Questions of the voluntary self-identification; their answers are counted and never stored with an application. */
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
 * The year it is in India. Runs in every browser.
 *
 * @param ms milliseconds since 1970
 */
export function findYearInIndia(ms: number): number {
	return Number(findDateInIndia(ms).slice(0, 4));
}

/** The last 70 years, this one first. */
export function listYears(thisYear: number): string[] {
	return Array.from({ length: yearChoices }, (_, index) => String(thisYear - index));
}

export const present = "Present";
