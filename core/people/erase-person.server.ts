import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { deleteEmailsOf, listReferencesOfAddress } from "../../platform/email/email-personal-data.ts";
import { removeErasedFiles } from "./erased-files.ts";
import { eraseRecords } from "./erase-records.server.ts";
import type { PersonalRecords } from "./personal-records.ts";

/** A statement takes about ten thousand parameters. */
const referencesAtOnce = 500;

export type ErasedPerson = {
	/** By kind. */
	records: Map<PersonalRecords, number>;
	emails: number;
	files: number;
	/** Consequences to report, such as a call that will not take place. */
	remarks: string[];
};

/**
 * Erases a person by e-mail address, in any case: every record with its e-mails, stored responses and files, and e-mails to the address
 * that belong to no record. E-mails to it about other people's records, as staff get them, stay.
 *
 * The database forgets all in one transaction or nothing; the files are removed after the commit. Safe beside a running server.
 * @param options `before` keeps records from that instant on; `finish` ends the transaction, and a throw from it keeps everything
 * @throws StorageUnavailableError when the database accepts no writes
 */
export async function erasePerson(
	{
		database,
		files,
		personalRecords,
	}: { database: Database; files: Pick<FileStore, "remove">; personalRecords: readonly PersonalRecords[] },
	email: string,
	now: Temporal.Instant,
	{ before, finish }: { before?: Temporal.Instant; finish?: (transaction: WriteTransaction) => Promise<void> } = {},
): Promise<ErasedPerson> {
	const person = await database.write(async (transaction) => {
		const erased: ErasedPerson = {
			records: new Map(personalRecords.map((records) => [records, 0])),
			emails: 0,
			files: 0,
			remarks: [],
		};
		for (const records of personalRecords) {
			for (;;) {
				const references = await records.listOfAddress(transaction, email, { before, limit: referencesAtOnce });
				if (references.length === 0) break;
				const batch = await eraseRecords(transaction, records, references, now);
				erased.records.set(records, (erased.records.get(records) ?? 0) + batch.count);
				erased.emails += batch.emails;
				erased.remarks.push(...batch.remarks);
				erased.files += batch.files.length;
			}
		}
		const remaining = await listReferencesOfAddress(transaction, email);
		for (let start = 0; start < remaining.length; start += referencesAtOnce) {
			const references = remaining.slice(start, start + referencesAtOnce);
			const existing = new Set<string>();
			for (const records of personalRecords)
				for (const reference of await records.listExisting(transaction, references)) existing.add(reference);
			const orphaned = references.filter((reference) => !existing.has(reference));
			if (orphaned.length > 0) erased.emails += await deleteEmailsOf(transaction, orphaned);
		}
		await finish?.(transaction);
		return erased;
	});
	await removeErasedFiles({ database, files });
	return person;
}
