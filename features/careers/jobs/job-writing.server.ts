import type { Clock } from "../../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { takeLock } from "../../../platform/database/take-lock.ts";
import type { CareersSettings } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import { isPayShown } from "../../../shared/job-pay.ts";
import { isCalendarDate } from "../../../shared/slot-times.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { listJobCriteria, replaceJobCriteria } from "./job-criteria-store.server.ts";
import { isNumberOfOpenings, mostOpenings, toJobAddress, type JobText } from "./job-draft.ts";
import { listJobQuestions } from "./job-questions-store.server.ts";
import { reviseJob, toJobText, type WrittenJob } from "./job-revision.server.ts";
import { listJobStages, replaceJobStages } from "./job-stages-store.server.ts";
import {
	findJob,
	insertDraft,
	insertJobs,
	setJobClosed,
	updateJob,
	updateJobPlan,
	type JobPlan,
	type NewJob,
} from "./jobs-store.server.ts";

/** For the audit log. */
export type JobDeed = "draft" | "change" | "publish" | "close" | "reopen" | "extend" | "stages" | "criteria" | "plan";

/** Logs, in the same transaction, who did what to a job. */
export type NoteJob = (transaction: WriteTransaction, deed: JobDeed, id: string) => Promise<void>;

/** Why nothing was changed; after a conflict with the stored job. */
export type JobRefusal =
	| { ok: false; why: "errors"; errors: FieldError[] }
	| { ok: false; why: "conflict"; current: WrittenJob }
	| { ok: false; why: "gone" };
export type JobResult = { ok: true; job: WrittenJob } | JobRefusal;

export type JobWritingDeps = {
	database: Database;
	clock: Clock;
	company: Pick<Company, "timeZone">;
	careers: Pick<CareersSettings, "locations">;
	/**
	 * Checks a job as its file is checked.
	 * @returns its errors by field; "questions-0-label" is the label of the first question
	 */
	checkJob(job: JobText & { postedOn: string }): FieldError[];
	renderMarkdown(markdown: string): Promise<string>;
};

export type JobWriting = ReturnType<typeof createJobWriting>;

/**
 * Creates what staff do with jobs, for the desk and for `npm run jobs`. A change of text names the revision that it was based on and is
 * refused when there is a newer one: two people, or a person and a file, never overwrite each other unnoticed.
 */
