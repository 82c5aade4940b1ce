import type { WriteTransaction } from "../../platform/database/database.ts";
import { listMembers } from "./members.server.ts";
import type { RecordKind } from "./record-kind.ts";

/**
 * Finds the member who owns a record that is about to be stored, by their e-mail address; undefined if no member with that address works
 * with its kind.
 */
export async function findFirstOwner(
	transaction: WriteTransaction,
	kind: Pick<RecordKind, "area">,
	email: string | undefined,
): Promise<string | undefined> {
	if (email === undefined) return undefined;
	const members = await listMembers(transaction, kind);
	return members.find((member) => member.email.toLowerCase() === email.toLowerCase())?.id;
}
