import type { Criterion } from "../../../core/records/record-kind.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";

type JobCriteriaTable = {
	jobId: string;
	key: string;
	position: number;
	label: string;
	question: string | null;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		jobCriteria: JobCriteriaTable;
	}
}

/** Lists the criteria of jobs that have their own, by job and in order; a missing job has the company's. */
export async function listJobCriteria(db: Connection, jobIds: readonly string[]): Promise<Map<string, Criterion[]>> {
	if (jobIds.length === 0) return new Map();
	const rows = await db
		.selectFrom("jobCriteria")
		.selectAll()
		.where("jobId", "in", jobIds)
		.orderBy("position")
		.orderBy("key")
		.execute();
	return new Map(
		[...Map.groupBy(rows, ({ jobId }) => jobId)].map(([jobId, own]) => [
			jobId,
			own.map(({ key, label, question }) => ({ key, label, ...(question !== null && { question }) })),
		]),
	);
}

/** Replaces a job's criteria; without any it has the company's. */
export async function replaceJobCriteria(
	transaction: WriteTransaction,
	jobId: string,
	criteria: readonly Criterion[],
): Promise<void> {
	await transaction.deleteFrom("jobCriteria").where("jobId", "=", jobId).execute();
	if (criteria.length === 0) return;
	await transaction
		.insertInto("jobCriteria")
		.values(criteria.map(({ key, label, question = null }, position) => ({ jobId, key, position, label, question })))
		.execute();
}
