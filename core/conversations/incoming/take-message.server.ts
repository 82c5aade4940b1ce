import { createHash } from "node:crypto";
import { clockTolerance } from "../../../platform/clock.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { noteBounce } from "../../../platform/email/bounced-emails-store.ts";
import { testEmailKind } from "../../../platform/email/test-email.server.tsx";
import { createOrderedId } from "../../../platform/ids/ordered-id.ts";
import { toOneLine } from "../../../shared/clean-text.ts";
import { isEmailAddress } from "../../../shared/email-address.ts";
import { findAccountOfEmail } from "../../accounts/store.server.ts";
import { getKind } from "../../records/changes.server.ts";
import { notifyOfMessage } from "../../records/notifications.server.ts";
import { writeRecordEvent } from "../../records/record-events.server.ts";
import type { RecordKind } from "../../records/record-kind.ts";
import { findRecord, type StoredRecord } from "../../records/record-store.server.ts";
import { noteStaffText } from "../../records/work-store.server.ts";
import type { EndedWithoutLink } from "../../subscriptions/subscription.ts";
import { deleteEventsOf } from "../../webhooks/delivery-store.server.ts";
import { tidyContentType, tidyFileName } from "../reply-files.server.ts";
import { setAnswered } from "../reply-state.server.ts";
import { isInternal } from "./find-internal.server.ts";
import { findThread, type ThreadDeps } from "./find-thread.server.ts";
import type { IncomingMessage, MailAddress } from "./incoming-message.ts";
import { noteTestArrived } from "./mailbox-store.server.ts";
import {
	addThreadIds,
	nameText,
	readCalendarAnswer,
	unfiledReference,
	type MessageDetails,
	type StoredSort,
} from "./message-store.server.ts";
import { reopenRecord } from "./reopen-record.server.ts";

/** A person who writes more new messages within a day gets no more confirmations; two machines would otherwise answer each other for ever. */
const maxConfirmations = 3;
/** New records of one sender within a day, and of one mailbox within an hour; more are quarantined. */
const maxNewOfSender = 20;
const maxNewOfMailbox = 300;

/** A file of a message that is already in the file store. */
export type StoredFile = { storedAs: string; name: string; contentType: string; bytes: number; sha256: string };

export type MailToTake = {
	message: IncomingMessage;
	/** As createContentKey returns it. */
	contentKey: string;
	mailbox: { id: string; address: string; kind: string };
	/** When the mailbox received it. */
	receivedAt: Temporal.Instant;
	/** Whether the sender's domain vouches for it; false only if the mailbox's own server says that the domain refuses it. */
	isVerified: boolean | undefined;
	/** Whether the mailbox's own server takes it for spam. */
	isMarkedAsSpam: boolean;
	/** Whether it came so long ago that nobody still expects a confirmation. */
	isOld: boolean;
	files: readonly StoredFile[];
};

export type TakeDeps = ThreadDeps & {
	kinds: readonly RecordKind[];
	/** The sender of our own e-mails. */
	ownAddress: string | undefined;
	/** Finds the record of an appointment by the UID of its invitation. */
	findRecordOfEvent(db: Connection, eventUid: string): Promise<string | undefined>;
	/** Ends the subscription that an e-mail belongs to, if any. */
	endSubscription(
		transaction: WriteTransaction,
		email: { reference: string; messageId: string },
		why: EndedWithoutLink,
		now: Temporal.Instant,
	): Promise<void>;
};

/** `reference` is undefined for a message that belongs to no record. */
export type TakenMessage =
	| { kind: "stored"; reference: string | undefined; isNew: boolean }
	/** It is one of our own e-mails, or was taken before. */
	| { kind: "known" };

/**
 * Returns what is the same for every copy of a message, in whichever mailbox it lies, however often it is read, and whether its lines end
 * with CRLF, as mail servers send them, or with LF, as they hand them to programs.
 */
export function createContentKey(raw: Uint8Array): string {
	const written = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString("latin1");
	const [blank] = /\r?\n\r?\n/.exec(written) ?? [];
	const text = blank === "\r\n\r\n" ? written : written.replaceAll(/\r?\n/g, "\r\n");
	const end = text.indexOf("\r\n\r\n");
	const head = text.slice(0, end === -1 ? text.length : end);
	// Servers on the way add their own lines to the head.
	const [id = ""] = /^message-id:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/im.exec(head) ?? [];
	const [from = ""] = /^from:[^\r\n]*/im.exec(head) ?? [];
	const hash = createHash("sha256").update(`${id}\n${from}\n`);
	return hash.update(id === "" ? text : text.slice(end === -1 ? text.length : end), "latin1").digest("hex");
}

