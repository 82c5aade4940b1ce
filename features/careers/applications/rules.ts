import * as z from "zod/mini";
import type { CareersChoices } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import { isEmailAddress } from "../../../shared/email-address.ts";
import { parseUrl } from "../../../shared/parse-url.ts";
import { isQuestionField, validateAnswers, type QuestionAnswers } from "../../../shared/question-answers.ts";
import { yesOrNo, type JobQuestion } from "../../../shared/questions.ts";
import {
	honeypot,
	listFieldErrors,
	optionalLine,
	optionalText,
	requiredLine,
	type FieldError,
} from "../../../shared/text-rules.ts";
import { resumeKinds } from "../resumes/resume-kinds.ts";
import { contactLines, lineLimits, linkLines, type ApplicationLine } from "./application-fields.ts";
import {
	qualificationAnswers,
	referredAnswers,
	selfIdentificationOptions,
	type QualificationAnswer,
} from "./options.ts";

export type { FieldError } from "../../../shared/text-rules.ts";

/** Longest values, in UTF-16 units, and most entries of a list. */
export const applicationLimits = {
	...lineLimits,
	coverLetter: 10_000,
	description: 2_000,
	entries: 20,
} as const;

export const maxResumeBytes = 10 * 1024 * 1024;

const resumeKindsInWords = "PDF, DOC or DOCX";

/** Of a file whose content is of another kind. */
export const otherResumeKind: FieldError = {
	field: "resume",
	message: `Your resume must be a ${resumeKindsInWords} file`,
};

/** Accepted files of the resume, and the hint. */
export const resumeField = {
	accept: resumeKinds.map((kind) => `.${kind}`).join(","),
	hint: `${resumeKindsInWords}, up to 10MB, without a password.`,
};

const line = (label: string) => optionalLine(label, applicationLimits.line);

/** Completes a typed web address: "linkedin.com/in/asha" is "https://linkedin.com/in/asha". */
export function completeWebAddress(text: string): string {
	return text === "" || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
}

/** Tells whether a text is an http or https address, safe as a link. Some browsers, but no server, accept a space in a hostname. */
export function isWebAddress(text: string): boolean {
	return !/\s/.test(text) && ["http:", "https:"].includes(parseUrl(text)?.protocol ?? "");
}

function createLineRule({ subject, maxLength, required, type, isLink }: ApplicationLine) {
	if (isLink)
		return optionalLine(subject, maxLength).check(
			z.overwrite(completeWebAddress),
			z.refine(
				(text) => text === "" || isWebAddress(text),
				`${subject} must be a web address such as https://example.com`,
			),
		);
	if (!required) return optionalLine(subject, maxLength);
	const rule = requiredLine(subject, maxLength, `${subject} is required`);
	if (type !== "email") return rule;
	return rule.check(z.refine((text) => text === "" || isEmailAddress(text), `${subject} is invalid`));
}

function createLineRules<Name extends string>(lines: Readonly<Record<Name, ApplicationLine>>) {
	const rules = Object.entries<ApplicationLine>(lines).map(([name, one]) => [name, createLineRule(one)]);
	return Object.fromEntries(rules) as Record<Name, z.ZodMiniType<string, string | undefined>>;
}

function choice<const Options extends readonly string[]>(options: Options, missing: string) {
	return z.enum(options, { error: missing });
}

function optionalChoice(label: string, options: readonly string[]) {
	return line(label).check(
		z.refine((text) => text === "" || options.includes(text), `${label} must be one of: ${options.join(", ")}`),
	);
}

/** The form starts with an empty entry, and some stay empty. */
function withoutEmpty<Entry extends Record<string, string>>() {
	return z.overwrite<Entry[]>((entries) => entries.filter((entry) => Object.values(entry).some(Boolean)));
}

const educationEntry = z.object({
	school: line("School"),
	degree: line("Degree"),
	fieldOfStudy: line("Field of study"),
	startYear: line("Start year"),
	endYear: line("End year"),
});
const workEntry = z.object({
	company: line("Company"),
	jobTitle: line("Job title"),
	startDate: line("Start date"),
	endDate: line("End date"),
	description: optionalText("Description", applicationLimits.description),
});

export type Education = z.infer<typeof educationEntry>;
export type WorkExperience = z.infer<typeof workEntry>;

const { fullName, email, phone, ...otherContact } = createLineRules(contactLines);

const careerProfile = {
	fullName,
	email,
	phone,
	/** One of the company's countries: see createApplicationSchema. */
	country: z.string(),
	...otherContact,
	coverLetter: optionalText("Cover letter", applicationLimits.coverLetter),
	education: z._default(
		z
			.array(educationEntry)
			.check(z.maxLength(applicationLimits.entries, "Leave at most 20 education entries"), withoutEmpty()),
		[],
	),
	workExperience: z._default(
		z
			.array(workEntry)
			.check(z.maxLength(applicationLimits.entries, "Leave at most 20 experience entries"), withoutEmpty()),
		[],
	),
	...createLineRules(linkLines),
};

