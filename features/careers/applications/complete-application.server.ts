import { hash } from "node:crypto";
import { writeAuditEntry } from "../../../core/accounts/audit-log.server.ts";
import { listMessageFiles } from "../../../core/conversations/incoming/message-store.server.ts";
import type { ReplyFile } from "../../../core/conversations/reply-files.server.ts";
import { getKind, type RecordChanges } from "../../../core/records/changes.server.ts";
import { notifyOfNewRecord } from "../../../core/records/notifications.server.ts";
import { withStagesOf, type RecordKind } from "../../../core/records/record-kind.ts";
import { findRecord, lockRecord } from "../../../core/records/record-store.server.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../../platform/database/database.ts";
import { CommitOutcomeUnknownError } from "../../../platform/database/storage-errors.ts";
import type { ReceivedFile } from "../../../platform/files/file-backend.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { createReference } from "../../../platform/ids/reference.ts";
import { cleanLine } from "../../../shared/clean-text.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { findJob, listHiringTeam } from "../jobs/jobs-store.server.ts";
import { checkResume } from "../resumes/resume-check.server.ts";
import { applicationNames } from "./application-names.ts";
import { cleanResumeName, storedFileName } from "./file-names.server.ts";
import { maxResumeBytes } from "./rules.ts";
import { applicationStore, completeApplication, type ApplicationRecord } from "./store.server.ts";

/** The latest files of an application's messages that are checked. */
const maxChecked = 10;
const maxPhoneLength = 200;

const unreadable =
	"This file cannot be used as a resume. Choose a PDF, DOC or DOCX file without a password, macros or programs in it";

export type CompleteDeps = {
	database: Database;
	clock: Clock;
	files: Pick<FileStore, "read" | "receive" | "keep" | "discard" | "remove">;
	records: { kinds: readonly RecordKind[]; changes: Pick<RecordChanges, "moveStage"> };
};

/** The form as a member sends it. */
export type CompletedForm = {
	/** Empty for none. */
	jobId: string;
	phone: string;
	/** Name in the file store of a file of its messages; empty to leave the resume as it is. */
	chosen: string;
	/** Takes precedence over `chosen`. */
	uploaded: { file: ReceivedFile; name: string } | undefined;
	/** The revision that the form is based on. */
	revision: string;
};

export type CompleteResult =
	| { ok: true }
	| { ok: false; why: "gone" }
	| { ok: false; why: "refused"; errors: FieldError[] }
	/** With what somebody else has saved since. */
	| { ok: false; why: "conflict"; application: ApplicationRecord };

/** Returns the revision of what the form completes, which detects that somebody else saved first. */
export function reviseCompleted({ jobId, answers, resume }: ApplicationRecord): string {
	const parts = JSON.stringify([jobId, answers.phone, resume?.file]);
	return hash("sha256", parts, "hex").slice(0, 16);
}

/** Lists the files of an application's messages that can be its resume, the latest first. */
export async function listResumeChoices(
	reference: string,
	{ database, files }: Pick<CompleteDeps, "database" | "files">,
): Promise<ReplyFile[]> {
	const attached = (await listMessageFiles(database.db, reference)).slice(0, maxChecked);
	const choices: ReplyFile[] = [];
	for (const file of attached) {
		const copy = await copyFile(file, files);
		if (!copy) continue;
		const verdict = await checkResume(copy.path).finally(() => files.discard(copy));
		if (verdict.ok) choices.push(file);
	}
	return choices;
}

/**
 * Completes an application with what a member filled in, and adds an entry to the audit log.
 * @throws StorageUnavailableError when nothing can be stored
 */
