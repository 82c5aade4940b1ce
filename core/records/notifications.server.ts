import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { readCalendarAnswer, type CalendarAnswer } from "../conversations/incoming/message-store.server.ts";
import { enqueuePush } from "../push/enqueue-push.server.ts";
import { listAuthors, listMembers } from "./members.server.ts";
import { nameOf } from "./name-of.ts";
import type { RecordKind } from "./record-kind.ts";
import type { StoredRecord } from "./record-store.server.ts";
import type { RecordsDeps } from "./records-deps.ts";
import type { NotificationKind } from "./work-store.server.ts";

/** A mention in a note, an assignment of a record, a message about one's record, or a new record for one's team. */
type Notification = {
	id: string;
	kind: NotificationKind;
	reference: string;
	/** The record's kind and sender. */
	recordKind: string;
	senderName: string;
	author: string;
	/** Of the note or message; empty for an assignment and a new record. */
	text: string;
	/** Of a message that a calendar program wrote. */
	calendarAnswer: CalendarAnswer | undefined;
	at: Temporal.Instant;
	isRead: boolean;
};

/** The account, and the kinds of records that it may see. */
type NotificationsOf = { accountId: string; kinds: readonly string[] };

export type Notifications = {
	/** Lists notifications, newest first. */
	list(of: NotificationsOf, options: { limit: number }): Promise<Notification[]>;
	countUnread(of: NotificationsOf): Promise<number>;
	/** Marks the notifications of a record, or all, as read. */
	markRead(accountId: string, reference?: string): Promise<void>;
	wantsEmails(accountId: string): Promise<boolean>;
	setWantsEmails(accountId: string, wants: boolean): Promise<void>;
};

