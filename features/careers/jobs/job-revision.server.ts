import { hash } from "node:crypto";
import type { Criterion } from "../../../core/records/record-kind.ts";
import type { Stage } from "../../../shared/desk.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import type { JobText } from "./job-draft.ts";
import { toJobPlan, type StoredJob } from "./jobs-store.server.ts";

/** A job with all texts that staff write. */
export type WrittenJob = StoredJob & {
	questions: JobQuestion[];
	/** Empty where it has the company's stages. */
	stages: Stage[];
	/** Scorecard criteria; empty where it has the company's. */
	criteria: Criterion[];
	/** Changes whenever anything that staff write changes, by any way and release. */
	revision: string;
};

/** Returns the revision of a job, which detects that somebody else saved first. */
export function reviseJob(
	job: StoredJob,
	{ questions, stages, criteria }: { questions: JobQuestion[]; stages: Stage[]; criteria: Criterion[] },
): WrittenJob {
	const text = toJobText({ ...job, questions });
	const parts = Object.entries({ ...text, stages, criteria, plan: toJobPlan(job) }).toSorted(([a], [b]) =>
		a < b ? -1 : 1,
	);
	const revision = hash("sha256", JSON.stringify(parts), "hex").slice(0, 16);
	return { ...job, questions, stages, criteria, revision };
}

/** Keeps the fields of a job that staff write. */
export function toJobText(job: JobText): JobText {
	const { title, location, type, summary, keywords, department, team, workplace, closesOn, pay, benefits } = job;
	const { markdown, questions } = job;
	return {
		title,
		location,
		type,
		summary,
		keywords,
		department,
		team,
		workplace,
		closesOn,
		pay,
		benefits,
		markdown,
		questions,
	};
}