export async function completeByMember(
	reference: string,
	{ jobId, phone, chosen, uploaded, revision }: CompletedForm,
	by: string,
	{ database, clock, files, records }: CompleteDeps,
): Promise<CompleteResult> {
	const refuse = (...errors: FieldError[]): CompleteResult => ({ ok: false, why: "refused", errors });
	const job = jobId === "" ? undefined : await findJob(database.db, jobId);
	const number = cleanLine(phone);
	const errors: FieldError[] = [];
	if (jobId !== "" && !job) errors.push({ field: "topic", message: "Choose a position from the list" });
	if (number.length > maxPhoneLength)
		errors.push({ field: "phone", message: `Shorten the phone number to ${maxPhoneLength} characters` });
	if (errors.length > 0) return refuse(...errors);
	const attached = (await listMessageFiles(database.db, reference)).find(({ storedAs }) => storedAs === chosen);
	const copy = !uploaded && attached ? await copyFile(attached, files) : undefined;
	if (!uploaded && chosen !== "" && !copy) return refuse({ field: "chosen", message: "Choose a resume from the list" });
	const file = uploaded?.file ?? copy;
	try {
		const resume = file && (await keep(file, uploaded?.name ?? attached?.name ?? ""));
		if (resume && "message" in resume) return refuse({ field: uploaded ? "files" : "chosen", message: resume.message });
		return await store(resume);
	} finally {
		if (copy) await files.discard(copy);
	}

	async function keep(received: ReceivedFile, name: string) {
		if (received.bytes > maxResumeBytes) return { message: "Choose a resume of at most 10 MB" };
		const verdict = await checkResume(received.path);
		if (!verdict.ok) return { message: unreadable };
		// A name of its own: the former resume stays whole until the new one counts.
		const storedAs = storedFileName(createReference(reference), verdict.kind);
		const { bytes, sha256 } = received;
		await files.keep(received, storedAs);
		return { file: storedAs, name: cleanResumeName(name, verdict.kind), bytes, sha256 };
	}

	async function store(resume: Parameters<typeof completeApplication>[2]["resume"]): Promise<CompleteResult> {
		const now = clock.now();
		try {
			const result = await database.write(async (transaction): Promise<CompleteResult> => {
				await lockRecord(transaction, reference);
				const application = await applicationStore.find(transaction, reference);
				if (!application) return { ok: false, why: "gone" };
				if (reviseCompleted(application) !== revision) return { ok: false, why: "conflict", application };
				await completeApplication(transaction, reference, { job, phone: number, resume }, now);
				await moveToOwnStage(transaction, reference, { by, records });
				if (job)
					await notifyOfNewRecord(
						transaction,
						{ reference, topic: job.id, by },
						{ kind: { ...applicationNames, listTeamOf: listHiringTeam }, now },
					);
				await writeAuditEntry(transaction, { actor: by, action: "application.complete", subject: reference }, now);
				return { ok: true };
			});
			if (resume && !result.ok) await files.remove(resume.file);
			return result;
		} catch (error) {
			if (resume && !(error instanceof CommitOutcomeUnknownError)) await files.remove(resume.file);
			throw error;
		}
	}
}

/** Moves an application whose stage its position does not have to the first one of the position, so that its board has it. */
async function moveToOwnStage(
	transaction: WriteTransaction,
	reference: string,
	{ by, records: { kinds, changes } }: Pick<CompleteDeps, "records"> & { by: string },
): Promise<void> {
	const record = await findRecord(transaction, reference);
	if (record?.stage === undefined) return;
	const { stages } = await withStagesOf(transaction, getKind(kinds, record), record.topic);
	const [first] = stages;
	if (first && !stages.some(({ key }) => key === record.stage))
		await changes.moveStage(transaction, record, { stage: first.key, by });
}

/** Copies a stored file to where it can be checked; undefined if it is gone or too large for a resume. */
async function copyFile(
	{ storedAs, bytes }: ReplyFile,
	files: Pick<FileStore, "read" | "receive">,
): Promise<ReceivedFile | undefined> {
	const stream = bytes > maxResumeBytes ? undefined : await files.read(storedAs);
	return stream && files.receive(stream);
}
