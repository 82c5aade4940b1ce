import type { ApplicationRecord } from "./store.server.ts";

/** Columns of applications as CSV. */
export const applicationColumns = [
	"reference",
	"receivedAt",
	"state",
	"jobId",
	"jobTitle",
	"fullName",
	"email",
	"phone",
	"country",
	"city",
	"currentAddress",
	"preferredPronouns",
	"resumeName",
	"preferredLocation",
	"eligibleToWork",
	"requiresSponsorship",
	"referred",
	"referrerName",
	"linkedin",
	"portfolio",
	"github",
	"otherLink",
	"coverLetter",
	"education",
	"workExperience",
	"minimumQualifications",
	"questions",
] as const;

/** Gives an application as a row of these columns; what is a list is JSON. */
export function toApplicationRow({ answers, resume, ...application }: ApplicationRecord) {
	return {
		...application,
		...answers,
		education: JSON.stringify(answers.education),
		workExperience: JSON.stringify(answers.workExperience),
		minimumQualifications: JSON.stringify(answers.minimumQualifications),
		questions: JSON.stringify(answers.questions ?? []),
		resumeName: resume.name,
	};
}
