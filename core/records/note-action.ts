import type { WriteTransaction } from "../../platform/database/database.ts";

/** An entry of the audit log: who did what to which record or template. */
export type NotedAction = {
	/** Id of an account. */
	actor: string;
	/** Such as "enquiry.stage". */
	action: string;
	/** Reference of the record, or id of the template. */
	subject: string;
};

/**
 * Writes an entry of the audit log within the transaction of the action: if it fails, nothing is done. Call it last, because it takes a
 * lock until the end.
 */
export type NoteAction = (transaction: WriteTransaction, action: NotedAction) => Promise<void>;
