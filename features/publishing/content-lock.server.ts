import type { Database, WriteTransaction } from "../../platform/database/database.ts";

/**
 * Lets one transaction at a time change what editions are made of: documents that become public, and pictures. Whoever looks at either in
 * it sees what is so until it ends.
 */
export function lockContent(database: Database, transaction: WriteTransaction): Promise<void> {
	return database.lock(transaction, "content editions");
}
