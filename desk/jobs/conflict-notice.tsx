import type { JobText } from "../../features/careers/jobs/job-draft.ts";
import { formatPay } from "../../shared/job-pay.ts";

/** A field in which the written and the stored job differ. */
export type Difference = { name: string; stored: string };

const names: Record<keyof JobText, string> = {
	title: "Title",
	summary: "Summary",
	department: "Department",
	team: "Team",
	location: "Location",
	workplace: "Workplace",
	type: "Employment",
	closesOn: "Last day to apply",
	pay: "Pay",
	benefits: "Benefits",
	keywords: "Keywords",
	markdown: "Description",
	questions: "Questions",
};

/** Lists the fields in which two versions of a job differ, with the stored values. */
export function listDifferences(written: JobText, stored: JobText): Difference[] {
	return (Object.keys(names) as (keyof JobText)[])
		.filter((field) => JSON.stringify(written[field]) !== JSON.stringify(stored[field]))
		.map((field) => ({ name: names[field], stored: show(stored, field) }));
}

function show(job: JobText, field: keyof JobText): string {
	if (field === "questions") return job.questions.map(({ label }) => label).join("\n");
	if (field === "pay") return job.pay ? formatPay(job.pay, undefined) : "";
	return field === "keywords" || field === "benefits" ? job[field].join(", ") : job[field];
}

/** Reports a conflict; the form holds the typed text, and this the stored values. */
export function ConflictNotice({ differences }: { differences: Difference[] }) {
	return (
		<section role="alert" className="error-summary" aria-labelledby="conflict">
			<h2 id="conflict">Someone else has changed this job</h2>
			<p>
				Not saved yet. Your text is in the form; their changes are below. Copy what you want to keep, then save again to
				overwrite theirs.
			</p>
			<dl className="fields">
				{differences.map(({ name, stored }) => (
					<div key={name} className="wide">
						<dt>{name}</dt>
						<dd className="stored-text">{stored === "" ? "empty" : stored}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
