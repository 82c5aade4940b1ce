import { sql, type ExpressionBuilder, type SelectQueryBuilder } from "kysely";
import type { Connection } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

/** An e-mail that waits longer than this is late, and somebody should look why. */
export const lateAfter = Temporal.Duration.from({ minutes: 15 });

/** held: waits for somebody's decision; failed: a mail server refused it, and it was given up. */
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
	alarmedAt: string | null;
	sentAt: string | null;
	expiresAt: string | null;
	headers: string | null;
	/** When it was found to be one too many for its recipient; it is held then. */
	withheldAt: string | null;
	/** JSON of what its text needs beside its record; null when that is nothing, and once it has left. */
	parameters: string | null;
	/** When it is due; null for one whose text is stored, which is due at nextAttemptAt. */
	dueAt: string | null;
	/** When it was found to make no sense any more; it is failed then. */
	notSentAt: string | null;
};

/** Stands in nextAttemptAt of e-mails without a stored text: releases that know no other never find them due. */
export const neverForOlderReleases = "9999-12-31T23:59:59.999Z";

declare module "../database/tables.ts" {
	interface Tables {
		emails: EmailsTable;
	}
}

/** When an e-mail is due, whichever release wrote it; the index emails_by_due is of these words. */
export const due = sql<string>`coalesce(due_at, next_attempt_at)`;

/** Tells of e-mails whether nobody is sending them, for the condition of a query. */
export function isUnleased(nowText: string) {
	return (where: ExpressionBuilder<Tables, "emails">) =>
		where.or([where("leaseExpiresAt", "is", null), where("leaseExpiresAt", "<=", nowText)]);
}

/** Counts the e-mails that a query is narrowed to. */
export async function countEmailsWhere(
	db: Connection,
	narrow: (query: SelectQueryBuilder<Tables, "emails", object>) => SelectQueryBuilder<Tables, "emails", object>,
): Promise<number> {
	const { count } = await narrow(db.selectFrom("emails"))
		.select(sql<number | string>`count(*)`.as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}
