import { sql, type Selectable } from "kysely";
import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { EmploymentType, Workplace } from "../../../shared/job-kinds.ts";
import type { Job } from "./job.ts";

type JobsTable = {
	id: string;
	title: string;
	location: string;
	type: EmploymentType;
	summary: string;
	description: string;
	/** JSON array of texts. */
	keywords: string;
	department: string;
	team: string;
	workplace: Workplace;
	postedOn: string;
	closesOn: string;
	closedAt: string | null;
	changedAt: string;
	/** When those who asked for alerts were told of it. */
	announcedAt: string | null;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		jobs: JobsTable;
	}
}

/** The fact that changes with every job, and that of one of them. */
export const jobsFact = "jobs";
export const jobFact = (id: string) => `job:${id}`;

/** A job as staff see it, closed ones included. */
export type StoredJob = Job & { closedAt: Temporal.Instant | undefined };

/** What a job is read from; columns that a later release has added are none of ours. */
const storedColumns = [
	"id",
	"title",
	"location",
	"type",
	"summary",
	"description",
	"keywords",
	"department",
	"team",
	"workplace",
	"postedOn",
	"closesOn",
	"closedAt",
] as const;
type StoredColumn = (typeof storedColumns)[number];

/** Jobs of one statement: SQLite takes at most 32,766 parameters. */
const jobsAtOnce = 500;

/** Stores new jobs. */
export async function insertJobs(
	transaction: WriteTransaction,
	jobs: readonly Job[],
	now: Temporal.Instant,
): Promise<void> {
	for (let start = 0; start < jobs.length; start += jobsAtOnce) {
		await transaction
			.insertInto("jobs")
			.values(
				jobs
					.slice(start, start + jobsAtOnce)
					.map((job) => ({ ...job, keywords: JSON.stringify(job.keywords), changedAt: toInstantText(now) })),
			)
			.execute();
	}
	// Nothing shows a job before there is one.
	if (jobs.length > 0) await recordChange(transaction, [jobsFact]);
}

/**
 * Lists the jobs that are open on a day, newest first.
 *
 * @param today YYYY-MM-DD in the company's zone
 */
export async function listOpenJobs(db: Connection, today: string): Promise<Job[]> {
	const rows = await db
		.selectFrom("jobs")
		.select(storedColumns)
		.where("closedAt", "is", null)
		.where("closesOn", ">=", today)
		.orderBy("postedOn", "desc")
		.orderBy("id")
		.execute();
	return rows.map((row) => toStoredJob(row)).map(({ closedAt: _, ...job }) => job);
}

/** Lists those of some jobs, one at least, that are open on a day, newest first. */
export async function listOpenJobsAmong(db: Connection, ids: readonly string[], today: string): Promise<Job[]> {
	const rows = await db
		.selectFrom("jobs")
		.select(storedColumns)
		.where("id", "in", ids)
		.where("closedAt", "is", null)
		.where("closesOn", ">=", today)
		.orderBy("postedOn", "desc")
		.orderBy("id")
		.execute();
	return rows.map((row) => toStoredJob(row)).map(({ closedAt: _, ...job }) => job);
}

/** Lists the ids of the jobs that are open on a day, newest first, each with when it was changed. */
export async function listOpenJobVersions(db: Connection, today: string): Promise<{ id: string; changedAt: string }[]> {
	return db
		.selectFrom("jobs")
		.select(["id", "changedAt"])
		.where("closedAt", "is", null)
		.where("closesOn", ">=", today)
		.orderBy("postedOn", "desc")
		.orderBy("id")
		.execute();
}

/** Finds jobs by their ids, open or closed, in any order. */
export async function findJobs(db: Connection, ids: readonly string[]): Promise<Job[]> {
	const found: Job[] = [];
	for (let start = 0; start < ids.length; start += jobsAtOnce) {
		const rows = await db
			.selectFrom("jobs")
			.select(storedColumns)
			.where("id", "in", ids.slice(start, start + jobsAtOnce))
			.execute();
		for (const { closedAt: _, ...job } of rows.map(toStoredJob)) found.push(job);
	}
	return found;
}

/** Lists the ids of the newest jobs that are open on a day. */
export async function listNewestJobIds(db: Connection, today: string, limit: number): Promise<string[]> {
	const rows = await db
		.selectFrom("jobs")
		.select("id")
		.where("closedAt", "is", null)
		.where("closesOn", ">=", today)
		.orderBy("postedOn", "desc")
		.orderBy("id")
		.limit(limit)
		.execute();
	return rows.map(({ id }) => id);
}

/** Lists all jobs, closed ones included, newest first. */
export async function listAllJobs(db: Connection): Promise<StoredJob[]> {
	const rows = await db.selectFrom("jobs").select(storedColumns).orderBy("postedOn", "desc").orderBy("id").execute();
	return rows.map(toStoredJob);
}

/** Lists open jobs that nobody was told of yet, the newest 500 of them. */
export async function listUnannouncedJobs(db: Connection, today: string): Promise<Job[]> {
	const rows = await db
		.selectFrom("jobs")
		.select(storedColumns)
		.where("announcedAt", "is", null)
		.where("closedAt", "is", null)
		.where("closesOn", ">=", today)
		.orderBy("postedOn", "desc")
		.orderBy("id")
		.limit(jobsAtOnce)
		.execute();
	return rows.map((row) => toStoredJob(row)).map(({ closedAt: _, ...job }) => job);
}

/** Records that those who asked were told of these jobs. */
export async function markJobsAnnounced(
	transaction: WriteTransaction,
	ids: readonly string[],
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.updateTable("jobs")
		.set({ announcedAt: toInstantText(now) })
		.where("id", "in", ids)
		.where("announcedAt", "is", null)
		.execute();
}

/** Finds a job, open or closed. */
export async function findJob(db: Connection, id: string): Promise<StoredJob | undefined> {
	const row = await db.selectFrom("jobs").select(storedColumns).where("id", "=", id).executeTakeFirst();
	return row && toStoredJob(row);
}

/** Changes whenever a job was added, closed or reopened, by any process. */
export async function readJobsVersion(db: Connection): Promise<string> {
	const row = await db
		.selectFrom("jobs")
		.select([
			sql<string | null>`max(changed_at)`.as("lastChange"),
			sql<number | string>`count(*)`.as("count"),
			sql<number | string>`count(closed_at)`.as("closed"),
		])
		.executeTakeFirstOrThrow();
	return `${row.lastChange ?? ""} ${row.count} ${row.closed}`;
}

/** Closes a job or opens it again; tells whether there is one with this id. */
export async function setJobClosed(
	transaction: WriteTransaction,
	id: string,
	closed: boolean,
	now: Temporal.Instant,
): Promise<boolean> {
	const result = await transaction
		.updateTable("jobs")
		.set({ closedAt: closed ? toInstantText(now) : null, changedAt: toInstantText(now) })
		.where("id", "=", id)
		.executeTakeFirst();
	if (result.numUpdatedRows > 0n) await recordChange(transaction, [jobsFact, jobFact(id)]);
	return result.numUpdatedRows > 0n;
}

function toStoredJob({ keywords, closedAt, ...row }: Pick<Selectable<JobsTable>, StoredColumn>): StoredJob {
	return {
		...row,
		keywords: JSON.parse(keywords),
		closedAt: closedAt === null ? undefined : Temporal.Instant.from(closedAt),
	};
}
