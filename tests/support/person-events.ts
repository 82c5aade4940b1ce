import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";

type Written = { id: string; reference: string; at: Temporal.Instant; text: string };

/** Stores a member's note as it is stored. */
export async function storeNote(db: Connection, { at, ...note }: Written): Promise<void> {
	await db
		.insertInto("recordNotes")
		.values({ ...note, accountId: "gone", createdAt: toInstantText(at), editedAt: null, version: 1 })
		.execute();
}

/** Stores a reply of Ravi, to Asha unless told otherwise. */
export async function storeReply(
	db: Connection,
	{
		at,
		isWithdrawn = false,
		isForward = false,
		recipient = "asha@visitor.example",
		...reply
	}: Written & { isWithdrawn?: boolean; isForward?: boolean; recipient?: string },
): Promise<void> {
	await db
		.insertInto("recordReplies")
		.values({
			...reply,
			accountId: "ravi",
			senderName: "Ravi",
			recipient,
			isForward: isForward ? 1 : 0,
			subject: "Your app",
			templateId: null,
			messageId: `${reply.id}@narangi.example`,
			writtenAt: toInstantText(at),
			sendsAt: toInstantText(at),
			withdrawnAt: isWithdrawn ? toInstantText(at) : null,
			quotedId: null,
		})
		.execute();
}

/** Stores a message of Asha. */
export async function storeMessage(
	db: Connection,
	{ at, isFirst = false, ...message }: Written & { isFirst?: boolean },
): Promise<void> {
	await db
		.insertInto("incomingMessages")
		.values({
			...message,
			contentKey: message.id,
			mailboxId: "sales",
			isFirst: isFirst ? 1 : 0,
			messageId: null,
			sort: "person",
			fromName: "Asha",
			fromAddress: "asha@visitor.example",
			accountId: null,
			subject: "More",
			receivedAt: toInstantText(at),
			storedAt: toInstantText(at),
			quoted: "",
			html: null,
			details: JSON.stringify({ to: [], cc: [], replyTo: [], omissions: [], isVerified: true }),
		})
		.execute();
}

/** Stores an offered interview and returns its id. */
export async function storeInterview(
	db: Connection,
	{ reference, application, at }: { reference: string; application: string; at: Temporal.Instant },
): Promise<string> {
	const id = createOrderedId();
	await db
		.insertInto("interviews")
		.values({
			id,
			reference,
			application,
			state: "offered",
			outcome: null,
			durationMinutes: 45,
			place: JSON.stringify({ kind: "video" }),
			hostIds: "[]",
			firstDate: "2026-11-24",
			lastDate: "2026-11-24",
			starts: null,
			timeZone: "Asia/Kolkata",
			startsAt: null,
			videoUrl: null,
			sequence: 0,
			moves: 0,
			offeredBy: "ravi",
			senderName: "Ravi",
			subject: "An interview",
			text: "Hello",
			messageId: `${reference}@narangi.example`,
			offeredAt: toInstantText(at),
			sendsAt: toInstantText(at),
			firstIsFree: null,
			calledOffWith: null,
			calledOffBy: null,
		})
		.execute();
	return id;
}
