import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import type { JobQuestion } from "../../../shared/questions.ts";

type JobQuestionsTable = {
	jobId: string;
	key: string;
	position: number;
	kind: JobQuestion["kind"];
	label: string;
	/** 0 or 1. */
	required: number;
	/** JSON array of texts. */
	options: string;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		jobQuestions: JobQuestionsTable;
	}
}

/** Lists a job's questions, in the form's order. */
export async function listJobQuestions(db: Connection, jobId: string): Promise<JobQuestion[]> {
	const rows = await db
		.selectFrom("jobQuestions")
		.selectAll()
		.where("jobId", "=", jobId)
		.orderBy("position")
		.orderBy("key")
		.execute();
	return rows.map(({ key, kind, label, required, options }) => ({
		key,
		kind,
		label,
		required: required === 1,
		options: JSON.parse(options) as string[],
	}));
}

/** Replaces a job's questions; stored answers keep their question's wording. */
export async function replaceJobQuestions(
	transaction: WriteTransaction,
	jobId: string,
	questions: readonly JobQuestion[],
): Promise<void> {
	await transaction.deleteFrom("jobQuestions").where("jobId", "=", jobId).execute();
	if (questions.length === 0) return;
	await transaction
		.insertInto("jobQuestions")
		.values(
			questions.map(({ required, options, ...question }, position) => ({
				...question,
				jobId,
				position,
				required: required ? 1 : 0,
				options: JSON.stringify(options),
			})),
		)
		.execute();
}
