import type { WriteTransaction } from "../../platform/database/database.ts";
import { pushMessageKind } from "../../platform/email/emails-table.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { listSubscriptions } from "./subscriptions.server.ts";

/** The subject of a message, read again when it leaves: a notification of the desk, or a host's time. */
export type PushSubject =
	| { topic: "mention" | "record"; /** Id of the note or change. */ cause: string }
	| { topic: "alarm"; /** Id of the alarm. */ cause: string; isOver: boolean }
	| { topic: "record" | "appointment"; purpose: string; /** As reservations store it. */ startsAt: string };

/** A message that has not left by then is dropped. */
const goodForMinutes = 10;

/** Puts messages to all devices of some members into the outbox, in the transaction of their occasion. */
export async function enqueuePush(
	transaction: WriteTransaction,
	{
		accountIds,
		reference,
		subject,
		notBefore,
	}: { accountIds: readonly string[]; reference: string; subject: PushSubject; notBefore?: Temporal.Instant },
	now: Temporal.Instant,
): Promise<void> {
	const subscriptions = await listSubscriptions(transaction, accountIds);
	const expiresAt = (notBefore ?? now).add({ minutes: goodForMinutes });
	await enqueueEmails(
		transaction,
		subscriptions.map(({ id }) => ({
			kind: pushMessageKind,
			reference,
			recipient: id,
			parameters: subject,
			expiresAt,
			...(notBefore && { notBefore }),
		})),
		// No mail server sees it.
		{ now, messageIdDomain: "push.invalid" },
	);
}
