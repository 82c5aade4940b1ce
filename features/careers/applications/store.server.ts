import { sql, type Generated, type Selectable } from "kysely";
import { recordSources } from "../../../core/records/record-sources.ts";
import {
	registerRecord,
	setRecordStage,
	type NewRecord,
	type RecordStart,
} from "../../../core/records/record-store.server.ts";
import { createSentStore } from "../../../core/records/sent-store.server.ts";
import { toSourceKey } from "../../../core/records/source-links.server.ts";
import { splitIntoBatches } from "../../../platform/database/batches.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { fillColumn } from "../../../platform/database/fill-column.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { due } from "../../../platform/email/emails-table.ts";
import { createOrderedId } from "../../../platform/ids/ordered-id.ts";
import { applicationOutcomes } from "../../../shared/desk.ts";
import { listDigits } from "../../../shared/latin-digits.ts";
import { toPhoneKey } from "../../../shared/phone-key.ts";
import type { AnsweredQuestion } from "../../../shared/question-answers.ts";
import type { Job } from "../jobs/job.ts";
import { emptyLines } from "./application-fields.ts";
import { applicationNames } from "./application-names.ts";
import type { SelfIdentificationField } from "./options.ts";
import type { Application } from "./rules.ts";

/** quarantined: suspected spam; its e-mails are held until it is released. */
export type ApplicationState = "received" | "quarantined" | "withdrawn";

type ApplicationsTable = {
	id: string;
	reference: string;
	receivedAt: string;
	jobId: string;
	jobTitle: string;
	fullName: string;
	email: string;
	phone: string;
	/** For comparing phone numbers; null from a release that did not know it. */
	phoneKey: Generated<string | null>;
	/** JSON. */
	answers: string;
	/** Without a resume, the application's reference: the column is unique and takes no null. */
	resumeFile: string;
	/** Empty without a resume. */
	resumeName: string;
	resumeBytes: number;
	resumeSha256: string;
	tokenHash: string;
	state: ApplicationState;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		applications: ApplicationsTable;
	}
}

/** Empty in applications that did not come through the site's form. */
type ChoiceField = "eligibleToWork" | "requiresSponsorship" | "referred";

/** The applicant's input without the self-identification. */
export type StoredAnswers = Omit<Application, SelfIdentificationField | ChoiceField> &
	Record<ChoiceField, string> & {
		/** The job's own questions; absent in applications of earlier releases. */
		questions?: AnsweredQuestion[];
		/** Name of the source link by which the applicant came to the form. */
		link?: string;
		/** How it came, if not by the site's form: the key of its source, and the applicant's consent, empty for an e-mail of their own. */
		entered?: { source: string; consent: string };
	};

export type StoredResume = { file: string; name: string; bytes: number; sha256: string };

/** An application as it is stored. Without a job, its id is empty and its title `generalTitle`. */
export type ApplicationRecord = {
	reference: string;
	receivedAt: Temporal.Instant;
	jobId: string;
	jobTitle: string;
	answers: StoredAnswers;
	/** `file` is its name in the file store, `name` that of the upload. Undefined until there is one. */
	resume: StoredResume | undefined;
	tokenHash: string;
	state: ApplicationState;
};

/** Stands for the title of the job in applications for none. */
export const generalTitle = "General application";
/** Stands for the id of the job as a topic of records, whose own key of none cannot be a filter. No job has it. */
export const generalTopic = "(none)";

/** Returns the columns of a job. */
export function toJobColumns(job: Pick<Job, "id" | "title"> | undefined) {
	return { jobId: job?.id ?? "", jobTitle: job?.title ?? generalTitle };
}

/** Returns the columns of a phone number. */
function toPhoneColumns(phone: string) {
	return { phone, phoneKey: toPhoneKey(phone) };
}

/** Returns the columns of a resume. */
function toResumeColumns(reference: string, resume: StoredResume | undefined) {
	const { file, name, bytes, sha256 } = resume ?? { file: reference, name: "", bytes: 0, sha256: "" };
	return { resumeFile: file, resumeName: name, resumeBytes: bytes, resumeSha256: sha256 };
}

