import type { CareersChoices } from "../../../shared/careers.ts";
import { emptyLines, type ApplicationLines } from "./application-fields.ts";
import { questionField, type QuestionAnswers } from "./question-answers.ts";
import type { Education, WorkExperience } from "./rules.ts";

/** What the form holds while it is being filled in: docs/product/careers.md, Fields. Unanswered questions are empty texts. */
export type Draft = ApplicationLines & {
	country: string;
	coverLetter: string;
	education: Education[];
	workExperience: WorkExperience[];
	preferredLocation: string;
	minimumQualifications: { text: string; answer: string }[];
	eligibleToWork: string;
	requiresSponsorship: string;
	/** To what this job alone asks. */
	questionAnswers: QuestionAnswers;
	referred: string;
	referrerName: string;
	gender: string;
	raceEthnicity: string;
	disabilityStatus: string;
	veteranStatus: string;
	heardAbout: string;
	/** Of the field that people do not see. */
	leaveEmpty: string;
};

export const emptyEducation: Education = { school: "", degree: "", fieldOfStudy: "", startYear: "", endYear: "" };
export const emptyExperience: WorkExperience = {
	company: "",
	jobTitle: "",
	startDate: "",
	endDate: "",
	description: "",
};

type DraftChoices = Pick<CareersChoices, "countries" | "qualifications">;

/** A form that nobody has typed into. */
export function createEmptyDraft({ countries: [country = ""], qualifications }: DraftChoices): Draft {
	return {
		...emptyLines,
		country,
		coverLetter: "",
		education: [emptyEducation],
		workExperience: [emptyExperience],
		preferredLocation: "",
		minimumQualifications: qualifications.map((text) => ({ text, answer: "" })),
		eligibleToWork: "",
		requiresSponsorship: "",
		questionAnswers: {},
		referred: "No",
		referrerName: "",
		gender: "",
		raceEthnicity: "",
		disabilityStatus: "",
		veteranStatus: "",
		heardAbout: "",
		leaveEmpty: "",
	};
}

/**
 * Brings a draft from an earlier visit to what the form is now: a field that it did not have is empty, a question that it did not ask is
 * open, and a country that is no choice any more is the default.
 */
export function renewDraft(saved: Partial<Draft>, choices: DraftChoices): Draft {
	const empty = createEmptyDraft(choices);
	const { country = "", minimumQualifications } = saved;
	return {
		...empty,
		...saved,
		country: choices.countries.includes(country) ? country : empty.country,
		minimumQualifications: empty.minimumQualifications.map(
			(open) => minimumQualifications?.find(({ text }) => text === open.text) ?? open,
		),
	};
}

/** The multipart form of POST /api/applications: texts as they are, lists as JSON, the resume as a file: docs/product/careers.md, Calls. */
export function toFormData(draft: Draft, resume: File | undefined, jobId: string): FormData {
	const form = new FormData();
	const { questionAnswers, ...fields } = draft;
	for (const [name, value] of Object.entries(fields))
		form.append(name, typeof value === "string" ? value : JSON.stringify(value));
	for (const [key, answer] of Object.entries(questionAnswers)) form.append(questionField(key), answer);
	form.append("jobId", jobId);
	// Last, so that the server has read and checked every other field before the first byte of the file.
	if (resume) form.append("resume", resume, resume.name);
	return form;
}
