import type { PersonalRecords } from "../../platform/retention/personal-records.ts";
import { deleteRecordWork, findReplyFiles, listReplyFiles } from "./work-store.server.ts";

/** Adds what staff did with records to what is deleted with them: changes, notes, notifications, replies and their files. */
export function withRecordWork(records: PersonalRecords): PersonalRecords {
	return {
		...records,
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
