import { sql, type Generated, type ExpressionBuilder, type SelectQueryBuilder } from "kysely";
import { clockTolerance } from "../clock.ts";
import type { Connection } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import type { Tables } from "../database/tables.ts";

/** An e-mail that waits longer is late, which raises an alarm. */
export const lateAfter = Temporal.Duration.from({ minutes: 15 });

/** Longer than an e-mail waits that never expires: a delayed reply two weeks, the next attempt a day. */
const longestWait = Temporal.Duration.from({ hours: 24 * 15 });

/** The kind of messages to members' devices, which leave by the same outbox as e-mails and are deleted afterwards. */
export const pushMessageKind = "push-message";

/** The kind of messages to other programs, which leave by a lane of their own, in order, and are deleted afterwards. */
export const webhookKind = "webhook";

/** Messages of the outbox that are not e-mails. */
export const otherKinds: readonly string[] = [pushMessageKind, webhookKind];

/** The kind of e-mails that leave by a lane of their own, at a rate, so that no other e-mail waits for them. */
export const newsletterKind = "newsletter";

/** Returns a condition for e-mails, without messages to devices and other programs. */
export function isEmail(where: ExpressionBuilder<Tables, "emails">) {
	return where("kind", "not in", otherKinds);
}

/** held: waits for a member's decision; failed: refused by a mail server and given up. */
export type EmailState = "held" | "waiting" | "sent" | "failed";

export type EmailsTable = {
	id: string;
	messageId: string;
	kind: string;
	reference: string;
	recipient: string;
	replyTo: string | null;
	subject: string;
	html: string;
	text: string;
	attachments: string;
	state: EmailState;
	attempts: number;
	queuedAt: string;
	nextAttemptAt: string;
	lease: string | null;
	leaseExpiresAt: string | null;
	lastError: string | null;
	/** Written by earlier releases. */
	alarmedAt: string | null;
	sentAt: string | null;
	expiresAt: string | null;
	headers: string | null;
	/** When it exceeded the limit of its recipient; its state is "held" then. */
	withheldAt: string | null;
	/** JSON of the text's values that the record does not hold; null if there are none, and once it has left. */
	parameters: string | null;
	/** When it is due; null for an e-mail with a stored text, which is due at nextAttemptAt. */
	dueAt: string | null;
	/** When it was found to be pointless; its state is "failed" then. */
	notSentAt: string | null;
	/** When a mail server reported that it could not be delivered; its state stays "sent". */
	bouncedAt: Generated<string | null>;
};

/** nextAttemptAt of e-mails without a stored text, so that releases that know no other column never find them due. */
export const neverForOlderReleases = "9999-12-31T23:59:59.999Z";

declare module "../database/tables.ts" {
	interface Tables {
		emails: EmailsTable;
	}
}

/** When an e-mail is due, whichever release wrote it; the index emails_by_due has the same expression. */
export const due = sql<string>`coalesce(due_at, next_attempt_at)`;

/** Returns a condition for e-mails that are due, whatever the clock said when they were written. */
export function isDue(now: Temporal.Instant) {
	return (where: ExpressionBuilder<Tables, "emails">) =>
		where.or([
			where(due, "<=", toInstantText(now)),
			where.and([where(due, ">", toInstantText(now.add(longestWait))), where("expiresAt", "is", null)]),
		]);
}

/** Returns a condition for e-mails that nobody is sending. */
export function isUnleased(now: Temporal.Instant) {
	return (where: ExpressionBuilder<Tables, "emails">) =>
		where.or([
			where("leaseExpiresAt", "is", null),
			where("leaseExpiresAt", "<=", toInstantText(now)),
			where("leaseExpiresAt", ">", toInstantText(now.add(clockTolerance))),
		]);
}

/** Counts the e-mails that match a query. */
export async function countEmailsWhere(
	db: Connection,
	narrow: (query: SelectQueryBuilder<Tables, "emails", object>) => SelectQueryBuilder<Tables, "emails", object>,
): Promise<number> {
	const { count } = await narrow(db.selectFrom("emails"))
		.select(sql<number | string>`count(*)`.as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}