/** Stores a new application with staff's side of it. */
export async function insertApplication(
	transaction: WriteTransaction,
	{ answers, resume, receivedAt, ...application }: ApplicationRecord,
	start: RecordStart = {},
): Promise<void> {
	const { fullName, email, phone, ...rest } = answers;
	await transaction
		.insertInto("applications")
		.values({
			id: createOrderedId(),
			...application,
			receivedAt: toInstantText(receivedAt),
			fullName,
			email,
			...toPhoneColumns(phone),
			answers: JSON.stringify(rest),
			...toResumeColumns(application.reference, resume),
		})
		.execute();
	await registerRecord(transaction, toNewRecord({ answers, resume, receivedAt, ...application }), start);
}

/**
 * Fills in the phone keys of applications that the release before stored.
 * @param signal ends it after a batch
 */
export function fillPhoneKeys(database: Database, signal: AbortSignal): Promise<void> {
	const keys = { table: "applications", key: "id", column: "phone_key", source: "phone" };
	return fillColumn(database, { ...keys, compute: toPhoneKey }, signal);
}

function toNewRecord({ reference, receivedAt, jobId, jobTitle, answers, state }: ApplicationRecord): NewRecord {
	const { entered: _entered, link: _link, ...typed } = answers;
	return {
		kind: applicationNames.name,
		reference,
		receivedAt,
		senderName: answers.fullName,
		senderEmail: answers.email,
		spam: state === "quarantined",
		stage: state === "withdrawn" ? applicationOutcomes.withdrawn : "",
		texts: [jobId, jobTitle, listDigits(answers.phone), ...listTexts(typed)],
		topic: jobId || generalTopic,
		source: findSource(answers),
	};
}

/** Returns the key of an application's source. A link counts before a referral, which stands among the answers too. */
export function findSource({ entered, link, referred }: StoredAnswers): string {
	if (entered) return entered.source;
	if (link !== undefined) return toSourceKey(link);
	return (referred === "Yes" ? recordSources.referral : recordSources.site).key;
}

