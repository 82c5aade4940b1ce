import type { WriteTransaction } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";

/**
 * Lets one transaction at a time change what editions are made of: documents that become public, and pictures. Whoever looks at either in
 * it sees what is so until it ends.
 */
export function lockContent(transaction: WriteTransaction): Promise<void> {
	return takeLock(transaction, "content editions");
}
