import { qualificationQuestions } from "./options.ts";
import type { Education, WorkExperience } from "./rules.ts";

/** What the form holds while it is being filled in: docs/product/careers.md, Fields. Unanswered questions are empty texts. */
export type Draft = {
	fullName: string;
	email: string;
	phone: string;
	country: string;
	city: string;
	currentAddress: string;
	preferredPronouns: string;
	coverLetter: string;
	education: Education[];
	workExperience: WorkExperience[];
	linkedin: string;
	portfolio: string;
	github: string;
	otherLink: string;
	preferredLocation: string;
	minimumQualifications: { text: string; answer: string }[];
	eligibleToWork: string;
	requiresSponsorship: string;
	referred: string;
	referrerName: string;
	gender: string;
	raceEthnicity: string;
	disabilityStatus: string;
	veteranStatus: string;
	heardAbout: string;
	/** Of the field that people do not see. */
	website: string;
};

export const emptyEducation: Education = { school: "", degree: "", fieldOfStudy: "", startYear: "", endYear: "" };
export const emptyExperience: WorkExperience = {
	company: "",
	jobTitle: "",
	startDate: "",
	endDate: "",
	description: "",
};

export const emptyDraft: Draft = {
	fullName: "",
	email: "",
	phone: "",
	country: "India",
	city: "",
	currentAddress: "",
	preferredPronouns: "",
	coverLetter: "",
	education: [emptyEducation],
	workExperience: [emptyExperience],
	linkedin: "",
	portfolio: "",
	github: "",
	otherLink: "",
	preferredLocation: "",
	minimumQualifications: qualificationQuestions.map((text) => ({ text, answer: "" })),
	eligibleToWork: "",
	requiresSponsorship: "",
	referred: "No",
	referrerName: "",
	gender: "",
	raceEthnicity: "",
	disabilityStatus: "",
	veteranStatus: "",
	heardAbout: "",
	website: "",
};

/** The multipart form of POST /api/applications: texts as they are, lists as JSON, the resume as a file: docs/product/careers.md, Calls. */
export function toFormData(draft: Draft, resume: File | undefined, jobId: string): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(draft))
		form.append(name, typeof value === "string" ? value : JSON.stringify(value));
	form.append("jobId", jobId);
	// Last, so that the server has read and checked every other field before the first byte of the file.
	if (resume) form.append("resume", resume, resume.name);
	return form;
}
