import type { WriteTransaction } from "../../platform/database/database.ts";
import { deleteEmailsOf } from "../../platform/email/email-personal-data.ts";
import { deleteKeysOf } from "../../platform/http/idempotency.ts";
import { deleteImportedRows } from "../imports/import-store.server.ts";
import { deleteShownNotices } from "../notices/notice-store.server.ts";
import { deleteRecords } from "../records/record-store.server.ts";
import { deleteEventsOf } from "../webhooks/delivery-store.server.ts";
import { rememberErasedFiles } from "./erased-files.ts";
import { lockRecords, type ErasureLock } from "./locked-archives.server.ts";
import { deletePersonChecksOf } from "./person-check.server.ts";
import type { DeletedRecords, PersonalRecords } from "./personal-records.ts";

export type ErasedRecords = Required<DeletedRecords> & { emails: number };

/**
 * Deletes records with their e-mails, their stored responses and their search words.
 * @param references at least one, and no more than a statement takes
 * @param options lock: keeps them unseen for a term, which begins at erasedAt, now by default
 * @returns the counts, and the files that removeErasedFiles removes after the commit: a removed file cannot be rolled back
 */
export async function eraseRecords(
	transaction: WriteTransaction,
	records: PersonalRecords,
	references: readonly string[],
	now: Temporal.Instant,
	{ lock, erasedAt = now }: { lock?: ErasureLock | undefined; erasedAt?: Temporal.Instant | undefined } = {},
): Promise<ErasedRecords> {
	if (lock) await lockRecords(transaction, lock, records, references, { now, erasedAt });
	const { count, files = [], remarks = [] } = await records.delete(transaction, references, now);
	await deleteEventsOf(transaction, references);
	const emails = await deleteEmailsOf(transaction, references);
	await deleteKeysOf(transaction, references);
	await deletePersonChecksOf(transaction, references);
	await deleteImportedRows(transaction, references);
	await deleteShownNotices(transaction, references);
	await deleteRecords(transaction, references);
	await rememberErasedFiles(transaction, files);
	return { count, files, remarks, emails };
}
