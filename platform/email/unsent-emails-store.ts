import type { ExpressionBuilder } from "kysely";
import { z } from "zod";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import type { Tables } from "../database/tables.ts";
import { due, isUnleased, neverForOlderReleases, webhookKind } from "./emails-table.ts";
import { type EnqueueOptions, toNewEmailRow } from "./enqueue-email.ts";

/** E-mails of one record, these, or messages of a kind to a recipient. */
export type WhichEmails =
	| { reference: string }
	| { messageIds: readonly string[] }
	| { kind: string; recipient: string };

function isOneOf(which: WhichEmails) {
	return (where: ExpressionBuilder<Tables, "emails">) => {
		if ("reference" in which)
			return where.and([where("reference", "=", which.reference), where("kind", "!=", webhookKind)]);
		if ("kind" in which) return where.and([where("kind", "=", which.kind), where("recipient", "=", which.recipient)]);
		return where("messageId", "in", which.messageIds.length === 0 ? [""] : which.messageIds);
	};
}

/** Releases held e-mails and returns how many there were. */
export async function releaseEmails(db: Connection, which: WhichEmails, now: Temporal.Instant): Promise<number> {
	const result = await requeue(db, now).where("state", "=", "held").where(isOneOf(which)).executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/**
 * Retries refused e-mails that have not expired, of one record or all, and returns how many there were. For one record, also those held
 * back, which are held back again while their recipient is at the limit.
 */
export async function retryFailedEmails(
	db: Connection,
	reference: string | undefined,
	now: Temporal.Instant,
): Promise<number> {
	const result = await requeue(db, now)
		.where("notSentAt", "is", null)
		.where((where) =>
			reference === undefined
				? where("state", "=", "failed")
				: where.or([where("state", "=", "failed"), where("withheldAt", "is not", null)]),
		)
		.where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", toInstantText(now))]))
		.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** A statement that makes e-mails due: at once, or at their time if that is still to come. */
function requeue(db: Connection, now: Temporal.Instant) {
	const nowText = toInstantText(now);
	return db.updateTable("emails").set((set) => {
		const dueAt = set.case().when(due, ">", nowText).then(due).else(nowText).end();
		const isStored = set("dueAt", "is", null);
		return {
			state: "waiting",
			queuedAt: dueAt,
			dueAt: set.case().when(isStored).then(null).else(dueAt).end(),
			nextAttemptAt: set.case().when(isStored).then(dueAt).else(neverForOlderReleases).end(),
			withheldAt: null,
		};
	});
}

/**
 * Makes unsent messages that are rendered when they leave due now, also those held meanwhile, once they are released. An attempt
 * under way counts only if it arrives.
 */
export async function hastenEmails(db: Connection, which: WhichEmails, now: Temporal.Instant): Promise<void> {
	const nowText = toInstantText(now);
	await db
		.updateTable("emails")
		.set({ dueAt: nowText, lease: null, leaseExpiresAt: null })
		.where(isOneOf(which))
		.where("state", "in", ["waiting", "held"])
		.execute();
}

/** Holds unsent e-mails and returns how many; an e-mail being sent still goes. */
export async function holdEmails(db: Connection, which: WhichEmails): Promise<number> {
	const result = await db
		.updateTable("emails")
		.set({ state: "held" })
		.where(isOneOf(which))
		.where("state", "in", ["waiting", "failed"])
		.where("notSentAt", "is", null)
		.executeTakeFirst();
	return Number(result.numUpdatedRows);
}

/** Deletes unsent e-mails of a record; an e-mail being sent still goes. */
export async function deleteUnsentEmails(
	transaction: WriteTransaction,
	reference: string,
	kinds: readonly string[],
): Promise<void> {
	await setAsideEmails(transaction, reference, kinds);
}

/** Deletes held e-mails of a record whose time has come, which would leave late when they are released. */
export async function deleteOverdueEmails(
	transaction: WriteTransaction,
	reference: string,
	kinds: readonly string[],
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.deleteFrom("emails")
		.where("reference", "=", reference)
		.where("kind", "in", kinds)
		.where("state", "=", "held")
		.where(due, "<=", toInstantText(now))
		.execute();
}

/** Deletes the unsent messages of a kind to a recipient; one being sent still goes. */
export async function deleteUnsentEmailsTo(
	transaction: WriteTransaction,
	which: { kind: string; recipient: string },
): Promise<void> {
	await transaction.deleteFrom("emails").where(isOneOf(which)).where("state", "!=", "sent").execute();
}

/** Deletes the unsent e-mails of every record that have a parameter. */
export async function deleteUnsentEmailsWith(transaction: WriteTransaction, parameter: EmailParameter): Promise<void> {
	await transaction
		.deleteFrom("emails")
		.where("parameters", "like", matchParameter(parameter))
		.where("state", "!=", "sent")
		.execute();
}

type EmailParameter = { name: string; value: string };

function matchParameter({ name, value }: EmailParameter): string {
	return `%${JSON.stringify(name)}:${JSON.stringify(value)}%`;
}

/** The data that restores an e-mail set aside; its text is rendered when it leaves. */
export const setAsideEmailSchema = z.object({
	id: z.string(),
	messageId: z.string(),
	kind: z.string(),
	recipient: z.string(),
	parameters: z.string().nullable(),
	dueAt: z.string().nullable(),
	expiresAt: z.string().nullable(),
});

export type SetAsideEmail = z.infer<typeof setAsideEmailSchema>;

/**
 * Deletes unsent e-mails of a record and returns the data that restores those waiting; an e-mail being sent still goes.
 *
 * @param parameter only e-mails with this parameter, if given; the value is a text without quotes, such as an id
 */
export async function setAsideEmails(
	transaction: WriteTransaction,
	reference: string,
	kinds: readonly string[],
	parameter?: EmailParameter,
): Promise<SetAsideEmail[]> {
	if (kinds.length === 0) return [];
	let query = transaction
		.deleteFrom("emails")
		.where("reference", "=", reference)
		.where("kind", "in", kinds)
		.where("state", "!=", "sent");
	if (parameter) query = query.where("parameters", "like", matchParameter(parameter));
	const rows = await query
		.returning(["id", "messageId", "kind", "recipient", "parameters", "dueAt", "expiresAt", "state"])
		.execute();
	return rows.filter(({ state }) => state === "waiting").map(({ state: _, ...row }) => row);
}

/** Restores e-mails that were set aside. */
export async function putBackEmails(
	transaction: WriteTransaction,
	reference: string,
	emails: readonly SetAsideEmail[],
	options: EnqueueOptions,
): Promise<void> {
	if (emails.length === 0) return;
	await transaction
		.insertInto("emails")
		.values(
			emails.map(({ kind, recipient, ...row }) => ({
				...toNewEmailRow({ kind, reference, recipient }, options),
				...row,
				...(row.dueAt !== null && { queuedAt: row.dueAt }),
			})),
		)
		.execute();
}

/**
 * Deletes one e-mail of a record, unless it has left or a server, whose clock may be ahead, is sending it.
 *
 * @returns whether it was deleted, so that nobody gets it
 */
export async function stopEmail(
	transaction: WriteTransaction,
	{ reference, messageId }: { reference: string; messageId: string },
	now: Temporal.Instant,
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("emails")
		.where("reference", "=", reference)
		.where("messageId", "=", messageId)
		.where("state", "!=", "sent")
		.where(isUnleased(now))
		.executeTakeFirst();
	return numDeletedRows > 0n;
}
