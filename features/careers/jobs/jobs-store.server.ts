import { sql, type Generated, type Selectable } from "kysely";
import { splitIntoBatches } from "../../../platform/database/batches.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../../platform/database/instant-text.ts";
import type { EmploymentType, Workplace } from "../../../shared/job-kinds.ts";
import type { JobPay, PayRange } from "../../../shared/job-pay.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import { replaceJobQuestions } from "./job-questions-store.server.ts";
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
	/** When job alerts were sent. */
	announcedAt: string | null;
	/** Source of the description; null for jobs from a release that did not keep it. */
	markdown: string | null;
	/** Since when it is a draft, which also counts as closed; null once an earlier release has opened it. */
	draftSince: string | null;
	/** JSON of a JobPay. */
	pay: Generated<string | null>;
	/** Whether the site shows the pay, as decided when it was written: 0 or 1. */
	payShown: Generated<number>;
	/** JSON array of texts. */
	benefits: Generated<string>;
	openings: Generated<number | null>;
	targetOn: Generated<string | null>;
	/** JSON array of account ids. */
	hiringTeam: Generated<string>;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		jobs: JobsTable;
	}
}

/** Change key of all jobs, and of one. */
export const jobsChangeKey = "jobs";
export const jobChangeKey = (id: string) => `job:${id}`;

/** Plans for a job, which only staff see. */
export type JobPlan = {
	/** Number of people to hire; undefined if unknown. */
	openings: number | undefined;
	/** YYYY-MM-DD by which somebody should begin; undefined if unknown. */
	targetOn: string | undefined;
	/** Accounts of the members who hear from its applicants, like owners. */
	hiringTeam: string[];
};

/** A job as staff see it, including drafts and closed ones. */
export type StoredJob = Omit<Job, "pay"> &
	JobPlan & {
		pay: JobPay | undefined;
		isPayShown: boolean;
		closedAt: Temporal.Instant | undefined;
		/** Whether it was never public. */
		isDraft: boolean;
		/** Source of the description; for jobs without it, their HTML, which is valid Markdown. */
		markdown: string;
	};

/** A new job with the source of its description and its questions. */
export type NewJob = Omit<Job, "pay"> & {
	markdown?: string | undefined;
	questions?: readonly JobQuestion[];
	pay: (PayRange & Partial<JobPay>) | undefined;
	/** Whether the site shows the pay. */
	isPayShown?: boolean;
};

/** The columns that this release reads; a later one may have added more. */
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
	"markdown",
	"draftSince",
	"pay",
	"payShown",
	"benefits",
	"openings",
	"targetOn",
	"hiringTeam",
] as const;
type StoredColumn = (typeof storedColumns)[number];

export async function insertJobs(
	transaction: WriteTransaction,
	jobs: readonly NewJob[],
	now: Temporal.Instant,
): Promise<void> {
	for (const batch of splitIntoBatches(jobs))
		await transaction
			.insertInto("jobs")
			.values(batch.map((job) => ({ ...toColumns(job), changedAt: toInstantText(now) })))
			.execute();
	for (const { id, questions = [] } of jobs)
		if (questions.length > 0) await replaceJobQuestions(transaction, id, questions);
	// No page shows a job before it exists.
	if (jobs.length > 0) await recordChange(transaction, [jobsChangeKey]);
}

/**
 * Lists the jobs that are open on a day, newest first.
 * @param today YYYY-MM-DD in the company's zone
 */
export async function listOpenJobs(db: Connection, today: string): Promise<Job[]> {
	const rows = await selectOpen(db, today).select(storedColumns).execute();
	return rows.map(toJob);
}

/** Selects from the jobs that are open on a day, newest first. */
function selectOpen(db: Connection, today: string) {
	return db
		.selectFrom("jobs")
		.where("closedAt", "is", null)
		.where("closesOn", ">=", today)
		.orderBy("postedOn", "desc")
		.orderBy("id");
}

