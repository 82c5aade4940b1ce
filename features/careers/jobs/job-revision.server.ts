import { createHash } from "node:crypto";
import type { Stage } from "../../../shared/desk.ts";
import type { JobQuestion } from "../../../shared/job-questions.ts";
import type { JobText } from "./job-draft.ts";
import type { StoredJob } from "./jobs-store.server.ts";

/** A job with all that staff have written of it. */
export type WrittenJob = StoredJob & {
	questions: JobQuestion[];
	/** Its own; none where it has the company's. */
	stages: Stage[];
	/** Another one whenever anything that staff write has changed, by whichever way and release. */
	revision: string;
};

/** Names what stands in a job, so that whoever writes on it can tell whether somebody has been faster. */
export function reviseJob(
	job: StoredJob,
	{ questions, stages }: { questions: JobQuestion[]; stages: Stage[] },
): WrittenJob {
	const text = toJobText({ ...job, questions });
	const parts = Object.entries({ ...text, stages }).toSorted(([a], [b]) => (a < b ? -1 : 1));
	const revision = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
	return { ...job, questions, stages, revision };
}

/** Takes from a job what staff write of it. */
export function toJobText(job: JobText): JobText {
	const { title, location, type, summary, keywords, department, team, workplace, closesOn, markdown, questions } = job;
	return { title, location, type, summary, keywords, department, team, workplace, closesOn, markdown, questions };
}
