import type { Insertable } from "kysely";
import type { WriteTransaction } from "../database/database.ts";
import { toInstantText, toOptionalInstantText } from "../database/instant-text.ts";
import { createOrderedId } from "../ids/ordered-id.ts";
import type { EmailIntent } from "./email.ts";
import { type EmailsTable, neverForOlderReleases } from "./emails-table.ts";

export type EnqueueOptions = {
	now: Temporal.Instant;
	/** Right-hand side of the Message-IDs (RFC 5322, section 3.6.4). */
	messageIdDomain: string;
	/** "held" keeps e-mails until releaseEmails. */
	state?: "waiting" | "held";
};

/** Puts an e-mail into the outbox, in the transaction that stores its record, and returns its Message-ID. */
export async function enqueueEmail(
	transaction: WriteTransaction,
	email: EmailIntent,
	options: EnqueueOptions,
): Promise<string> {
	const row = toNewEmailRow(email, options);
	await transaction.insertInto("emails").values(row).execute();
	return row.messageId;
}

/** Puts e-mails into the outbox with one statement, and returns their Message-IDs. */
export async function enqueueEmails(
	transaction: WriteTransaction,
	emails: EmailIntent[],
	options: EnqueueOptions,
): Promise<string[]> {
	if (emails.length === 0) return [];
	const rows = emails.map((email) => toNewEmailRow(email, options));
	await transaction.insertInto("emails").values(rows).execute();
	return rows.map(({ messageId }) => messageId);
}

export function toNewEmailRow(
	{ kind, reference, recipient, parameters, notBefore, expiresAt }: EmailIntent,
	{ now, messageIdDomain, state = "waiting" }: EnqueueOptions,
): Insertable<EmailsTable> {
	const id = createOrderedId();
	// An e-mail that is not due yet does not wait, and so cannot be late.
	const dueAt = toInstantText(notBefore ?? now);
	return {
		id,
		messageId: `<${id}@${messageIdDomain}>`,
		kind,
		reference,
		recipient,
		replyTo: null,
		subject: "",
		html: "",
		text: "",
		attachments: "[]",
		state,
		attempts: 0,
		queuedAt: dueAt,
		nextAttemptAt: neverForOlderReleases,
		dueAt,
		expiresAt: toOptionalInstantText(expiresAt),
		parameters: parameters ? JSON.stringify(parameters) : null,
		headers: null,
		withheldAt: null,
		notSentAt: null,
	};
}
