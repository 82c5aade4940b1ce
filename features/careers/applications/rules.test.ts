import { describe, expect, test } from "vitest";
import careersChoices from "../../../tests/support/careers-choices.ts";
import { applicationLines } from "./application-fields.ts";
import { createEmptyDraft, renewDraft } from "./draft.ts";
import { readPostedFields } from "./posted-fields.ts";
import {
	applicationLimits,
	createApplicationRules,
	findStepOf,
	listErrorsOfStep,
	maxResumeBytes,
	resumeField,
	validateResume,
} from "./rules.ts";

const { locations, qualifications } = careersChoices;
const { validateApplication, validateStep } = createApplicationRules({ ...careersChoices, locale: "en-IN" });
const emptyDraft = createEmptyDraft(careersChoices);
const resume = { size: 1000 };
const complete = {
	...emptyDraft,
	fullName: "Asha Rao",
	email: "asha@applicant.example",
	phone: "+91 98100 00000",
	city: "Graz",
	preferredLocation: locations.at(-1),
	minimumQualifications: qualifications.map((text) => ({ text, answer: "yes" })),
	eligibleToWork: "yes",
	requiresSponsorship: "no",
};
const messagesOf = (input: Record<string, unknown>) => {
	const checked = validateApplication(input, resume);
	return checked.ok ? [] : checked.errors.map(({ message }) => message);
};

