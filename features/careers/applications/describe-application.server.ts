import type { RecordField } from "../../../core/records/record-fields.ts";
import { describeEntry } from "../../../core/records/record-sources.ts";
import { answerLabels, linkNames, listContact, type ContactLine } from "./application-fields.ts";
import type { ApplicationRecord, StoredAnswers } from "./store.server.ts";
import { formatAnswer, describeEducation, describeExperience, formatFileSize } from "./texts.ts";

/** Lists the fields of an application that staff see above its cover letter, in the form's order. */
export function describeApplication({
	jobId,
	jobTitle,
	answers,
	resume,
	link,
}: Pick<ApplicationRecord, "jobId" | "jobTitle" | "answers" | "resume"> & {
	/** The name at the desk of the link that is its source. */
	link?: string | undefined;
}): RecordField[] {
	return [
		{ label: "Position", value: jobTitle || jobId },
		...listContact(answers).map(({ name, label, value }): RecordField => ({
			label: name === "email" ? "E-mail" : label,
			value: value || "not given",
			...(name === "email" && value !== "" && { as: "email" }),
		})),
		{ label: "Resume", value: resume ? `${resume.name}, ${formatFileSize(resume.bytes)}` : "none yet" },
		...(link === undefined ? [] : [{ label: "Source", value: link }]),
		...(answers.entered ? describeEntry(answers.entered) : listSiteAnswers(answers)),
		...listQuestions(answers),
	];
}

/** Contact details that interviewers do not see; the page's title has the name. */
const notForInterviewers: readonly ContactLine[] = ["fullName", "email", "phone", "currentAddress"];

/** Lists the answers that interviewers see: nothing for reaching the applicant, and nothing that a member entered. */
export function describeForInterviewer(answers: StoredAnswers): RecordField[] {
	const contact = listContact(answers).filter(({ name, value }) => value !== "" && !notForInterviewers.includes(name));
	return [
		...contact.map(({ label, value }): RecordField => ({ label, value })),
		...(answers.entered ? [] : listSiteAnswers(answers)),
		...listQuestions(answers),
	];
}

function listQuestions({ questions = [] }: StoredAnswers): RecordField[] {
	return questions.map(({ question, answer }) => ({ label: question, value: answer }));
}

/** Lists the answers that only the site's form asks for. */
function listSiteAnswers(answers: StoredAnswers): RecordField[] {
	return [
		{ label: answerLabels.preferredLocation, value: answers.preferredLocation },
		{ label: answerLabels.eligibleToWork, value: formatAnswer(answers.eligibleToWork) },
		{ label: answerLabels.requiresSponsorship, value: formatAnswer(answers.requiresSponsorship) },
		{
			label: answerLabels.referred,
			value: answers.referrerName ? `${answers.referred}, by ${answers.referrerName}` : answers.referred,
		},
		{
			label: "Links",
			value: linkNames.map((name) => answers[name]).filter(Boolean),
			as: "links",
		},
		{ label: "Education", value: answers.education.map(describeEducation).filter(Boolean) },
		{
			label: "Work experience",
			value: answers.workExperience
				.map((entry) => [describeExperience(entry), entry.description].filter(Boolean).join(": "))
				.filter(Boolean),
		},
		{
			label: answerLabels.minimumQualifications,
			value: answers.minimumQualifications.map(({ text, answer }) => `${text} ${formatAnswer(answer)}`),
		},
	];
}
