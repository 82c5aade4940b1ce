import type { WriteTransaction } from "../../../platform/database/database.ts";

/** What the audit log is told: who did what to which document or edition. */
export type ContentAction = {
	/** Id of an account, or "command". */
	actor: string;
	/** Such as "content.publish". */
	action: string;
	/** A document, such as "services:erp.yml", or an edition, such as "edition:7". */
	subject: string;
	details?: Record<string, string | number>;
};

/**
 * Writes in the audit log, as part of the transaction that does what is told: when it fails, nothing is done. Called last in a transaction,
 * for those that call it wait for each other.
 */
export type NoteContent = (transaction: WriteTransaction, action: ContentAction) => Promise<void>;

const longestSubject = 100;

/** How the log names a document. */
export function subjectOf(path: string): string {
	return path.replaceAll(/[^\w.-]/g, ":").slice(0, longestSubject);
}
