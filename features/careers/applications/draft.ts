import type { CareersChoices } from "../../../shared/careers.ts";
import { noticeField } from "../../../shared/notices.ts";
import { questionField, type QuestionAnswers } from "../../../shared/question-answers.ts";
import { sourceField } from "../../../shared/source-link.ts";
import { emptyLines, type ApplicationLines } from "./application-fields.ts";
import { readEntries, readPostedFields } from "./posted-fields.ts";
import { applicationLimits, type Education, type WorkExperience } from "./rules.ts";

/** The state of the form while it is filled in: docs/product/careers.md, Fields. Unanswered questions are empty. */
export type Draft = ApplicationLines & {
	country: string;
	coverLetter: string;
	education: Education[];
	workExperience: WorkExperience[];
	preferredLocation: string;
	minimumQualifications: { text: string; answer: string }[];
	eligibleToWork: string;
	requiresSponsorship: string;
	/** Answers to the job's own questions. */
	questionAnswers: QuestionAnswers;
	referred: string;
	referrerName: string;
	gender: string;
	raceEthnicity: string;
	disabilityStatus: string;
	veteranStatus: string;
	heardAbout: string;
	/** "yes" to be kept for other positions. */
	talentPool: string;
	/** Of the hidden field. */
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
		talentPool: "",
		leaveEmpty: "",
	};
}

/**
 * Converts an earlier draft to the current form: new fields are empty, new questions unanswered, and a country that is no longer offered
 * becomes the default.
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

/** The entries of each list on the page without scripts. */
const entriesOffered = 2;

/** Reads the draft of a form that was filled in without scripts; fields that are absent are empty. */
export function readDraft(fields: Record<string, string>, choices: DraftChoices): Draft {
	const empty: Record<string, unknown> = createEmptyDraft(choices);
	const posted = readPostedFields(fields, choices.qualifications);
	const fill = <Entry>(list: unknown, emptyEntry: Entry): Entry[] => {
		const given: Partial<Entry>[] = Array.isArray(list) ? list : [];
		const length = Math.max(given.length, entriesOffered);
		return Array.from({ length }, (_, index) => ({ ...emptyEntry, ...given[index] }));
	};
	const entriesOf = <Entry>(list: "education" | "workExperience", emptyEntry: Entry): Entry[] => {
		const given = fields[list] === undefined ? readEntries(fields, list) : posted[list];
		return fill(given, emptyEntry).slice(0, applicationLimits.entries);
	};
	return {
		...renewDraft(
			{
				...Object.fromEntries(Object.entries(fields).filter(([name]) => typeof empty[name] === "string")),
				questionAnswers: posted.questionAnswers as QuestionAnswers,
				minimumQualifications: fill(posted.minimumQualifications, { text: "", answer: "" }),
			},
			choices,
		),
		education: entriesOf("education", emptyEducation),
		workExperience: entriesOf("workExperience", emptyExperience),
	};
}

/**
 * Returns the multipart form of POST /api/applications: texts as they are, lists as JSON, the resume as a file: docs/product/careers.md,
 * Calls.
 */
export function toFormData(
	draft: Draft,
	resume: File | undefined,
	{
		jobId,
		source,
		notice,
	}: {
		jobId: string;
		/** Empty for none. */
		source: string;
		/** Version of the notice that the form showed. */
		notice?: string | undefined;
	},
): FormData {
	const form = new FormData();
	const { questionAnswers, talentPool, ...fields } = draft;
	if (talentPool !== "") form.append("talentPool", talentPool);
	for (const [name, value] of Object.entries(fields))
		form.append(name, typeof value === "string" ? value : JSON.stringify(value));
	for (const [key, answer] of Object.entries(questionAnswers)) form.append(questionField(key), answer);
	form.append("jobId", jobId);
	if (source !== "") form.append(sourceField, source);
	if (notice !== undefined) form.append(noticeField, notice);
	// Last, so that the server has checked every other field before the file's first byte.
	if (resume) form.append("resume", resume, resume.name);
	return form;
}