const roleInformation = {
	/** One of the company's locations: see createApplicationSchema. */
	preferredLocation: z.string(),
	minimumQualifications: z._default(
		z.array(z.object({ text: z.string(), answer: z.string() }), {
			error: "Minimum qualifications must be a list of questions and answers",
		}),
		[],
	),
	eligibleToWork: choice(yesOrNo, "Please select if you are legally eligible to work."),
	requiresSponsorship: choice(yesOrNo, "Please select if you will require sponsorship."),
};

const voluntarySelfIdentification = {
	referred: z._default(z.enum(referredAnswers, { error: "Referred must be Yes or No" }), "No"),
	referrerName: line("Referrer name"),
	gender: optionalChoice("Gender", selfIdentificationOptions.gender),
	raceEthnicity: optionalChoice("Race/Ethnicity", selfIdentificationOptions.raceEthnicity),
	disabilityStatus: optionalChoice("Disability Status", selfIdentificationOptions.disabilityStatus),
	veteranStatus: optionalChoice("Veteran Status", selfIdentificationOptions.veteranStatus),
	heardAbout: optionalChoice("Heard about role from", selfIdentificationOptions.heardAbout),
};

/** `leaveEmpty` is hidden from people; a program fills it in. */
const wholeForm = {
	...careerProfile,
	...roleInformation,
	...voluntarySelfIdentification,
	leaveEmpty: honeypot("leaveEmpty"),
};

function createChoices({ countries, locations }: Pick<CareersChoices, "countries" | "locations">) {
	return {
		country: z._default(choice(countries, "Country is required"), countries[0] ?? ""),
		preferredLocation: choice(locations, "Preferred Location is required"),
	};
}

/** Creates the schema of an application to a company with these choices, without the resume, which is a file. */
export function createApplicationSchema(choices: Pick<CareersChoices, "countries" | "locations">) {
	return z.object({ ...wholeForm, ...createChoices(choices) });
}

/** A valid application with self-identification, which the server removes before it stores anything. */
export type Application = Omit<z.infer<z.ZodMiniObject<typeof wholeForm>>, "leaveEmpty">;

/** The steps with fields; reviewAndSubmit shows their values. */
export type FormStep = "careerProfile" | "roleInformation" | "voluntarySelfIdentification";

/** Each step's fields in the form's order; the resume, a file, is in no schema. */
const fieldsOfSteps: Record<FormStep, readonly string[]> = {
	careerProfile: Object.keys(careerProfile).flatMap((field) => (field === "coverLetter" ? ["resume", field] : [field])),
	roleInformation: Object.keys(roleInformation),
	voluntarySelfIdentification: Object.keys(voluntarySelfIdentification),
};
/** The fields of the whole form in order, with the resume. */
export const fieldOrder = Object.values(fieldsOfSteps).flat();

/** "minimumQualifications" for "minimumQualifications-2". */
const withoutPlace = (field: string) => field.replace(/-\d.*$/s, "");

/** Finds the step of a field; undefined for one without a field, such as the job's id. */
export function findStepOf(field: string): FormStep | undefined {
	if (isQuestionField(field)) return "roleInformation";
	return (Object.keys(fieldsOfSteps) as FormStep[]).find((step) => fieldsOfSteps[step].includes(withoutPlace(field)));
}

/** Keeps the errors of a step. */
export function listErrorsOfStep(step: FormStep, errors: FieldError[]): FieldError[] {
	return errors.filter(({ field }) => findStepOf(field) === step);
}

/** Adds errors to known ones, one for each field, in the order of the form. */
export function addErrors(known: FieldError[], found: FieldError[]): FieldError[] {
	return inOrderOfForm([...known, ...found.filter(({ field }) => !known.some((error) => error.field === field))]);
}

/** The job's questions come last in the second step. */
function placeOf(field: string): number {
	return isQuestionField(field)
		? fieldOrder.indexOf("requiresSponsorship") + 0.5
		: fieldOrder.indexOf(withoutPlace(field));
}

function inOrderOfForm(errors: FieldError[]): FieldError[] {
	return errors.toSorted((a, b) => placeOf(a.field) - placeOf(b.field));
}

/** The resume as the rules see it; the server checks its content. */
export type ResumeFacts = { size: number } | undefined;

