import { splitIntoBatches } from "../../platform/database/batches.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { deleteEmailsOf, listReferencesOfAddress } from "../../platform/email/email-personal-data.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { recordErasures } from "./completed-erasures.server.ts";
import { eraseRecords } from "./erase-records.server.ts";
import { removeErasedFiles } from "./erased-files.ts";
import type { ErasureLock } from "./locked-archives.server.ts";
import { deleteMergesOf, lockMerges } from "./merged-addresses.server.ts";
import type { PersonalRecords } from "./personal-records.ts";

/** Records that are erased at once. */
const recordsAtOnce = 500;

export type ErasedPerson = {
	/** By kind. */
	records: Map<PersonalRecords, number>;
	emails: number;
	files: number;
	/** Consequences to report, such as a call that will not take place. */
	remarks: string[];
};

/**
 * Erases a person by e-mail addresses, in any case: every record with its e-mails, stored responses and files, e-mails to the addresses
 * that belong to no record, and their merges. E-mails to them about other people's records, as
 * staff get them, stay. Messages that the person wrote into other people's records are erased with their files, and the address
 * is removed from those of others.
 *
 * With a lock, an encrypted archive of each of their records is kept for a term.
 *
 * The database forgets all in one transaction or nothing; the files are removed after the commit. Safe beside a running server.
 * @param addresses all that are erased; listAddressesOf finds those of one person
 * @param options `before` keeps records, mentions in those of others, and merges from that instant on; `notes` are the ids of the notes of
 * this erasure; `finish` ends the transaction, and a throw from it keeps everything
 * @throws StorageUnavailableError when the database accepts no writes
 */
export async function erasePerson(
	{
		database,
		files,
		personalRecords,
		lock,
	}: {
		database: Database;
		files: Pick<FileStore, "remove">;
		personalRecords: readonly PersonalRecords[];
		lock?: ErasureLock | undefined;
	},
	addresses: readonly string[],
	now: Temporal.Instant,
	{
		before,
		notes = [],
		finish,
	}: {
		before?: Temporal.Instant;
		notes?: readonly string[];
		finish?: (transaction: WriteTransaction, erased: ErasedPerson) => Promise<void>;
	} = {},
): Promise<ErasedPerson> {
	const person = await database.write(async (transaction) => {
		await lockMerges(transaction);
		const erased: ErasedPerson = {
			records: new Map(personalRecords.map((records) => [records, 0])),
			emails: 0,
			files: 0,
			remarks: [],
		};
		for (const address of addresses) {
			await eraseAddress(address);
			await deleteMergesOf(transaction, address, before);
		}
		await recordErasures(transaction, notes);
		await finish?.(transaction, erased);
		return erased;

		async function eraseAddress(address: string): Promise<void> {
			for (const records of personalRecords) {
				for (;;) {
					const references = await records.listOfAddress(transaction, address, { before, limit: recordsAtOnce });
					if (references.length === 0) break;
					const batch = await eraseRecords(transaction, records, references, now, { lock, erasedAt: before });
					erased.records.set(records, (erased.records.get(records) ?? 0) + batch.count);
					erased.emails += batch.emails;
					erased.remarks.push(...batch.remarks);
					erased.files += batch.files.length;
				}
			}
			for (const { forget } of personalRecords) await forget?.(transaction, address, { now, before });
			const remaining = await listReferencesOfAddress(transaction, address);
			for (const references of splitIntoBatches(remaining)) {
				const existing = new Set<string>();
				for (const records of personalRecords)
					for (const reference of await records.listExisting(transaction, references)) existing.add(reference);
				const orphaned = references.filter((reference) => !existing.has(reference));
				if (orphaned.length > 0) erased.emails += await deleteEmailsOf(transaction, orphaned);
			}
		}
	});
	await removeErasedFiles({ database, files });
	return person;
}
