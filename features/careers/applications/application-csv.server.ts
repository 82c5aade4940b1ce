import { contactNames, linkNames } from "./application-fields.ts";
import { findSource, type ApplicationRecord } from "./store.server.ts";

export const applicationColumns = [
	"reference",
	"receivedAt",
	"state",
	"jobId",
	"jobTitle",
	...contactNames.flatMap((name) => (name === "city" ? (["country", name] as const) : [name])),
	"resumeName",
	"preferredLocation",
	"eligibleToWork",
	"requiresSponsorship",
	"referred",
	"referrerName",
	...linkNames,
	"coverLetter",
	"education",
	"workExperience",
	"minimumQualifications",
	"questions",
	"source",
	"consent",
] as const;

/** Returns a CSV row of an application; lists are JSON. */
export function toApplicationRow({ answers, resume, ...application }: ApplicationRecord) {
	return {
		...application,
		...answers,
		education: JSON.stringify(answers.education),
		workExperience: JSON.stringify(answers.workExperience),
		minimumQualifications: JSON.stringify(answers.minimumQualifications),
		questions: JSON.stringify(answers.questions ?? []),
		resumeName: resume?.name ?? "",
		consent: answers.entered?.consent ?? "",
		source: findSource(answers),
	};
}