/**
 * Stores a message in the conversation that it continues, or makes a record of it, with everything that follows: the record awaits a reply
 * again unless the message answers only staff, its owner is notified, a bounce marks its e-mail. A message that was taken before changes nothing.
 */
export async function takeMessage(
	transaction: WriteTransaction,
	mail: MailToTake,
	deps: TakeDeps,
	now: Temporal.Instant,
): Promise<TakenMessage> {
	const { message, contentKey } = mail;
	const known = await transaction
		.selectFrom("incomingMessages")
		.select("id")
		.where("contentKey", "=", contentKey)
		.executeTakeFirst();
	if (known || (await isOurs(transaction, mail, deps, now))) return { kind: "known" };
	const { sort } = message;
	const thread =
		(await findThread(transaction, message, deps)) ??
		(sort.sort === "calendar-reply" ? await findOfEvent(transaction, sort.eventUid, deps) : undefined);
	const member = mail.isVerified ? await findMember(transaction, message.from) : undefined;
	const isOfPerson = sort.sort === "person";
	const isOfStaff =
		isOfPerson &&
		thread !== undefined &&
		(await isInternal(transaction, message, { record: thread, kind: getKind(deps.kinds, thread) }));
	const isPerson = isOfPerson && !isOfStaff;
	const reference =
		thread?.reference ?? (isPerson ? await openRecord(transaction, mail, { member, ...deps }, now) : undefined);
	const id = createOrderedId();
	await insertMessage(transaction, mail, {
		id,
		reference,
		sort: isOfStaff ? "internal" : sort.sort,
		isFirst: !thread,
		accountId: member?.id,
		now,
	});
	if (sort.sort === "bounce") await markBounced(transaction, message, deps, now);
	if (sort.sort === "complaint") await endReported(transaction, message, deps, now);
	if (reference === undefined) return { kind: "stored", reference, isNew: false };
	await addThreadIds(
		transaction,
		reference,
		[message.messageId, ...(isOfPerson ? message.ancestors : [])].filter((one) => one !== undefined),
	);
	const record = thread ?? (await findRecord(transaction, reference));
	if (record) {
		if (thread && isPerson) {
			await setAnswered(transaction, deps.kinds, reference);
			// A member's message counts as a reply.
			if (!member) await reopenRecord(transaction, deps.kinds, thread, now);
		}
		await noteStaffText(transaction, record, now);
	}
	// Nobody is told of what was there before the mailbox was connected.
	if (mail.isOld && !thread) await deleteEventsOf(transaction, [reference]);
	if (record && isPerson && !member && !mail.isOld && !record.spam)
		await writeRecordEvent(transaction, "message.received", record, { message: { id } }, now);
	const isAnswer = sort.sort === "calendar-reply";
	const concernsStaff = isAnswer
		? await isAnswerForStaff(transaction, message, { reference, id })
		: isOfPerson || sort.sort === "bounce";
	if (thread && concernsStaff)
		await notifyOfMessage(
			transaction,
			{ record: thread, cause: id, by: member?.id, isForAll: isAnswer },
			{ kinds: deps.kinds, now },
		);
	return { kind: "stored", reference, isNew: !thread };
}

/** The words that calendar programs write by themselves into an answer that agrees. */
const programsAnswer = /^.{1,120} has (?:tentatively )?(?:accepted|replied \S{1,20} to) this invitation\.?(?:\n|$)/;

/**
 * Tells whether staff have to hear of a calendar program's answer: its attendee does not come at that time, wrote a text into it, or had
 * answered before that they would not come.
 */
async function isAnswerForStaff(
	db: Connection,
	{ sort, text, from }: IncomingMessage,
	{ reference, id }: { reference: string; id: string },
): Promise<boolean> {
	if (sort.sort === "calendar-reply" && isRefusal(sort.answer)) return true;
	if (text.trim() !== "" && !programsAnswer.test(text.trim())) return true;
	const former = await db
		.selectFrom("incomingMessages")
		.select("details")
		.where("reference", "=", reference)
		.where("sort", "=", "calendar-reply")
		.where("fromAddress", "=", clean(from?.address.toLowerCase() ?? ""))
		.where("id", "<>", id)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return former !== undefined && isRefusal(readCalendarAnswer(former.details).remark);
}

