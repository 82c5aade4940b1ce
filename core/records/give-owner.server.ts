import type { WriteTransaction } from "../../platform/database/database.ts";
import { listMembers } from "./members.server.ts";
import { notifyMember } from "./notifications.server.ts";
import type { RecordKind } from "./record-kind.ts";
import { takeRecord } from "./record-store.server.ts";

/**
 * Makes a newly registered record a member's, by their e-mail address, and notifies them unless it is quarantined; nobody's if no member
 * with that address works with its kind.
 */
export async function giveToMember(
	transaction: WriteTransaction,
	{
		kind,
		reference,
		email,
		isSpam,
	}: { kind: Pick<RecordKind, "area">; reference: string; email: string | undefined; isSpam: boolean },
	now: Temporal.Instant,
): Promise<void> {
	if (email === undefined) return;
	const members = await listMembers(transaction, kind);
	const owner = members.find((member) => member.email.toLowerCase() === email.toLowerCase());
	if (!owner) return;
	await takeRecord(transaction, reference, { ownerId: owner.id });
	if (!isSpam) await notifyMember(transaction, { accountId: owner.id, reference, kind: "new", cause: reference }, now);
}