/** Creates the notifications of members. */
export function createNotifications({ database, clock }: Pick<RecordsDeps, "database" | "clock">): Notifications {
	const { db } = database;
	const select = ({ accountId, kinds }: NotificationsOf) =>
		db
			.selectFrom("notifications")
			.innerJoin("records", "records.reference", "notifications.reference")
			.where("notifications.accountId", "=", accountId)
			.where("records.kind", "in", kinds);
	return {
		async list(of, { limit }) {
			if (of.kinds.length === 0) return [];
			const rows = await select(of)
				.leftJoin("recordNotes", "recordNotes.id", "notifications.noteId")
				.leftJoin("recordChanges", "recordChanges.id", "notifications.noteId")
				.leftJoin("incomingMessages", "incomingMessages.id", "notifications.noteId")
				.select([
					"notifications.id",
					"notifications.kind",
					"notifications.reference",
					"notifications.at",
					"notifications.readAt",
					"records.kind as recordKind",
					"records.senderName",
					"recordNotes.text",
					"recordNotes.accountId as notedBy",
					"recordChanges.accountId as changedBy",
					"incomingMessages.text as message",
					"incomingMessages.sort",
					"incomingMessages.details",
					"incomingMessages.fromName",
					"incomingMessages.fromAddress",
				])
				.orderBy("notifications.id", "desc")
				.limit(limit)
				.execute();
			const members = await listAuthors(db);
			return rows.map(
				({ at, readAt, text, message, sort, details, notedBy, changedBy, fromName, fromAddress, ...row }) => ({
					...row,
					author: row.kind === "message" ? fromName || fromAddress || "" : nameOf(members, notedBy ?? changedBy ?? ""),
					text: text ?? message ?? "",
					calendarAnswer: sort === "calendar-reply" && details !== null ? readCalendarAnswer(details) : undefined,
					at: Temporal.Instant.from(at),
					isRead: readAt !== null,
				}),
			);
		},

		async countUnread(of) {
			if (of.kinds.length === 0) return 0;
			const { count } = await select(of)
				.where("readAt", "is", null)
				.select((query) => query.fn.countAll<number | string>().as("count"))
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		async markRead(accountId, reference) {
			const isUnread = await db
				.selectFrom("notifications")
				.select("id")
				.where("accountId", "=", accountId)
				.where("readAt", "is", null)
				.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
				.limit(1)
				.executeTakeFirst();
			if (!isUnread) return;
			await database.write(async (transaction) => {
				await transaction
					.updateTable("notifications")
					.set({ readAt: toInstantText(clock.now()) })
					.where("accountId", "=", accountId)
					.where("readAt", "is", null)
					.$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
					.execute();
				await recordChange(transaction, [changeKeyOfNotifications(accountId)]);
			});
		},

		wantsEmails: (accountId) => wantsMentionEmails(db, accountId),

		setWantsEmails: (accountId, wants) =>
			database.write(async (transaction) => {
				const mentionEmails = wants ? 1 : 0;
				await transaction
					.insertInto("notificationSettings")
					.values({ accountId, mentionEmails })
					.onConflict((conflict) => conflict.column("accountId").doUpdateSet({ mentionEmails }))
					.execute();
				await writeAuditEntry(
					transaction,
					{
						actor: accountId,
						action: wants ? "account.mention-emails-on" : "account.mention-emails-off",
						subject: accountId,
					},
					clock.now(),
				);
			}),
	};
}

/** The change key of an account's notifications. */
function changeKeyOfNotifications(accountId: string): string {
	return `notifications:${accountId}`;
}

/** Tells whether an account gets mentions by e-mail; the default is yes. */
export async function wantsMentionEmails(db: Connection, accountId: string): Promise<boolean> {
	const row = await db
		.selectFrom("notificationSettings")
		.select("mentionEmails")
		.where("accountId", "=", accountId)
		.executeTakeFirst();
	return row?.mentionEmails !== 0;
}

/**
 * Notifies a member about a record, once for each note or change: in the desk, and of anything but messages on their devices.
 * @param cause id of the note or the change
 * @returns false when they were already notified
 */
export async function notifyMember(
	transaction: WriteTransaction,
	{
		accountId,
		reference,
		kind,
		cause,
	}: { accountId: string; reference: string; kind: NotificationKind; cause: string },
	now: Temporal.Instant,
): Promise<boolean> {
	const told = await transaction
		.insertInto("notifications")
		.values({ id: createOrderedId(), accountId, reference, kind, noteId: cause, at: toInstantText(now), readAt: null })
		.onConflict((conflict) => conflict.columns(["noteId", "accountId"]).doNothing())
		.returning("id")
		.executeTakeFirst();
	if (!told) return false;
	await recordChange(transaction, [changeKeyOfNotifications(accountId)]);
	if (kind !== "message")
		await enqueuePush(
			transaction,
			{ accountIds: [accountId], reference, subject: { topic: kind === "mention" ? "mention" : "record", cause } },
			now,
		);
	return true;
}

/**
 * Notifies a record's owner, or else its hosts, and the team of its topic, of a message; its own sender hears nothing.
 * @param isForAll whether all who work with records of its kind have to hear of it where there is none of them
 */
export async function notifyOfMessage(
	transaction: WriteTransaction,
	{
		record,
		cause,
		by,
		isForAll = false,
	}: { record: StoredRecord; cause: string; by: string | undefined; isForAll?: boolean },
	{
		kinds,
		now,
	}: { kinds: readonly Pick<RecordKind, "name" | "area" | "listTeamOf" | "listHostsOf">[]; now: Temporal.Instant },
): Promise<void> {
	const { ownerId, reference, topic } = record;
	const kind = kinds.find(({ name }) => name === record.kind);
	const team = (await kind?.listTeamOf?.(transaction, topic)) ?? [];
	const owners = ownerId === undefined ? ((await kind?.listHostsOf?.(transaction, reference)) ?? []) : [ownerId];
	const concerned = new Set([...owners, ...team]);
	if (kind && concerned.size === 0 && isForAll)
		for (const { id } of await listMembers(transaction, kind)) concerned.add(id);
	for (const accountId of concerned)
		if (accountId !== by) await notifyMember(transaction, { accountId, reference, kind: "message", cause }, now);
}

/**
 * Notifies the team of a topic, and the owner by an answer, of a new record, once, as far as they may still see such records; the member
 * who has entered it hears nothing.
 */
export async function notifyOfNewRecord(
	transaction: WriteTransaction,
	{
		reference,
		topic,
		ownerId,
		by,
	}: { reference: string; topic: string; ownerId?: string | undefined; by?: string | undefined },
	{ kind, now }: { kind: Pick<RecordKind, "area" | "listTeamOf">; now: Temporal.Instant },
): Promise<void> {
	const team = [...((await kind.listTeamOf?.(transaction, topic)) ?? []), ...(ownerId === undefined ? [] : [ownerId])];
	if (team.length === 0) return;
	for (const { id } of await listMembers(transaction, kind))
		if (team.includes(id) && id !== by)
			await notifyMember(transaction, { accountId: id, reference, kind: "new", cause: reference }, now);
}

/** Deletes the notifications of a note or change that no longer exists. */
export async function deleteNotificationsAbout(transaction: WriteTransaction, cause: string): Promise<void> {
	const told = await transaction
		.deleteFrom("notifications")
		.where("noteId", "=", cause)
		.returning("accountId")
		.execute();
	if (told.length > 0)
		await recordChange(
			transaction,
			told.map(({ accountId }) => changeKeyOfNotifications(accountId)),
		);
}