function isRefusal(answer: string | undefined): boolean {
	return answer === "declined" || answer === "proposed";
}

/**
 * Tells whether a message is one of our own e-mails to the mailbox itself. A relay may have replaced the Message-ID of a notice; where it has
 * replaced a reply's, that looks as if a colleague wrote from our address by hand, and is taken.
 */
async function isOurs(
	transaction: WriteTransaction,
	{ message: { messageId, from, sort, ancestors }, mailbox }: MailToTake,
	{ ownAddress, messageIdDomain }: TakeDeps,
	now: Temporal.Instant,
): Promise<boolean> {
	const ids = [messageId, ...ancestors].filter((id) => id !== undefined).map((id) => `<${id}>`);
	const sent =
		ids.length === 0
			? []
			: await transaction
					.selectFrom("emails")
					.select(["messageId", "kind", "reference"])
					.where("messageId", "in", ids)
					.execute();
	// All e-mails about one thing share an id in References, which a relay leaves alone.
	const isTest =
		sent.some(({ kind, reference }) => kind === testEmailKind && reference === mailbox.id) ||
		ancestors.some((id) => id.startsWith(`${mailbox.id}@`));
	if (isTest) await noteTestArrived(transaction, mailbox.id, now);
	if (isTest || sent.some((email) => email.messageId === `<${messageId}>`)) return true;
	return (
		sort.sort === "automatic" &&
		from?.address.toLowerCase() === ownAddress?.toLowerCase() &&
		ancestors.some((id) => id.toLowerCase().endsWith(`@${messageIdDomain.toLowerCase()}`))
	);
}

async function findOfEvent(db: Connection, eventUid: string, deps: TakeDeps): Promise<StoredRecord | undefined> {
	const reference = await deps.findRecordOfEvent(db, eventUid);
	return reference === undefined ? undefined : findRecord(db, reference);
}

async function findMember(db: Connection, from: MailAddress | undefined) {
	const account = from && (await findAccountOfEmail(db, from.address));
	return account?.disabledAt === undefined ? account : undefined;
}

/** Makes a record of a message that continues no conversation, and returns its reference. */
async function openRecord(
	transaction: WriteTransaction,
	{ message, mailbox, isOld, isVerified, isMarkedAsSpam }: MailToTake,
	{ member, kinds, messageIdDomain }: TakeDeps & { member: { id: string } | undefined },
	now: Temporal.Instant,
): Promise<string> {
	const kind = kinds.find(({ name }) => name === mailbox.kind);
	if (!kind?.enter) throw new Error(`No record can be made of an e-mail to ${mailbox.kind}`);
	// A member who forwards a visitor's e-mail is not its sender.
	const sender = (member && message.forwardedFrom) ?? message.replyTo[0] ?? message.from;
	const address = sender?.address.trim() ?? "";
	const day = await countNew(transaction, { fromAddress: message.from?.address.toLowerCase() ?? "" }, now, {
		hours: 24,
	});
	// Machines have several addresses, and one gets the confirmations.
	const confirmed = await countNew(transaction, { senderEmail: address.toLowerCase() }, now, { hours: 24 });
	const hour = await countNew(transaction, { mailboxId: mailbox.id }, now, { hours: 1 });
	const isSpam = isMarkedAsSpam || isVerified === false || day >= maxNewOfSender || (!isOld && hour >= maxNewOfMailbox);
	return kind.enter(
		transaction,
		{
			senderName: toOneLine(sender?.name ?? "") || address || "Unknown sender",
			email: address,
			phone: "",
			text: clean(nameText(message)),
			source: "email",
			consent: "",
			topic: "",
			isSpam,
			isConfirmed:
				!isSpam &&
				!isOld &&
				!member &&
				message.list === undefined &&
				Math.max(day, confirmed) < maxConfirmations &&
				isEmailAddress(address),
		},
		{ now, messageIdDomain },
	);
}

/** Counts the records that were made of messages lately. */
async function countNew(
	db: Connection,
	of: { fromAddress: string } | { senderEmail: string } | { mailboxId: string },
	now: Temporal.Instant,
	period: { hours: number },
): Promise<number> {
	const { count } = await db
		.selectFrom("incomingMessages")
		.select((from) => from.fn.countAll<number | string>().as("count"))
		.where("isFirst", "=", 1)
		.where("storedAt", ">=", toInstantText(now.subtract(period)))
		.where("storedAt", "<=", toInstantText(now.add(clockTolerance)))
		.$if("fromAddress" in of, (query) => query.where("fromAddress", "=", (of as { fromAddress: string }).fromAddress))
		.$if("senderEmail" in of, (query) =>
			query.where("reference", "in", (record) =>
				record
					.selectFrom("records")
					.select("records.reference")
					.where("senderEmail", "=", (of as { senderEmail: string }).senderEmail),
			),
		)
		.$if("mailboxId" in of, (query) => query.where("mailboxId", "=", (of as { mailboxId: string }).mailboxId))
		.executeTakeFirstOrThrow();
	return Number(count);
}