describe("the rules of an application", () => {
	test("an empty profile lists the required fields", () => {
		const { country: _, ...withoutCountry } = emptyDraft;
		expect(validateStep("careerProfile", withoutCountry, undefined)).toEqual([
			{ field: "fullName", message: "Full Name is required" },
			{ field: "email", message: "Email is required" },
			{ field: "phone", message: "Phone Number is required" },
			{ field: "city", message: "City is required" },
			{ field: "resume", message: "Resume is required" },
		]);
		expect(validateStep("careerProfile", { ...complete, email: "asha at home" }, resume)).toEqual([
			{ field: "email", message: "Email is invalid" },
		]);
	});

	test("empty role information lists the required fields, each question by its first 30 characters", () => {
		expect(validateStep("roleInformation", emptyDraft, undefined).map(({ message }) => message)).toEqual([
			"Preferred Location is required",
			...qualifications.map((question) => `Please answer for "${question.slice(0, 30)}..."`),
			"Please select if you are legally eligible to work.",
			"Please select if you will require sponsorship.",
		]);
	});

	test("errors come in the order of the form, and each belongs to the step that asks for its field", () => {
		const checked = validateApplication({ ...emptyDraft, github: "javascript:alert(1)", gender: "<b>" }, undefined);
		const errors = checked.ok ? [] : checked.errors;
		const byStep = (["careerProfile", "roleInformation", "voluntarySelfIdentification"] as const).map((step) =>
			listErrorsOfStep(step, errors),
		);
		expect(byStep.flat()).toEqual(errors);
		expect(byStep.map((ofStep) => ofStep.map(({ field }) => field))).toEqual([
			["fullName", "email", "phone", "city", "resume", "github"],
			[
				"preferredLocation",
				...qualifications.map((_, index) => `minimumQualifications-${index}`),
				"eligibleToWork",
				"requiresSponsorship",
			],
			["gender"],
		]);
	});

	test("self-identification is optional, and takes only the answers that are offered", () => {
		expect(validateStep("voluntarySelfIdentification", emptyDraft, undefined)).toEqual([]);
		expect(validateStep("voluntarySelfIdentification", { ...emptyDraft, gender: "<b>" }, undefined)).toMatchObject([
			{ field: "gender" },
		]);
	});

	test("answers are accepted in upper and lower case alike", () => {
		const checked = validateApplication(
			{ ...complete, eligibleToWork: "YES", requiresSponsorship: "No", referred: "yes" },
			resume,
		);
		expect(checked).toMatchObject({
			ok: true,
			application: { eligibleToWork: "yes", requiresSponsorship: "no", referred: "Yes" },
		});
	});

	test("a country and a location are the company's, and the first country is taken where none is given", () => {
		const { country: _, ...withoutCountry } = complete;
		expect(validateApplication(withoutCountry, resume)).toMatchObject({
			ok: true,
			application: { country: "Austria" },
		});
		expect(validateApplication({ ...complete, country: "Germany" }, resume)).toMatchObject({ ok: true });
		expect(messagesOf({ ...complete, country: "Utopia" })).toEqual(["Country is required"]);
		expect(messagesOf({ ...complete, preferredLocation: "Utopia" })).toEqual(["Preferred Location is required"]);
		expect(validateStep("roleInformation", { ...complete, preferredLocation: "Utopia" }, undefined)).toHaveLength(1);
		expect(validateStep("careerProfile", { ...complete, country: "Utopia" }, resume)).toHaveLength(1);
	});

	test("a link is completed to an address of the web, and nothing else passes as one", () => {
		expect(validateApplication({ ...complete, github: "github.com/asha" }, resume)).toMatchObject({
			ok: true,
			application: { github: "https://github.com/asha" },
		});
		for (const github of [
			"javascript:alert(1)",
			"data:text/html,x",
			"JaVaScRiPt:alert(1)",
			"file:///etc/passwd",
			"Available on request",
		]) {
			expect(messagesOf({ ...complete, github })).toEqual(["GitHub must be a web address such as https://example.com"]);
		}
	});

	test("entries of education and experience that were left empty are no part of the application", () => {
		const [empty] = emptyDraft.education;
		const filled = { school: "MITS", degree: "", fieldOfStudy: "", startYear: "", endYear: "" };
		expect(
			validateApplication(
				{ ...complete, education: [empty, filled, empty], workExperience: emptyDraft.workExperience },
				resume,
			),
		).toMatchObject({ ok: true, application: { education: [filled], workExperience: [] } });
	});

	test("control characters, oversized texts and wrong shapes are refused by field", () => {
		expect(validateApplication({ ...complete, fullName: "Asha\r\nBcc: all@x.example" }, resume)).toMatchObject({
			ok: false,
			errors: [{ field: "fullName" }],
		});
		expect(validateApplication({ ...complete, city: "x".repeat(201) }, resume)).toMatchObject({
			ok: false,
			errors: [{ field: "city" }],
		});
		expect(validateApplication({ ...complete, education: "not a list" }, resume)).toMatchObject({
			ok: false,
			errors: [{ field: "education" }],
		});
		expect(
			validateApplication({ ...complete, workExperience: Array.from({ length: 21 }, () => ({})) }, resume),
		).toMatchObject({ ok: false, errors: [{ field: "workExperience" }] });
	});

	test.each(Object.entries({ ...applicationLines, referrerName: { maxLength: applicationLimits.line } }))(
		"the control of %s takes as much as the rules do",
		(name, { maxLength }) => {
			const isTooLong = (length: number) =>
				messagesOf({ ...complete, [name]: `https://x.example/${"x".repeat(length)}`.slice(0, length) }).some(
					(message) => message.includes("characters long"),
				);
			expect([isTooLong(maxLength), isTooLong(maxLength + 1)]).toEqual([false, true]);
		},
	);

	test("fields without a form, such as the id of the job, belong to no step", () => {
		expect(["jobId", "Idempotency-Key", "education", "minimumQualifications-4"].map(findStepOf)).toEqual([
			undefined,
			undefined,
			"careerProfile",
			"roleInformation",
		]);
	});

	test("a resume is judged by its size", () => {
		expect(validateResume({ size: maxResumeBytes })).toEqual([]);
		expect(validateResume({ size: maxResumeBytes + 1 })).toMatchObject([
			{ field: "resume", message: "Your resume is larger than 10 MB" },
		]);
		expect(validateResume({ size: 0 })).toMatchObject([{ field: "resume", message: "Your resume is empty" }]);
	});

	test("the field for the resume offers the accepted types", () => {
		expect(resumeField.accept).toBe(".pdf,.doc,.docx");
	});

	test("of a list that is longer than any, no more is read than it takes to refuse it", () => {
		const many = Array.from({ length: 5_000 }, () => ({ school: "IIT" }));
		const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`part-${at}`, "x"]));
		const fields = { education: JSON.stringify(many), workExperience: JSON.stringify([{ company: "Loom", ...wide }]) };
		const { education, workExperience } = readPostedFields(fields, qualifications) as Record<string, object[]>;
		expect(education).toHaveLength(100);
		expect(workExperience?.[0]).toMatchObject({ company: "Loom" });
		expect(Object.keys(workExperience?.[0] ?? {})).toHaveLength(100);
	});

	test("a form without scripts has the same texts", () => {
		const fields = {
			"education-0-school": "IIT Delhi",
			"education-0-degree": "BTech",
			"minimumQualifications-1": "no",
			"workExperience-1-company": "Acme",
		};
		expect(readPostedFields(fields, qualifications)).toMatchObject({
			education: [{ school: "IIT Delhi", degree: "BTech" }],
			workExperience: [{ company: "Acme" }],
			minimumQualifications: qualifications.map((text, index) => ({ text, answer: index === 1 ? "no" : "" })),
		});
		expect(readPostedFields({ education: '[{"school":"IIT"}]' }, qualifications)).toMatchObject({
			education: [{ school: "IIT" }],
		});
	});
});

test("a draft from before a change of settings is converted to the present form", () => {
	const [, kept = ""] = qualifications;
	const saved = {
		...emptyDraft,
		fullName: "Asha Rao",
		country: "Utopia",
		minimumQualifications: [
			{ text: "Can you juggle?", answer: "yes" },
			{ text: kept, answer: "no" },
		],
	};
	const { leaveEmpty: _, ...withoutField } = saved;

	const draft = renewDraft(withoutField, careersChoices);

	expect(draft).toEqual({
		...emptyDraft,
		fullName: "Asha Rao",
		minimumQualifications: qualifications.map((text) => ({ text, answer: text === kept ? "no" : "" })),
	});
	expect(renewDraft({ ...draft, country: "Germany" }, careersChoices).country).toBe("Germany");
});
