import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../../platform/clock.ts";
import { everyChangeKey, isAmong } from "../../../platform/database/changes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { takeLock } from "../../../platform/database/take-lock.ts";
import { createEtag } from "../../../platform/http/etag.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { createJobIndex, type JobIndex } from "./job-index.server.ts";
import { listJobQuestions } from "./job-questions-store.server.ts";
import type { Job, Jobs, SearchableJob } from "./job.ts";
import {
	findJobs,
	findOpenJob,
	insertJobs,
	jobChangeKey,
	jobsChangeKey,
	listOpenJobVersions,
	readJobsVersion,
	type NewJob,
} from "./jobs-store.server.ts";
import { toSearchableJob } from "./searchable-job.server.ts";

type Snapshot = { today: string; version: string; jobs: SearchableJob[]; json: string | undefined };
/** A cached job, and the time of change of that version. */
type KnownJob = { job: SearchableJob; changedAt: string };

export type JobsReader = Jobs & {
	/** The ready response of GET /api/jobs. */
	readJson(): Promise<{ json: string; etag: string }>;
};

/** A release that records no changes may run beside this one, so the table is checked again after this time. */
const trustedMs = 500;

/**
 * Creates the reader of open jobs. It caches them until a job or the company's day changes, and then reads only changed ones. The first
 * search builds an index, which is updated with them. It listens to changes for as long as the process runs: make it once.
 */
export function createJobsReader({
	database,
	clock,
	getTimeZone,
}: {
	database: Database;
	clock: Clock;
	/** Returns the company's zone. */
	getTimeZone(): string;
}): JobsReader {
	let snapshot: Snapshot | undefined;
	let known = new Map<string, KnownJob>();
	/** Ids of jobs that have changed since they were read. */
	const changed = new Set<string>();
	let index: JobIndex | undefined;
	let indexed: Snapshot | undefined;
	let trustedUntil = 0;
	let lastReading: Promise<unknown> = Promise.resolve();
	/** Counts changes, so that a read which began before a change does not hide it. */
	let revision = 0;
	database.changes.listen((changeKeys) => {
		if (!isAmong(jobsChangeKey, changeKeys)) return;
		revision++;
		trustedUntil = 0;
		const ofOneJob = jobChangeKey("");
		for (const changeKey of changeKeys) {
			if (changeKey.endsWith(everyChangeKey)) for (const id of known.keys()) changed.add(id);
			else if (changeKey.startsWith(ofOneJob)) changed.add(changeKey.slice(ofOneJob.length));
		}
	});
	const findToday = () => findDate(clock.now().epochMilliseconds, getTimeZone());

	/** Reads are serialised, because each continues from the one before. */
	function read(): Promise<Snapshot> {
		const reading = lastReading.then(readInTurn);
		lastReading = reading.catch(() => undefined);
		return reading;
	}

	async function readInTurn(): Promise<Snapshot> {
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
		const versions = await listOpenJobVersions(database.db, today);
		const unread = versions.filter(({ id, changedAt }) => changed.has(id) || known.get(id)?.changedAt !== changedAt);
		const found = await readJobs(unread.map(({ id }) => id));
		const current = versions.flatMap(({ id, changedAt }): KnownJob[] => {
			const before = known.get(id)?.job;
			const job = found.get(id);
			if (job) return [{ job: takeOver(before, job), changedAt }];
			return before ? [{ job: before, changedAt }] : [];
		});
		known = new Map(current.map((one) => [one.job.id, one]));
		return { today, version, jobs: current.map(({ job }) => job), json: undefined };
	}

	async function readJobs(ids: readonly string[]): Promise<Map<string, Job>> {
		// A job that changes while it is read is read again.
		for (const id of ids) changed.delete(id);
		try {
			return new Map((await findJobs(database.db, ids)).map((job) => [job.id, job]));
		} catch (error) {
			for (const id of ids) changed.add(id);
			throw error;
		}
	}

	function findIndexOf(current: Snapshot): JobIndex {
		index ??= createJobIndex();
		if (indexed !== current) index.update(current.jobs);
		indexed = current;
		return index;
	}

	return {
		async list() {
			return (await read()).jobs;
		},
		async listChanges() {
			const { jobs } = await read();
			return jobs.flatMap(({ id }) => {
				const changedAt = known.get(id)?.changedAt;
				if (changedAt === undefined) return [];
				const { epochMilliseconds } = Temporal.Instant.from(changedAt);
				return [{ id, changedOn: findDate(epochMilliseconds, getTimeZone()) }];
			});
		},
		async search(search, filters) {
			return findIndexOf(await read()).search(search, filters);
		},
		async find(id) {
			// No id has this, and PostgreSQL refuses to compare it.
			if (id.includes("\0")) return undefined;
			const job = await findOpenJob(database.db, id, findToday());
			return job && { ...job, questions: await listJobQuestions(database.db, id) };
		},
		async readJson() {
			const current = await read();
			current.json ??= JSON.stringify(current.jobs.map(toApiJob));
			return { json: current.json, etag: createEtag(current.json) };
		},
	};
}

/** Keeps the object of an unchanged job, and the words of an unchanged description. */
function takeOver(before: SearchableJob | undefined, job: Job): SearchableJob {
	if (before?.description !== job.description) return toSearchableJob(job);
	const after = { ...job, descriptionText: before.descriptionText };
	return isDeepStrictEqual(before, after) ? before : after;
}

/** Returns a job as the API shows it, with both names of its id: docs/product/careers.md, Positions. */
export function toApiJob<Shown extends Job>(job: Shown): Shown & { _id: string } {
	return { _id: job.id, ...job };
}

/** Fills an empty jobs table from content; afterwards only the database counts, and `npm run jobs` changes it. */
export async function seedJobs(database: Database, jobs: readonly NewJob[], now: Temporal.Instant): Promise<void> {
	await database.write(async (transaction) => {
		// Two servers may start for the first time at once.
		await takeLock(transaction, "jobs");
		const any = await transaction.selectFrom("jobs").select("id").limit(1).executeTakeFirst();
		if (!any) await insertJobs(transaction, jobs, now);
	});
}
