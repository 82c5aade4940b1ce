import type { WriteTransaction } from "../../../platform/database/database.ts";

/** An entry of the audit log: who did what to which document or release. */
export type ContentAction = {
	/** Id of an account, or "command". */
	actor: string;
	/** Such as "content.publish". */
	action: string;
	/** A document, such as "services:erp.yml", or a release, such as "edition:7". */
	subject: string;
	details?: Record<string, string | number>;
};

/**
 * Writes an entry of the audit log within the transaction of the action: if it fails, nothing is done. Call it last, because it takes a
 * lock until the end.
 */
export type NoteContent = (transaction: WriteTransaction, action: ContentAction) => Promise<void>;

const longestSubject = 100;

/** Returns a document's name in the audit log. */
export function subjectOf(path: string): string {
	return path.replaceAll(/[^\w.-]/g, ":").slice(0, longestSubject);
}