async function insertMessage(
	transaction: WriteTransaction,
	{ message, contentKey, mailbox, receivedAt, isVerified, files }: MailToTake,
	stored: {
		id: string;
		reference: string | undefined;
		sort: StoredSort;
		isFirst: boolean;
		accountId: string | undefined;
		now: Temporal.Instant;
	},
): Promise<void> {
	const { id, reference, sort, accountId, now } = stored;
	const details: MessageDetails = {
		to: message.to,
		cc: message.cc,
		replyTo: message.replyTo,
		list: message.list,
		forwardedFrom: message.forwardedFrom,
		protection: message.protection,
		omissions: message.omissions,
		remark: describeSort(message),
		proposedAt: message.sort.sort === "calendar-reply" ? message.sort.proposedAt : undefined,
		isVerified: isVerified === true,
	};
	await transaction
		.insertInto("incomingMessages")
		.values({
			id,
			contentKey,
			mailboxId: mailbox.id,
			reference: reference ?? null,
			isFirst: reference !== undefined && stored.isFirst ? 1 : 0,
			messageId: message.messageId === undefined ? null : clean(message.messageId),
			sort,
			fromName: clean(message.from?.name ?? ""),
			fromAddress: clean(message.from?.address.toLowerCase() ?? ""),
			accountId: accountId ?? null,
			subject: clean(message.subject),
			receivedAt: toInstantText(receivedAt),
			storedAt: toInstantText(now),
			text: clean(message.text),
			quoted: clean([message.signature, message.quoted].filter((text) => text.trim() !== "").join("\n\n")),
			html: message.html === undefined ? null : clean(message.html),
			details: JSON.stringify(details, (_key, value: unknown) => (typeof value === "string" ? clean(value) : value)),
		})
		.execute();
	if (files.length === 0) return;
	await transaction
		.insertInto("replyFiles")
		.values(
			files.map(({ name, contentType, ...file }) => ({
				...file,
				replyId: id,
				reference: reference ?? unfiledReference,
				name: clean(tidyFileName(name)),
				contentType: tidyContentType(contentType),
			})),
		)
		.execute();
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function clean(text: string): string {
	return text.replaceAll("\0", "").toWellFormed();
}

/** Describes a program's message for members. */
function describeSort({ sort }: IncomingMessage): string | undefined {
	if (sort.sort === "bounce") return sort.recipients.map(({ address, reason }) => `${address}: ${reason}`).join("; ");
	if (sort.sort === "calendar-reply") return sort.answer;
	return undefined;
}

/** Marks e-mails that cannot be delivered for good, and ends what sent them on a subscription. */
async function markBounced(
	transaction: WriteTransaction,
	{ sort, aboutMessageIds }: IncomingMessage,
	deps: Pick<TakeDeps, "endSubscription">,
	now: Temporal.Instant,
): Promise<void> {
	if (sort.sort !== "bounce") return;
	const messageIds = aboutMessageIds.map((id) => `<${id}>`);
	for (const { address, isPermanent, reason } of sort.recipients) {
		if (!isPermanent) continue;
		for (const email of await noteBounce(transaction, { messageIds, address, reason }, now))
			await deps.endSubscription(transaction, email, "bounce", now);
	}
}

/** Ends what sent the e-mails that a complaint names by their Message-IDs, which nobody but their recipients knows. */
async function endReported(
	transaction: WriteTransaction,
	{ aboutMessageIds }: IncomingMessage,
	deps: Pick<TakeDeps, "endSubscription">,
	now: Temporal.Instant,
): Promise<void> {
	if (aboutMessageIds.length === 0) return;
	const reported = await transaction
		.selectFrom("emails")
		.select(["reference", "messageId"])
		.where(
			"messageId",
			"in",
			aboutMessageIds.map((id) => `<${id}>`),
		)
		.execute();
	for (const email of reported) await deps.endSubscription(transaction, email, "complaint", now);
}
