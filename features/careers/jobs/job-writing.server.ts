import type { Clock } from "../../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { takeLock } from "../../../platform/database/take-lock.ts";
import type { Company } from "../../../shared/company.ts";
import type { Stage } from "../../../shared/desk.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { toJobAddress, type JobText } from "./job-draft.ts";
import { listJobQuestions } from "./job-questions-store.server.ts";
import { reviseJob, toJobText, type WrittenJob } from "./job-revision.server.ts";
import { listJobStages, replaceJobStages } from "./job-stages-store.server.ts";
import { findJob, insertDraft, insertJobs, setJobClosed, updateJob, type NewJob } from "./jobs-store.server.ts";

/** What was done to a job. */
type JobDeed = "draft" | "change" | "publish" | "close" | "reopen" | "extend" | "stages";

/** Says in the same transaction what is done to which job, and by whom. */
export type NoteJob = (transaction: WriteTransaction, deed: JobDeed, id: string) => Promise<void>;

/** Why nothing was changed; `overtaken` has what stands there now. */
export type JobRefusal =
	| { ok: false; why: "errors"; errors: FieldError[] }
	| { ok: false; why: "overtaken"; current: WrittenJob }
	| { ok: false; why: "gone" };
export type JobResult = { ok: true; job: WrittenJob } | JobRefusal;

export type JobWritingDeps = {
	database: Database;
	clock: Clock;
	company: Pick<Company, "timeZone">;
	/**
	 * Checks a job as its file is checked.
	 *
	 * @returns what is wrong with it, by field; "questions-0-label" is the label of the first question
	 */
	checkJob(job: JobText & { postedOn: string }): FieldError[];
	renderMarkdown(markdown: string): Promise<string>;
};

export type JobWriting = ReturnType<typeof createJobWriting>;

/**
 * Makes what staff do with jobs, for the desk and for `npm run jobs`. Whatever changes a text names the revision that it was written on,
 * and is refused when there is another: two people, or a person and a file, never overwrite each other without being told.
 */
