import { isDeepStrictEqual } from "node:util";
import type { Stage } from "../../../shared/desk.ts";
import { countApplicationsByStage } from "../applications/store.server.ts";
import type { WrittenJob } from "./job-revision.server.ts";
import { checkStages } from "./job-stage-rules.server.ts";
import { replaceJobStages } from "./job-stages-store.server.ts";
import type { JobResult, JobWriting, NoteJob } from "./job-writing.server.ts";

export type JobStages = ReturnType<typeof createJobStages>;

/** @param companyStages stages of jobs without their own */
export function createJobStages({
	writing,
	companyStages,
}: {
	writing: Pick<JobWriting, "change">;
	companyStages: readonly Stage[];
}) {
	const list = ({ stages }: Pick<WrittenJob, "stages">): readonly Stage[] =>
		stages.length > 0 ? stages : companyStages;
	return {
		/** Lists the stages of a job's applications. */
		list,

		/**
		 * Stores the stages of a job; without any, or with the company's, the job follows the company's.
		 * @param revision of the job when they were shown
		 */
		save(id: string, stages: readonly Stage[], revision: string, note: NoteJob): Promise<JobResult> {
			const wanted = stages.length > 0 ? stages : companyStages;
			return writing.change(id, revision, async (transaction, job) => {
				const used = await countApplicationsByStage(transaction, id);
				const errors = checkStages(wanted, { current: list(job), used });
				if (errors.length > 0) return { ok: false, why: "errors", errors };
				await replaceJobStages(transaction, id, isDeepStrictEqual(wanted, companyStages) ? [] : wanted);
				await note(transaction, "stages", id);
				return undefined;
			});
		},
	};
}
