import type { Clock } from "../../../platform/clock.ts";
import { isAmong } from "../../../platform/database/changes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createEtag } from "../../../platform/http/etag.ts";
import type { Company } from "../../../shared/company.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import type { Job, Jobs, SearchableJob } from "./job.ts";
import { findJob, insertJobs, jobsFact, listOpenJobs, readJobsVersion } from "./jobs-store.server.ts";
import { toSearchableJob } from "./searchable-job.server.ts";

type Snapshot = { today: string; version: string; jobs: SearchableJob[]; json: string | undefined };

export type JobsReader = Jobs & {
	/** The answer of GET /api/jobs, ready to be sent. */
	readJson(): Promise<{ json: string; etag: string }>;
};

/** A release that records no changes may run beside this one, so that the table itself is asked after so long. */
const trustedMs = 500;

/**
 * Makes the reader of open jobs. It keeps them in memory from the first list on, for as long as no job changes and the company's day is
 * the same; of a job whose description is the same as before, its words are not looked for again.
 */
export function createJobsReader({
	database,
	clock,
	company,
}: {
	database: Database;
	clock: Clock;
	company: Pick<Company, "timeZone">;
}): JobsReader {
	let snapshot: Snapshot | undefined;
	let trustedUntil = 0;
	/** Counts what has changed, so that jobs that were read before a change do not count as read after it. */
	let revision = 0;
	database.changes.listen((facts) => {
		if (!isAmong(jobsFact, facts)) return;
		revision++;
		trustedUntil = 0;
	});
	const findToday = () => findDate(clock.now().epochMilliseconds, company.timeZone);

	async function read(): Promise<Snapshot> {
		const today = findToday();
		if (snapshot?.today === today && performance.now() < trustedUntil) return snapshot;
		const begun = revision;
		const version = await readJobsVersion(database.db);
		const isSame = snapshot?.today === today && snapshot.version === `${begun} ${version}`;
		const current = isSame && snapshot ? snapshot : await readAnew(today, `${begun} ${version}`);
		if (begun === revision) {
			snapshot = current;
			trustedUntil = performance.now() + trustedMs;
		}
		return current;
	}

	async function readAnew(today: string, version: string): Promise<Snapshot> {
		const known = new Map(snapshot?.jobs.map((job) => [job.id, job]));
		const jobs = (await listOpenJobs(database.db, today)).map((job) => {
			const before = known.get(job.id);
			return before?.description === job.description
				? { ...job, descriptionText: before.descriptionText }
				: toSearchableJob(job);
		});
		return { today, version, jobs, json: undefined };
	}

	return {
		async list() {
			return (await read()).jobs;
		},
		async find(id) {
			// No id has this, and PostgreSQL refuses to look for it.
			if (id.includes("\0")) return undefined;
			const job = await findJob(database.db, id);
			if (!job || job.closedAt || job.closesOn < findToday()) return undefined;
			const { closedAt: _, ...open } = job;
			return open;
		},
		async readJson() {
			const current = await read();
			current.json ??= JSON.stringify(current.jobs.map(toApiJob));
			return { json: current.json, etag: createEtag(current.json) };
		},
	};
}

/** A job as the API shows it, with both names of its id: docs/product/careers.md, Positions. */
export function toApiJob<Shown extends Job>(job: Shown): Shown & { _id: string } {
	return { _id: job.id, ...job };
}

/** Fills an empty jobs table from the content; from then on the database is the truth and `npm run jobs` changes it. */
export async function seedJobs(database: Database, jobs: readonly Job[], now: Temporal.Instant): Promise<void> {
	await database.write(async (transaction) => {
		// Two servers may start for the first time at once.
		await database.lock(transaction, "jobs");
		const any = await transaction.selectFrom("jobs").select("id").limit(1).executeTakeFirst();
		if (!any) await insertJobs(transaction, jobs, now);
	});
}