export function createJobWriting({ database, clock, company, checkJob, renderMarkdown }: JobWritingDeps) {
	const today = () => findDate(clock.now().epochMilliseconds, company.timeZone);

	async function findWritten(db: Connection, id: string): Promise<WrittenJob | undefined> {
		const job = await findJob(db, id);
		if (!job) return undefined;
		const questions = await listJobQuestions(db, id);
		return reviseJob(job, { questions, stages: (await listJobStages(db, [id])).get(id) ?? [] });
	}

	/** Changes a job, one at a time of all that change it, if it is as whoever changes it has seen it. */
	function change(
		id: string,
		revision: string | undefined,
		work: (transaction: WriteTransaction, job: WrittenJob) => Promise<JobRefusal | undefined>,
	): Promise<JobResult> {
		return database.write(async (transaction) => {
			await takeLock(transaction, `job ${id}`);
			const job = await findWritten(transaction, id);
			if (!job) return { ok: false, why: "gone" };
			if (revision !== undefined && job.revision !== revision) return { ok: false, why: "overtaken", current: job };
			const refusal = await work(transaction, job);
			return refusal ?? { ok: true, job: (await findWritten(transaction, id)) ?? job };
		});
	}

	/** Of a draft, what is still left out is no mistake; its title alone has to be there. */
	function checkText(text: JobText, { isDraft, postedOn }: { isDraft: boolean; postedOn: string }): FieldError[] {
		const errors = checkJob({ ...text, postedOn });
		return isDraft ? errors.filter(({ field }) => field === "title" || !isLeftOut(text, field)) : errors;
	}

	/** Lists what keeps a job from being public. */
	function listObstacles(job: WrittenJob): FieldError[] {
		const errors = checkText(toJobText(job), { isDraft: false, postedOn: job.isDraft ? today() : job.postedOn });
		return job.closesOn !== "" && job.closesOn < today() && !errors.some(({ field }) => field === "closesOn")
			? [...errors, lapsed]
			: errors;
	}

	async function findFreeId(transaction: WriteTransaction, wanted: string): Promise<string> {
		for (let number = 1; ; number++) {
			const id = number === 1 ? wanted : `${wanted}-${number}`;
			if (!(await findJob(transaction, id))) return id;
		}
	}

	async function storeDraft(text: JobText, stages: readonly Stage[], note: NoteJob): Promise<WrittenJob> {
		const description = await renderMarkdown(text.markdown);
		return database.write(async (transaction) => {
			await takeLock(transaction, "new jobs");
			const id = await findFreeId(transaction, toJobAddress(text.title));
			await insertDraft(transaction, { ...text, id, description, postedOn: today() }, clock.now());
			await replaceJobStages(transaction, id, stages);
			await note(transaction, "draft", id);
			return (await findWritten(transaction, id)) as WrittenJob;
		});
	}

	return {
		change,
		find: (id: string): Promise<WrittenJob | undefined> => findWritten(database.db, id),
		listObstacles,

		/** Stores a new draft, at an address made from its title. */
		async create(text: JobText, note: NoteJob): Promise<JobResult> {
			const errors = checkText(text, { isDraft: true, postedOn: today() });
			if (errors.length > 0) return { ok: false, why: "errors", errors };
			return { ok: true, job: await storeDraft(text, [], note) };
		},

		/** Makes a draft of what stands in a job, its stages and questions too. */
		async copy(id: string, note: NoteJob): Promise<JobResult> {
			const job = await findWritten(database.db, id);
			if (!job) return { ok: false, why: "gone" };
			return { ok: true, job: await storeDraft(toJobText(job), job.stages, note) };
		},

		/** Stores what was written of a job; what is public shows it at once. */
		async save(id: string, text: JobText, revision: string, note: NoteJob): Promise<JobResult> {
			const description = await renderMarkdown(text.markdown);
			return change(id, revision, async (transaction, job) => {
				const errors = checkText(text, job);
				if (errors.length > 0) return { ok: false, why: "errors", errors };
				await updateJob(transaction, { ...text, id, description, postedOn: job.postedOn }, clock.now());
				await note(transaction, "change", id);
				return undefined;
			});
		},

		/** Stores a whole job from a file at once and publishes it; undefined when there is one with its id. */
		async publishFile(job: NewJob, note: NoteJob): Promise<WrittenJob | undefined> {
			return database.write(async (transaction) => {
				await takeLock(transaction, "new jobs");
				if (await findJob(transaction, job.id)) return undefined;
				await insertJobs(transaction, [job], clock.now());
				await note(transaction, "publish", job.id);
				return findWritten(transaction, job.id);
			});
		},

		/** Puts a draft on the site, posted today. */
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

		/** Puts a closed job back on the site; a draft is published. */
		reopen(id: string, note: NoteJob): Promise<JobResult> {
			return change(id, undefined, async (transaction, job) => {
				if (job.isDraft) return { ok: false, why: "errors", errors: [{ field: "state", message: "It is a draft" }] };
				if (job.closesOn < today()) return { ok: false, why: "errors", errors: [lapsed] };
				if (!job.closedAt) return undefined;
				await setJobClosed(transaction, id, false, clock.now());
				await note(transaction, "reopen", id);
				return undefined;
			});
		},

		/**
		 * Lets people apply for longer.
		 *
		 * @param closesOn YYYY-MM-DD in the company's zone
		 */
		extend(id: string, closesOn: string, note: NoteJob): Promise<JobResult> {
			return change(id, undefined, async (transaction, job) => {
				if (!/^\d{4}-\d{2}-\d{2}$/.test(closesOn) || closesOn <= job.closesOn || closesOn < today())
					return {
						ok: false,
						why: "errors",
						errors: [{ field: "until", message: "Choose a day after the one until which one can apply now" }],
					};
				await updateJob(transaction, { ...job, closesOn }, clock.now());
				await note(transaction, "extend", id);
				return undefined;
			});
		},
	};
}

const lapsed: FieldError = { field: "closesOn", message: "The last day to apply has passed: choose a later one" };

function isLeftOut(text: JobText, field: string): boolean {
	if (field === "keywords") return text.keywords.length < 2;
	const value = (text as Record<string, unknown>)[field];
	return value === "" || value === undefined;
}
