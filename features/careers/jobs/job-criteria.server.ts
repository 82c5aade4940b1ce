import { isDeepStrictEqual } from "node:util";
import type { Criterion } from "../../../core/records/record-kind.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { replaceJobCriteria } from "./job-criteria-store.server.ts";
import { criterionField, criterionLimits } from "./job-criterion-fields.ts";
import type { WrittenJob } from "./job-revision.server.ts";
import type { JobResult, JobWriting, NoteJob } from "./job-writing.server.ts";

export type JobCriteria = ReturnType<typeof createJobCriteria>;

/** @param companyCriteria criteria of jobs without their own */
export function createJobCriteria({
	writing,
	companyCriteria,
}: {
	writing: Pick<JobWriting, "change">;
	companyCriteria: readonly Criterion[];
}) {
	return {
		/** Lists the scorecard criteria of a job's applications. */
		list: ({ criteria }: Pick<WrittenJob, "criteria">): readonly Criterion[] =>
			criteria.length > 0 ? criteria : companyCriteria,

		/**
		 * Stores the criteria of a job; without any, or with the company's, the job follows the company's. Scorecards already given keep theirs.
		 * @param revision of the job when they were shown
		 */
		save(id: string, criteria: readonly Criterion[], revision: string, note: NoteJob): Promise<JobResult> {
			return writing.change(id, revision, async (transaction) => {
				const errors = checkCriteria(criteria);
				if (errors.length > 0) return { ok: false, why: "errors", errors };
				await replaceJobCriteria(transaction, id, isDeepStrictEqual(criteria, companyCriteria) ? [] : criteria);
				await note(transaction, "criteria", id);
				return undefined;
			});
		},
	};
}

function checkCriteria(criteria: readonly Criterion[]): FieldError[] {
	const errors = criteria.flatMap(({ label, question = "" }, index) => [
		...(label.length > criterionLimits.label
			? [{ field: criterionField(index, "label"), message: `Use at most ${criterionLimits.label} characters` }]
			: []),
		...(question.length > criterionLimits.question
			? [{ field: criterionField(index, "question"), message: `Use at most ${criterionLimits.question} characters` }]
			: []),
	]);
	return criteria.length > criterionLimits.criteria
		? [...errors, { field: "criteria", message: `A job has at most ${criterionLimits.criteria} criteria` }]
		: errors;
}
