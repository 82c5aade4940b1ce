import type { WriteTransaction } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";

/**
 * Serialises transactions that change what releases are made of: documents that become public, and pictures. Both stay unchanged until the
 * transaction ends.
 */
export function lockContent(transaction: WriteTransaction): Promise<void> {
	return takeLock(transaction, "content editions");
}