/** Lists all texts in a value, at any depth. */
function listTexts(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

/** Finds an application by its reference or by the hash of its private link's token. */
export async function findApplication(
	db: Connection,
	key: { reference: string } | { tokenHash: string },
): Promise<ApplicationRecord | undefined> {
	const query = db.selectFrom("applications").selectAll();
	const row = await (
		"reference" in key ? query.where("reference", "=", key.reference) : query.where("tokenHash", "=", key.tokenHash)
	).executeTakeFirst();
	return row && toApplicationRecord(row);
}

/** Lists a job's applications by id after a given one, with their stages, without quarantined ones. */
export async function listApplicationsOfJobAfter(
	db: Connection,
	jobId: string,
	id: string | undefined,
	limit: number,
): Promise<
	(ApplicationRecord & { id: string; stage: string | undefined; reason: string | null; answeredAt: string | null })[]
> {
	const rows = await selectOfJob(db, jobId)
		.leftJoin("records", "records.reference", "applications.reference")
		.selectAll("applications")
		.select(["records.stage", "records.reason", "records.answeredAt"])
		.$if(id !== undefined, (query) => query.where("applications.id", ">", id as string))
		.orderBy("applications.id")
		.limit(limit)
		.execute();
	return rows.map(({ stage, reason, answeredAt, ...row }) => ({
		...toApplicationRecord(row),
		id: row.id,
		stage: stage || undefined,
		reason,
		answeredAt,
	}));
}

/** Returns the number of a job's applications and the total size of their resumes. */
export async function measureApplicationsOfJob(
	db: Connection,
	jobId: string,
): Promise<{ count: number; resumeBytes: number }> {
	const { count, bytes } = await selectOfJob(db, jobId)
		.select([sql<number | string>`count(*)`.as("count"), sql<number | string | null>`sum(resume_bytes)`.as("bytes")])
		.executeTakeFirstOrThrow();
	return { count: Number(count), resumeBytes: Number(bytes ?? 0) };
}

function selectOfJob(db: Connection, jobId: string) {
	return db.selectFrom("applications").where("applications.jobId", "=", jobId).where("state", "<>", "quarantined");
}

/** Counts applications by job, without withdrawn and quarantined ones. */
export async function countApplicationsByJob(db: Connection): Promise<Map<string, number>> {
	const rows = await db
		.selectFrom("applications")
		.select(["jobId", sql<number | string>`count(*)`.as("count")])
		.where("state", "=", "received")
		.groupBy("jobId")
		.execute();
	return new Map(rows.map(({ jobId, count }) => [jobId, Number(count)]));
}

/** Counts a job's applications by stage; "" for those that were never moved. */
export async function countApplicationsByStage(db: Connection, jobId: string): Promise<Map<string, number>> {
	const rows = await db
		.selectFrom("applications")
		.leftJoin("records", "records.reference", "applications.reference")
		.select(["records.stage", sql<number | string>`count(*)`.as("count")])
		.where("applications.jobId", "=", jobId)
		.groupBy("records.stage")
		.execute();
	const counts = new Map<string, number>();
	for (const { stage, count } of rows) counts.set(stage ?? "", (counts.get(stage ?? "") ?? 0) + Number(count));
	return counts;
}

/** Lists the positions with applications, the latest applied first and none last, under the title of the latest application. */
export async function listAppliedJobs(db: Connection): Promise<{ key: string; label: string }[]> {
	// Walks the index from position to position, because there are few among many applications.
	const { rows } = await sql<{ jobId: string; title: string }>`
		with recursive jobs_of (job_id) as (
			select min(job_id) from applications
			union all
			select (select min(job_id) from applications where job_id > jobs_of.job_id) from jobs_of where job_id is not null
		)
		select job_id, (select job_title from applications where job_id = jobs_of.job_id order by received_at desc limit 1) as title
		from jobs_of where job_id is not null
		order by (select max(received_at) from applications where job_id = jobs_of.job_id) desc`.execute(db);
	const topics = rows.map(({ jobId, title }) => ({ key: jobId || generalTopic, label: title }));
	return topics.toSorted((a, b) => Number(a.key === generalTopic) - Number(b.key === generalTopic));
}

/** Withdraws an application in a given state, with its stage; false when it is in another state. */
export async function withdrawApplication(
	transaction: WriteTransaction,
	reference: string,
	{ from, now }: { from: "received" | "quarantined"; now: Temporal.Instant },
): Promise<boolean> {
	if (!(await applicationStore.changeState(transaction, reference, { from, to: "withdrawn" }))) return false;
	await setRecordStage(transaction, reference, applicationOutcomes.withdrawn, now);
	return true;
}

/** An e-mail that is due for longer waits for a mail server that may never come, and keeps no application. */
const emailsKeepFor = Temporal.Duration.from({ hours: 24 * 5 });
/** Longer than any interview takes. */
const interviewsKeepFor = Temporal.Duration.from({ hours: 24 });

/**
 * Lists expired applications: withdrawn without an unsent e-mail; or received before an instant, not in the talent pool, and with neither a
 * booked interview to come nor an e-mail that is about to leave.
 */
export async function listExpiredApplications(
	db: Connection,
	{ receivedBefore, now, limit }: { receivedBefore: Temporal.Instant; now: Temporal.Instant; limit: number },
): Promise<string[]> {
	const rows = await db
		.selectFrom("applications")
		.select("reference")
		.where((where) => {
			const waitingEmail = where
				.selectFrom("emails")
				.select("emails.id")
				.whereRef("emails.reference", "=", "applications.reference")
				.where("emails.state", "=", "waiting");
			const leavingEmail = waitingEmail.where(due, ">", toInstantText(now.subtract(emailsKeepFor)));
			const interview = where
				.selectFrom("interviews")
				.select("interviews.id")
				.whereRef("interviews.application", "=", "applications.reference")
				.where("interviews.state", "=", "booked")
				.where("interviews.startsAt", ">", toInstantText(now.subtract(interviewsKeepFor)));
			const stay = where
				.selectFrom("records")
				.select("records.id")
				.whereRef("records.reference", "=", "applications.reference")
				.where("records.poolUntil", ">", toInstantText(now));
			return where.or([
				where.and([
					where("receivedAt", "<", toInstantText(receivedBefore)),
					...[stay, interview, leavingEmail].map((reason) => where.not(where.exists(reason))),
				]),
				where.and([where("state", "=", "withdrawn"), where.not(where.exists(waitingEmail))]),
			]);
		})
		.limit(limit)
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Lists the resumes' names in the file store. */
export async function listResumes(db: Connection, references: readonly string[]): Promise<string[]> {
	const rows = await selectWithResume(db).select("resumeFile").where("reference", "in", references).execute();
	return rows.map(({ resumeFile }) => resumeFile);
}

/** Lists file names of applications, sorted, after a given one. */
export async function listApplicationFiles(
	db: Connection,
	{ after, limit }: { after?: string | undefined; limit: number },
): Promise<{ name: string; bytes: number; sha256: string }[]> {
	return selectWithResume(db)
		.select(["resumeFile as name", "resumeBytes as bytes", "resumeSha256 as sha256"])
		.$if(after !== undefined, (query) => query.where("resumeFile", ">", after as string))
		.orderBy("resumeFile")
		.limit(limit)
		.execute();
}

/** Returns those files that belong to an application. */
export async function findReferredFiles(db: Connection, names: readonly string[]): Promise<Set<string>> {
	const referred = new Set<string>();
	for (const batch of splitIntoBatches(names)) {
		const rows = await selectWithResume(db).select("resumeFile").where("resumeFile", "in", batch).execute();
		for (const { resumeFile } of rows) referred.add(resumeFile);
	}
	return referred;
}

function selectWithResume(db: Connection) {
	return db.selectFrom("applications").where("resumeName", "<>", "");
}

/** Finds which applications have no resume yet. */
export async function findIncomplete(db: Connection, references: readonly string[]): Promise<Set<string>> {
	if (references.length === 0) return new Set();
	const rows = await db
		.selectFrom("applications")
		.select("reference")
		.where("reference", "in", references)
		.where("resumeName", "=", "")
		.where("state", "=", "received")
		.execute();
	return new Set(rows.map(({ reference }) => reference));
}

/**
 * Completes an application: sets its job and its phone number, and its resume if there is a new one.
 * @returns false when it is gone
 */
export function completeApplication(
	transaction: WriteTransaction,
	reference: string,
	{
		job,
		phone,
		resume,
	}: {
		job: Pick<Job, "id" | "title"> | undefined;
		phone: string;
		resume?: StoredResume | undefined;
	},
	now: Temporal.Instant,
): Promise<boolean> {
	const columns = {
		...toJobColumns(job),
		...toPhoneColumns(phone),
		...(resume && toResumeColumns(reference, resume)),
	};
	return applicationStore.change(transaction, reference, columns, now);
}

function toApplicationRecord(row: Selectable<ApplicationsTable>): ApplicationRecord {
	const { fullName, email, phone } = row;
	return {
		reference: row.reference,
		receivedAt: Temporal.Instant.from(row.receivedAt),
		jobId: row.jobId,
		jobTitle: row.jobTitle,
		// An application from before a line existed has no value for it.
		answers: { ...emptyLines, fullName, email, phone, ...JSON.parse(row.answers) },
		resume:
			row.resumeName === ""
				? undefined
				: { file: row.resumeFile, name: row.resumeName, bytes: row.resumeBytes, sha256: row.resumeSha256 },
		tokenHash: row.tokenHash,
		state: row.state,
	};
}

export const applicationStore = createSentStore("applications", {
	receivedColumn: "receivedAt",
	toSent: toApplicationRecord,
	toNewRecord,
});