export function createJobWriting({ database, clock, company, careers, checkJob, renderMarkdown }: JobWritingDeps) {
	const toNewJob = (text: JobText) => ({ ...text, isPayShown: isPayShown(text, careers) });
	const today = () => findDate(clock.now().epochMilliseconds, company.timeZone);

	async function findWritten(db: Connection, id: string): Promise<WrittenJob | undefined> {
		const job = await findJob(db, id);
		if (!job) return undefined;
		const questions = await listJobQuestions(db, id);
		const stages = (await listJobStages(db, [id])).get(id) ?? [];
		const criteria = (await listJobCriteria(db, [id])).get(id) ?? [];
		return reviseJob(job, { questions, stages, criteria });
	}

	/** Changes a job under a lock, unless it has changed since it was seen. */
	function change(
		id: string,
		revision: string | undefined,
		work: (transaction: WriteTransaction, job: WrittenJob) => Promise<JobRefusal | undefined>,
	): Promise<JobResult> {
		return database.write(async (transaction) => {
			await takeLock(transaction, `job ${id}`);
			const job = await findWritten(transaction, id);
			if (!job) return { ok: false, why: "gone" };
			if (revision !== undefined && job.revision !== revision) return { ok: false, why: "conflict", current: job };
			const refusal = await work(transaction, job);
			return refusal ?? { ok: true, job: (await findWritten(transaction, id)) ?? job };
		});
	}

	const checkText = (text: JobText, as: { isDraft: boolean; postedOn: string }) => checkJobText(text, as, checkJob);

	/** Lists the errors that prevent a job's publication. */
	function listObstacles(job: WrittenJob): FieldError[] {
		const errors = checkText(toJobText(job), { isDraft: false, postedOn: job.isDraft ? today() : job.postedOn });
		return job.closesOn !== "" && job.closesOn < today() && !errors.some(({ field }) => field === "closesOn")
			? [...errors, lapsed]
			: errors;
	}

	async function storeDraft(
		text: JobText,
		{ stages, criteria }: Pick<WrittenJob, "stages" | "criteria">,
		note: NoteJob,
	): Promise<WrittenJob> {
		const description = await renderMarkdown(text.markdown);
		return database.write(async (transaction) => {
			const id = await takeJobAddress(transaction, text.title);
			await insertDraft(transaction, { ...toNewJob(text), id, description, postedOn: today() }, clock.now());
			await replaceJobStages(transaction, id, stages);
			await replaceJobCriteria(transaction, id, criteria);
			await note(transaction, "draft", id);
			return (await findWritten(transaction, id)) as WrittenJob;
		});
	}

	return {
		change,
		find: (id: string): Promise<WrittenJob | undefined> => findWritten(database.db, id),
		listObstacles,

		/** Stores a new draft, with an address from its title. */
		async create(text: JobText, note: NoteJob): Promise<JobResult> {
			const errors = checkText(text, { isDraft: true, postedOn: today() });
			if (errors.length > 0) return { ok: false, why: "errors", errors };
			return { ok: true, job: await storeDraft(text, { stages: [], criteria: [] }, note) };
		},

		/** Copies a job with its stages, criteria and questions to a draft. */
		async copy(id: string, note: NoteJob): Promise<JobResult> {
			const job = await findWritten(database.db, id);
			if (!job) return { ok: false, why: "gone" };
			return { ok: true, job: await storeDraft(toJobText(job), job, note) };
		},

		/** Stores a job's texts; a public job shows them at once. */
		async save(id: string, text: JobText, revision: string, note: NoteJob): Promise<JobResult> {
			const description = await renderMarkdown(text.markdown);
			return change(id, revision, async (transaction, job) => {
				const errors = checkText(text, job);
				if (errors.length > 0) return { ok: false, why: "errors", errors };
				await updateJob(transaction, { ...toNewJob(text), id, description, postedOn: job.postedOn }, clock.now());
				await note(transaction, "change", id);
				return undefined;
			});
		},

		/** Stores the plan of a job. */
		savePlan(id: string, plan: JobPlan, revision: string, note: NoteJob): Promise<JobResult> {
			return change(id, revision, async (transaction) => {
				const errors = checkPlan(plan);
				if (errors.length > 0) return { ok: false, why: "errors", errors };
				await updateJobPlan(transaction, id, plan);
				await note(transaction, "plan", id);
				return undefined;
			});
		},

		/** Stores a job from a file and publishes it; undefined when its id exists. */
		async publishFile(job: NewJob, note: NoteJob): Promise<WrittenJob | undefined> {
			return database.write(async (transaction) => {
				await takeLock(transaction, "new jobs");
				if (await findJob(transaction, job.id)) return undefined;
				await insertJobs(transaction, [job], clock.now());
				await note(transaction, "publish", job.id);
				return findWritten(transaction, job.id);
			});
		},

		/** Publishes a draft, posted today. */
		publish(id: string, revision: string, note: NoteJob): Promise<JobResult> {
			return change(id, revision, async (transaction, job) => {
				const errors = listObstacles(job);
				if (errors.length > 0) return { ok: false, why: "errors", errors };
				if (!job.isDraft) return undefined;
				await updateJob(transaction, { ...job, postedOn: today() }, clock.now());
				await setJobClosed(transaction, id, false, clock.now());
				await note(transaction, "publish", id);
				return undefined;
			});
		},

		close(id: string, note: NoteJob): Promise<JobResult> {
			return change(id, undefined, async (transaction, job) => {
				if (job.closedAt) return undefined;
				await setJobClosed(transaction, id, true, clock.now());
				await note(transaction, "close", id);
				return undefined;
			});
		},

		/** Publishes a closed job again; drafts use publish. */
		reopen(id: string, note: NoteJob): Promise<JobResult> {
			return change(id, undefined, async (transaction, job) => {
				if (job.isDraft)
					return { ok: false, why: "errors", errors: [{ field: "state", message: "This job is a draft" }] };
				if (job.closesOn < today()) return { ok: false, why: "errors", errors: [lapsed] };
				if (!job.closedAt) return undefined;
				await setJobClosed(transaction, id, false, clock.now());
				await note(transaction, "reopen", id);
				return undefined;
			});
		},

		/**
		 * Sets a later last day.
		 * @param closesOn YYYY-MM-DD in the company's zone
		 */
		extend(id: string, closesOn: string, note: NoteJob): Promise<JobResult> {
			return change(id, undefined, async (transaction, job) => {
				if (!isCalendarDate(closesOn) || closesOn <= job.closesOn || closesOn < today())
					return {
						ok: false,
						why: "errors",
						errors: [{ field: "until", message: "Choose a day after the current deadline" }],
					};
				await updateJob(transaction, { ...job, closesOn }, clock.now());
				await note(transaction, "extend", id);
				return undefined;
			});
		},
	};
}

/** A draft needs only a title; other fields may be empty. */
export function checkJobText(
	text: JobText,
	{ isDraft, postedOn }: { isDraft: boolean; postedOn: string },
	checkJob: JobWritingDeps["checkJob"],
): FieldError[] {
	const errors = checkJob({ ...text, postedOn });
	return isDraft ? errors.filter(({ field }) => field === "title" || !isLeftOut(text, field)) : errors;
}

/** Finds an unused address for a new job, under a lock until the transaction ends. */
export async function takeJobAddress(transaction: WriteTransaction, title: string): Promise<string> {
	await takeLock(transaction, "new jobs");
	const wanted = toJobAddress(title);
	for (let number = 1; ; number++) {
		const id = number === 1 ? wanted : `${wanted}-${number}`;
		if (!(await findJob(transaction, id))) return id;
	}
}

const lapsed: FieldError = { field: "closesOn", message: "The deadline has passed. Choose a later day" };

function checkPlan({ openings, targetOn }: JobPlan): FieldError[] {
	const isNumber = openings === undefined || isNumberOfOpenings(openings);
	const isDay = targetOn === undefined || isCalendarDate(targetOn);
	return [
		...(isNumber ? [] : [{ field: "openings", message: `Enter a number from 1 to ${mostOpenings}` }]),
		...(isDay ? [] : [{ field: "targetOn", message: "Choose a day" }]),
	];
}

function isLeftOut(text: JobText, field: string): boolean {
	if (field.startsWith("pay-")) return false;
	if (field === "keywords") return text.keywords.length < 2;
	const value = (text as Record<string, unknown>)[field];
	return value === "" || value === undefined;
}