/** Creates the rules of an application to a company with these choices, with numbers in its locale. */
export function createApplicationRules({
	qualifications,
	locale,
	...choices
}: Pick<CareersChoices, "locations" | "countries" | "qualifications"> & Pick<Company, "locale">) {
	const ofCompany = createChoices(choices);
	const stepSchemas: Record<FormStep, z.ZodMiniType> = {
		careerProfile: z.object({ ...careerProfile, country: ofCompany.country }),
		roleInformation: z.object({ ...roleInformation, preferredLocation: ofCompany.preferredLocation }),
		voluntarySelfIdentification: z.object(voluntarySelfIdentification),
	};
	const wholeSchema = createApplicationSchema(choices);

	function validateQualifications({ minimumQualifications }: Record<string, unknown>): FieldError[] {
		const answers = readQualificationAnswers(minimumQualifications, qualifications);
		return qualifications.flatMap((question, index) =>
			answers[index]
				? []
				: [{ field: qualificationField(index), message: `Please answer for "${question.slice(0, 30)}..."` }],
		);
	}

	return {
		/**
		 * Lists the errors of one step, in the order of its form: docs/product/careers.md, Validation.
		 * @param draft values of any step
		 * @param questions the job's own questions
		 */
		validateStep(
			step: FormStep,
			draft: Record<string, unknown> & { questionAnswers?: QuestionAnswers },
			resume: ResumeFacts,
			questions: readonly JobQuestion[] = [],
		): FieldError[] {
			const result = z.safeParse(stepSchemas[step], normalise(draft));
			const errors = result.success ? [] : listFieldErrors(result.error.issues, locale);
			if (step === "careerProfile") return inOrderOfForm([...errors, ...validateResume(resume)]);
			if (step !== "roleInformation") return errors;
			const answers = validateAnswers(questions, draft.questionAnswers ?? {});
			return inOrderOfForm([...errors, ...validateQualifications(draft), ...answers]);
		},

		/**
		 * Checks a whole application.
		 * @returns the trimmed application and whether it looks like spam, or the first error of each field in the order of the form
		 */
		validateApplication(
			input: Record<string, unknown>,
			resume: ResumeFacts,
		): { ok: true; application: Application; looksLikeSpam: boolean } | { ok: false; errors: FieldError[] } {
			const result = z.safeParse(wholeSchema, normalise(input));
			const errors = inOrderOfForm([
				...(result.success ? [] : listFieldErrors(result.error.issues, locale)),
				...validateResume(resume),
				...validateQualifications(input),
			]);
			if (!result.success || errors.length > 0) return { ok: false, errors };
			const { leaveEmpty, ...application } = result.data;
			return { ok: true, application, looksLikeSpam: leaveEmpty !== "" };
		},
	};
}

/** Checks a resume's size; the server checks its content. */
export function validateResume(resume: ResumeFacts): FieldError[] {
	if (!resume) return [{ field: "resume", message: "Resume is required" }];
	if (resume.size === 0) return [{ field: "resume", message: "Your resume is empty" }];
	return resume.size > maxResumeBytes ? [{ field: "resume", message: "Your resume is larger than 10 MB" }] : [];
}

/** Returns the field name of a qualification question, such as "minimumQualifications-2". */
export function qualificationField(index: number): string {
	return `minimumQualifications-${index}`;
}

/**
 * Finds the answer to each question, in order; undefined for none.
 * Questions are matched by text; if a program words one differently, by position.
 */
export function readQualificationAnswers(
	minimumQualifications: unknown,
	questions: readonly string[],
): (QualificationAnswer | undefined)[] {
	const given: { text?: unknown; answer?: unknown }[] = Array.isArray(minimumQualifications)
		? minimumQualifications.map((entry: unknown) => (typeof entry === "object" && entry !== null ? entry : {}))
		: [];
	const known = new Set<unknown>(questions);
	return questions.map((question, index) => {
		const byPlace = given[index];
		const entry = given.find(({ text }) => text === question) ?? (known.has(byPlace?.text) ? undefined : byPlace);
		return qualificationAnswers.find(
			(answer) => typeof entry?.answer === "string" && entry.answer.toLowerCase() === answer,
		);
	});
}

/** Answers are accepted in any case: "YES" is "yes", and "no" is "No" where the form says so. */
function normalise(input: Record<string, unknown>): Record<string, unknown> {
	const lower = (value: unknown) => (typeof value === "string" ? value.trim().toLowerCase() : value);
	const referred =
		typeof input.referred === "string" && input.referred !== ""
			? lower(input.referred) === "yes"
				? "Yes"
				: lower(input.referred) === "no"
					? "No"
					: input.referred
			: undefined;
	return {
		...input,
		referred,
		eligibleToWork: lower(input.eligibleToWork),
		requiresSponsorship: lower(input.requiresSponsorship),
	};
}