/** Lists those of some jobs, at least one, that are open on a day, newest first. */
export async function listOpenJobsAmong(db: Connection, ids: readonly string[], today: string): Promise<Job[]> {
	const rows = await selectOpen(db, today).select(storedColumns).where("id", "in", ids).execute();
	return rows.map(toJob);
}

/** Lists the ids of jobs that are open on a day, newest first, with their time of change. */
export async function listOpenJobVersions(db: Connection, today: string): Promise<{ id: string; changedAt: string }[]> {
	return selectOpen(db, today).select(["id", "changedAt"]).execute();
}

/** Finds jobs by id, open or closed, unordered. */
export async function findJobs(db: Connection, ids: readonly string[]): Promise<Job[]> {
	const found: Job[] = [];
	for (const batch of splitIntoBatches(ids)) {
		const rows = await db.selectFrom("jobs").select(storedColumns).where("id", "in", batch).execute();
		found.push(...rows.map(toJob));
	}
	return found;
}

/** Lists the ids of the newest jobs that are open on a day. */
export async function listNewestJobIds(db: Connection, today: string, limit: number): Promise<string[]> {
	const rows = await selectOpen(db, today).select("id").limit(limit).execute();
	return rows.map(({ id }) => id);
}

/** Lists all jobs, closed ones included, newest first. */
export async function listAllJobs(db: Connection): Promise<StoredJob[]> {
	const rows = await db.selectFrom("jobs").select(storedColumns).orderBy("postedOn", "desc").orderBy("id").execute();
	return rows.map(toStoredJob);
}

/** Lists open jobs without job alerts yet, the newest 500. */
export async function listUnannouncedJobs(db: Connection, today: string): Promise<Job[]> {
	const rows = await selectOpen(db, today).select(storedColumns).where("announcedAt", "is", null).limit(500).execute();
	return rows.map(toJob);
}

/** Marks the job alerts of these jobs as sent. */
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

/** Finds a job as visitors see it; undefined unless it is open on a day. */
export async function findOpenJob(db: Connection, id: string, today: string): Promise<Job | undefined> {
	const row = await selectOpen(db, today).select(storedColumns).where("id", "=", id).executeTakeFirst();
	return row && toJob(row);
}

/** Keeps the plan of a job. */
export function toJobPlan({ openings, targetOn, hiringTeam }: JobPlan): JobPlan {
	return { openings, targetOn, hiringTeam };
}

/** Replaces the plan of a job; nothing public changes. */
export async function updateJobPlan(
	transaction: WriteTransaction,
	id: string,
	{ openings = null, targetOn = null, hiringTeam }: { [Name in keyof JobPlan]: JobPlan[Name] | null },
): Promise<void> {
	await transaction
		.updateTable("jobs")
		.set({ openings, targetOn, hiringTeam: JSON.stringify(hiringTeam) })
		.where("id", "=", id)
		.execute();
}

/** Lists the hiring team of a job by account; empty for an unknown job. */
export async function listHiringTeam(db: Connection, id: string): Promise<string[]> {
	const row = await db.selectFrom("jobs").select("hiringTeam").where("id", "=", id).executeTakeFirst();
	return row ? (JSON.parse(row.hiringTeam) as string[]) : [];
}

/** Changes whenever a job is added, closed or reopened, by any process. */
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

export async function insertDraft(transaction: WriteTransaction, job: NewJob, now: Temporal.Instant): Promise<void> {
	const since = toInstantText(now);
	await transaction
		.insertInto("jobs")
		.values({ ...toColumns(job), changedAt: since, closedAt: since, draftSince: since })
		.execute();
	await replaceJobQuestions(transaction, job.id, job.questions ?? []);
	await recordChange(transaction, [jobsChangeKey, jobChangeKey(job.id)]);
}

