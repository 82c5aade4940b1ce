import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createEtag } from "../../../platform/http/etag.ts";
import type { Company } from "../../../shared/company.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import type { Job, Jobs, SearchableJob } from "./job.ts";
import { insertJobs, listOpenJobs, readJobsVersion } from "./jobs-store.server.ts";
import { toSearchableJob } from "./searchable-job.server.ts";

type Snapshot = { version: string; jobs: SearchableJob[]; byId: Map<string, Job>; json: string; etag: string };

export type JobsReader = Jobs & {
	/** The answer of GET /api/jobs, ready to be sent. */
	readJson(): Promise<{ json: string; etag: string }>;
};

/**
 * Makes the reader of open jobs. It keeps them in memory, already written as JSON, for as long as no process changes a job and the
 * company's day is the same; each call asks the database for that much.
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

	async function read(): Promise<Snapshot> {
		const today = findDate(clock.now().epochMilliseconds, company.timeZone);
		const version = `${today} ${await readJobsVersion(database.db)}`;
		if (snapshot?.version === version) return snapshot;
		const open = await listOpenJobs(database.db, today);
		const jobs = open.map(toSearchableJob);
		const json = JSON.stringify(jobs.map(toApiJob));
		const etag = createEtag(json);
		snapshot = { version, jobs, byId: new Map(open.map((job) => [job.id, job])), json, etag };
		return snapshot;
	}

	return {
		async list() {
			return (await read()).jobs;
		},
		async find(id) {
			return (await read()).byId.get(id);
		},
		async readJson() {
			const { json, etag } = await read();
			return { json, etag };
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
