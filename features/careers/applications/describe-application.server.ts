import type { RecordField } from "../../../core/records/record-fields.ts";
import { linkNames, listContact } from "./application-fields.ts";
import type { ApplicationRecord } from "./store.server.ts";
import { capitalise, describeEducation, describeExperience, formatFileSize } from "./texts.ts";

/** Lists the fields of an application that staff see above its cover letter, in the form's order. */
export function describeApplication({
	jobId,
	jobTitle,
	answers,
	resume,
}: Pick<ApplicationRecord, "jobId" | "jobTitle" | "answers" | "resume">): RecordField[] {
	return [
		{ label: "Position", value: `${jobTitle} (${jobId})` },
		...listContact(answers).map(({ name, label, value }): RecordField =>
			name === "email" ? { label: "E-mail", value, as: "email" } : { label, value: value || "not given" },
		),
		{ label: "Resume", value: `${resume.name}, ${formatFileSize(resume.bytes)}` },
		{ label: "Preferred", value: answers.preferredLocation },
		{ label: "Eligible", value: capitalise(answers.eligibleToWork) },
		{ label: "Sponsorship", value: capitalise(answers.requiresSponsorship) },
		{
			label: "Referred",
			value: answers.referrerName ? `${answers.referred}, by ${answers.referrerName}` : answers.referred,
		},
		{
			label: "Links",
			value: linkNames.map((name) => answers[name]).filter(Boolean),
			as: "links",
		},
		{ label: "Education", value: answers.education.map(describeEducation).filter(Boolean) },
		{
			label: "Experience",
			value: answers.workExperience
				.map((entry) => [describeExperience(entry), entry.description].filter(Boolean).join(": "))
				.filter(Boolean),
		},
		{
			label: "Qualifications",
			value: answers.minimumQualifications.map(({ text, answer }) => `${text} ${capitalise(answer)}`),
		},
		...(answers.questions ?? []).map(({ question, answer }): RecordField => ({ label: question, value: answer })),
	];
}
