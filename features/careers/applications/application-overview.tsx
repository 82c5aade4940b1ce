import { formatDate } from "../../../shared/format-date.ts";
import { answerLabels, linkNames, listContact } from "./application-fields.ts";
import type { StoredAnswers } from "./store.server.ts";
import { formatAnswer, describeEducation, describeExperience } from "./texts.ts";

type ApplicationOverviewProps = {
	reference: string;
	jobTitle: string;
	receivedOn: string;
	answers: StoredAnswers;
	resumeName: string;
};

/** The sent application for the applicant, without the self-identification, which is not stored. */
export function ApplicationOverview({
	reference,
	jobTitle,
	receivedOn,
	answers,
	resumeName,
}: ApplicationOverviewProps) {
	const lines: [string, string[]][] = [
		["Reference", [reference]],
		["Position", [jobTitle]],
		["Received", [formatDate(receivedOn)]],
		...listContact(answers).map(({ label, value }): [string, string[]] => [label, [value]]),
		["Resume", [resumeName]],
		["Cover letter", answers.coverLetter.split("\n")],
		["Education", answers.education.map(describeEducation)],
		[
			"Work experience",
			answers.workExperience.flatMap((entry) => [describeExperience(entry), ...entry.description.split("\n")]),
		],
		["Links", linkNames.map((name) => answers[name]).filter(Boolean)],
		[answerLabels.preferredLocation, [answers.preferredLocation]],
		[
			answerLabels.minimumQualifications,
			answers.minimumQualifications.map(({ text, answer }) => `${text}: ${formatAnswer(answer)}`),
		],
		[answerLabels.eligibleToWork, [formatAnswer(answers.eligibleToWork)]],
		[answerLabels.requiresSponsorship, [formatAnswer(answers.requiresSponsorship)]],
		...(answers.questions ?? []).map(({ question, answer }): [string, string[]] => [question, answer.split("\n")]),
		[
			answerLabels.referred,
			[answers.referred === "Yes" && answers.referrerName ? `Yes by ${answers.referrerName}` : answers.referred],
		],
	];
	return (
		<dl className="divide-y divide-hairline rounded-20 border border-hairline bg-white px-6">
			{lines
				.filter(([, values]) => values.some(Boolean))
				.map(([label, values]) => (
					<div key={label} className="grid gap-1 py-3 text-16 md:grid-cols-3">
						<dt className="text-muted">{label}</dt>
						<dd className="min-w-0 text-ink md:col-span-2">
							{values.map((value, index) => (
								<span key={index} dir="auto" className="block">
									{value}
								</span>
							))}
						</dd>
					</div>
				))}
		</dl>
	);
}
