import { sql } from "kysely";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import type { Stage } from "../../../shared/desk.ts";

type JobStagesTable = {
	jobId: string;
	key: string;
	position: number;
	label: string;
	/** 0 or 1. */
	open: number;
	senderReads: string | null;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		jobStages: JobStagesTable;
	}
}

/** Conditions and keys for applications to a job that has its own stages. */
export const ownJobStages = {
	exist: sql<boolean>`exists (select 1 from job_stages where job_id = records.topic)`,
	areFinal: sql<boolean>`exists (
		select 1 from job_stages where job_id = records.topic and job_stages.key = records.stage and open = 0)`,
	firstKey: sql<string | null>`(
		select job_stages.key from job_stages where job_id = records.topic and position = 0)`,
	finalKeys: sql`select job_stages.key from job_stages where open = 0`,
	firstKeys: sql`select job_stages.key from job_stages where position = 0`,
};

/** Lists the stages of jobs that have their own, by job and in order; a missing job has the company's. */
export async function listJobStages(db: Connection, jobIds?: readonly string[]): Promise<Map<string, Stage[]>> {
	const stages = new Map<string, Stage[]>();
	if (jobIds?.length === 0) return stages;
	const rows = await db
		.selectFrom("jobStages")
		.selectAll()
		.$if(jobIds !== undefined, (query) => query.where("jobId", "in", jobIds as string[]))
		.orderBy("jobId")
		.orderBy("position")
		.orderBy("key")
		.execute();
	for (const { jobId, key, label, open, senderReads } of rows) {
		const stage: Stage = { key, label, open: open === 1, ...(senderReads !== null && { senderReads }) };
		stages.set(jobId, [...(stages.get(jobId) ?? []), stage]);
	}
	return stages;
}

/** Replaces a job's stages; without any it has the company's. */
export async function replaceJobStages(
	transaction: WriteTransaction,
	jobId: string,
	stages: readonly Stage[],
): Promise<void> {
	await transaction.deleteFrom("jobStages").where("jobId", "=", jobId).execute();
	if (stages.length === 0) return;
	await transaction
		.insertInto("jobStages")
		.values(
			stages.map(({ key, label, open, senderReads }, position) => ({
				jobId,
				key,
				position,
				label,
				open: open ? 1 : 0,
				senderReads: senderReads ?? null,
			})),
		)
		.execute();
}
