import type { WriteTransaction } from "../../platform/database/database.ts";

/** What the audit log is told: who did what to which record or template. */
export type NotedAction = {
	/** Id of an account. */
	actor: string;
	/** Such as "enquiry.stage". */
	action: string;
	/** Reference of the record, or id of the template. */
	subject: string;
};

/**
 * Writes in the audit log, as part of the transaction that does what is told: when it fails, nothing is done. Called last in a transaction,
 * for those that call it wait for each other.
 */
export type NoteAction = (transaction: WriteTransaction, action: NotedAction) => Promise<void>;
