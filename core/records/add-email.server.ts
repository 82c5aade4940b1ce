import type { WriteTransaction } from "../../platform/database/database.ts";
import type { RecordDeclaration } from "./record-kind.ts";
import { findRecord } from "./record-store.server.ts";

/** Adds the sender's address to a record that has none; false when it is gone or has one. */
export async function addEmail(
	transaction: WriteTransaction,
	{ store }: Pick<RecordDeclaration, "store">,
	reference: string,
	{ email, now }: { email: string; now: Temporal.Instant },
): Promise<boolean> {
	const record = await findRecord(transaction, reference);
	return record?.senderEmail === "" && store.change(transaction, reference, { email }, now);
}
