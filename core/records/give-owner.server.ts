import type { WriteTransaction } from "../../platform/database/database.ts";
import { listMembers } from "./members.server.ts";
import type { RecordKind } from "./record-kind.ts";
import { takeRecord } from "./record-store.server.ts";

/** Makes a newly registered record a member's, by their e-mail address; nobody's if no member with that address works with its kind. */
export async function giveToMember(
	transaction: WriteTransaction,
	{ kind, reference, email }: { kind: Pick<RecordKind, "area">; reference: string; email: string | undefined },
): Promise<void> {
	if (email === undefined) return;
	const members = await listMembers(transaction, kind);
	const owner = members.find((member) => member.email.toLowerCase() === email.toLowerCase());
	if (owner) await takeRecord(transaction, reference, { ownerId: owner.id });
}