/** Deletes jobs with everything of their own; applications for them keep the title. */
export async function deleteJobs(transaction: WriteTransaction, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	for (const table of ["jobQuestions", "jobStages", "jobCriteria"] as const)
		await transaction.deleteFrom(table).where("jobId", "in", ids).execute();
	await transaction.deleteFrom("jobs").where("id", "in", ids).execute();
	await recordChange(transaction, [jobsChangeKey, ...ids.map(jobChangeKey)]);
}

/** Replaces a job's texts, dates and questions. */
export async function updateJob(
	transaction: WriteTransaction,
	{ id, ...job }: NewJob,
	now: Temporal.Instant,
): Promise<void> {
	const { id: _, ...columns } = toColumns({ id, ...job });
	await transaction
		.updateTable("jobs")
		.set({ ...columns, changedAt: toInstantText(now) })
		.where("id", "=", id)
		.execute();
	await replaceJobQuestions(transaction, id, job.questions ?? []);
	await recordChange(transaction, [jobsChangeKey, jobChangeKey(id)]);
}

/** Closes a job, or opens a closed one or a draft; false when there is none with this id. */
export async function setJobClosed(
	transaction: WriteTransaction,
	id: string,
	closed: boolean,
	now: Temporal.Instant,
): Promise<boolean> {
	const result = await transaction
		.updateTable("jobs")
		.set({
			closedAt: closed ? toInstantText(now) : null,
			changedAt: toInstantText(now),
			...(!closed && { draftSince: null }),
		})
		.where("id", "=", id)
		.executeTakeFirst();
	if (result.numUpdatedRows > 0n) await recordChange(transaction, [jobsChangeKey, jobChangeKey(id)]);
	return result.numUpdatedRows > 0n;
}

function toColumns({ id, title, location, type, summary, description, ...job }: NewJob) {
	const { keywords, department, team, workplace, postedOn, closesOn, markdown = null } = job;
	const { pay, isPayShown = false, benefits } = job;
	return {
		id,
		title,
		location,
		type,
		summary,
		description,
		keywords: JSON.stringify(keywords),
		department,
		team,
		workplace,
		postedOn,
		closesOn,
		markdown,
		pay: pay ? JSON.stringify({ shown: "law", ...pay }) : null,
		payShown: isPayShown ? 1 : 0,
		benefits: JSON.stringify(benefits),
	};
}

type StoredRow = Pick<Selectable<JobsTable>, StoredColumn>;

/** A job as visitors see it. */
function toJob({
	keywords,
	closedAt: _closedAt,
	markdown: _markdown,
	draftSince: _draftSince,
	openings: _openings,
	targetOn: _targetOn,
	hiringTeam: _hiringTeam,
	pay,
	payShown,
	benefits,
	...row
}: StoredRow): Job {
	return {
		...row,
		keywords: JSON.parse(keywords),
		benefits: JSON.parse(benefits),
		pay: payShown === 1 ? toRange(readPay(pay)) : undefined,
	};
}

function readPay(pay: string | null): JobPay | undefined {
	return pay === null ? undefined : (JSON.parse(pay) as JobPay);
}

function toRange(pay: JobPay | undefined): PayRange | undefined {
	if (!pay) return undefined;
	const { shown: _shown, ...range } = pay;
	return range;
}

function toStoredJob(row: StoredRow): StoredJob {
	const { closedAt, draftSince, markdown, openings, targetOn } = row;
	return {
		...toJob(row),
		pay: readPay(row.pay),
		isPayShown: row.payShown === 1,
		openings: openings ?? undefined,
		targetOn: targetOn ?? undefined,
		hiringTeam: JSON.parse(row.hiringTeam) as string[],
		closedAt: toOptionalInstant(closedAt),
		isDraft: draftSince !== null && closedAt !== null,
		markdown: markdown ?? withoutIds(row.description),
	};
}

/** Headings get ids when Markdown is rendered and would have them twice. */
function withoutIds(html: string): string {
	return html.replaceAll(/ id="[^"]*"/g, "");
}
