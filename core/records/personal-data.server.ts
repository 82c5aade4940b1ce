import type { PersonalRecords } from "../people/personal-records.ts";
import { deleteRecordWork, findReplyFiles, listRecordWork, listReplyFiles } from "./work-store.server.ts";

/**
 * Adds what staff did with records: notes, replies and their files to how they are described; these, changes and notifications to what is
 * deleted with them.
 */
export function withRecordWork(records: PersonalRecords): PersonalRecords {
	return {
		...records,
		async describe(db, references) {
			const described = await records.describe(db, references);
			const work = await listRecordWork(db, references);
			return described.map((record) => ({
				...record,
				files: [...record.files, ...work.files.filter(({ reference }) => reference === record.reference)],
				work: work.written.filter(({ reference }) => reference === record.reference),
			}));
		},
		async delete(transaction, references, now) {
			const deleted = await records.delete(transaction, references, now);
			const files = await deleteRecordWork(transaction, references);
			return { ...deleted, files: [...(deleted.files ?? []), ...files] };
		},
	};
}

/** What replies brought into the file store; it belongs to no kind of record alone. */
export const replyFiles: Pick<Required<PersonalRecords>, "findReferredFiles" | "filesTable" | "listFiles"> = {
	findReferredFiles: findReplyFiles,
	filesTable: "reply_files",
	listFiles: listReplyFiles,
};
