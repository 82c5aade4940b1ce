import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { CommitOutcomeUnknownError } from "../../platform/database/storage-errors.ts";
import type { ReceivedFile } from "../../platform/files/file-backend.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { respondOnce, type RepeatableRequest } from "../../platform/http/idempotency.ts";

/**
 * Stores what a visitor sends once for its idempotency key, in one transaction. Its files are kept before, and removed again if it is not
 * stored, or was before.
 * @param store returns the receipt that the visitor gets, with the reference of the record
 * @returns the receipt, and whether it is that of this record or an earlier one
 * @throws IdempotencyKeyReusedError if the key came with another body before; StorageUnavailableError when nothing can be stored
 */
export async function submitRecord<Receipt extends Record<string, string | number | undefined> & { reference: string }>(
	{ database, files }: { database: Database; files: Pick<FileStore, "keep" | "remove"> },
	{
		request,
		reference,
		uploaded,
		now,
	}: {
		request: RepeatableRequest;
		reference: string;
		uploaded: readonly { file: ReceivedFile; storedAs: string }[];
		now: Temporal.Instant;
	},
	store: (transaction: WriteTransaction) => Promise<Receipt>,
): Promise<{ receipt: Receipt; isNew: boolean }> {
	const kept: string[] = [];
	// The daily sweep removes files without a record that could not be removed here.
	const removeKept = () => Promise.allSettled(kept.map((name) => files.remove(name)));
	try {
		for (const { file, storedAs } of uploaded) {
			// A store that does not answer in time may have the file all the same.
			kept.push(storedAs);
			await files.keep(file, storedAs);
		}
		const { receipt, isNew } = await database.write(async (transaction) => {
			const stored = await respondOnce(transaction, request, now, () => store(transaction));
			// A database that notes writes in the audit log reads the reference and whether it is new.
			return { receipt: stored, reference: stored.reference, isNew: stored.reference === reference };
		});
		if (!isNew) await removeKept();
		return { receipt, isNew };
	} catch (error) {
		// If the outcome of the commit is unknown, the record may need its files.
		if (!(error instanceof CommitOutcomeUnknownError)) await removeKept();
		throw error;
	}
}
