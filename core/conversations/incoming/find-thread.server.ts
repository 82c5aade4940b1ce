import type { Connection } from "../../../platform/database/database.ts";
import { listAddressesOf } from "../../people/merged-addresses.server.ts";
import { findRecord, type StoredRecord } from "../../records/record-store.server.ts";
import type { IncomingMessage } from "./incoming-message.ts";
import { listParticipants } from "./message-store.server.ts";
import { readReplyAddress } from "./reply-address.ts";

/** Of a message's references; a mail program that writes more names the nearest first. */
const maxAncestors = 100;

export type ThreadDeps = {
	/** Right-hand side of our Message-IDs. */
	messageIdDomain: string;
	/** Signs reply addresses. */
	secret: string;
};

/**
 * Finds the record whose conversation a message continues. The nearest of the Message-IDs that it names decides: an e-mail of ours, the id that
 * all e-mails about a record share, or another message of a conversation in which the writer already takes part. Without one of them
 * a signed reply address decides, and then whether a message of the conversation names this one. Subjects decide nothing.
 */
export async function findThread(
	db: Connection,
	message: Pick<IncomingMessage, "messageId" | "ancestors" | "aboutMessageIds" | "deliveredTo" | "from" | "sort">,
	deps: ThreadDeps,
): Promise<StoredRecord | undefined> {
	const ancestors = [...message.aboutMessageIds, ...message.ancestors].slice(0, maxAncestors);
	const { messageId } = message;
	const ours = await findOwnReferences(db, ancestors);
	const others = await findOthersReferences(db, messageId === undefined ? ancestors : [...ancestors, messageId]);
	const sender = message.from?.address.toLowerCase();

	/** A newsletter that two people answer must not make one conversation of both. */
	async function findByOthersId(id: string): Promise<StoredRecord | undefined> {
		if (sender === undefined) return undefined;
		for (const reference of others.get(id) ?? []) {
			const record = await findRecord(db, reference);
			if (!record) continue;
			const isOfSender = (await listAddressesOf(db, record.senderEmail)).includes(sender);
			if (isOfSender || (await listParticipants(db, reference)).has(sender)) return record;
		}
		return undefined;
	}

	for (const id of ancestors) {
		const own = ours.get(id) ?? readThreadId(id, deps);
		const record = (own === undefined ? undefined : await findRecord(db, own)) ?? (await findByOthersId(id));
		if (record) return record;
	}
	for (const to of message.deliveredTo) {
		const reference = readReplyAddress(to, deps.secret);
		const record = reference === undefined ? undefined : await findRecord(db, reference);
		if (record) return record;
	}
	// Messages may be read before those that they answer.
	return messageId === undefined ? undefined : findByOthersId(messageId);
}

/** Finds the references of our e-mails by their Message-IDs. */
async function findOwnReferences(db: Connection, ids: readonly string[]): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom("emails")
		.select(["messageId", "reference"])
		.where(
			"messageId",
			"in",
			ids.map((id) => `<${id}>`),
		)
		.execute();
	return new Map(rows.map(({ messageId, reference }) => [messageId.slice(1, -1), reference]));
}

/** Reads the reference in the id that all e-mails about a record have in References, which survives relays that replace Message-IDs. */
function readThreadId(id: string, { messageIdDomain }: Pick<ThreadDeps, "messageIdDomain">): string | undefined {
	const at = id.lastIndexOf("@");
	if (id.slice(at + 1).toLowerCase() !== messageIdDomain.toLowerCase()) return undefined;
	return /^[A-Z]+-[0-9A-Z]+$/i.exec(id.slice(0, at))?.[0].toUpperCase();
}

/** Finds the references of the conversations that name Message-IDs; those that hold the message itself come first. */
async function findOthersReferences(db: Connection, ids: readonly string[]): Promise<Map<string, string[]>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.selectFrom("threadIds")
		.leftJoin("incomingMessages", (join) =>
			join
				.onRef("incomingMessages.reference", "=", "threadIds.reference")
				.onRef("incomingMessages.messageId", "=", "threadIds.messageId"),
		)
		.select(["threadIds.messageId", "threadIds.reference", "incomingMessages.id as heldAs"])
		.where("threadIds.messageId", "in", ids)
		.orderBy("threadIds.reference")
		.execute();
	const found = new Map<string, string[]>();
	for (const { messageId, reference } of rows.toSorted((a, b) => Number(!a.heldAs) - Number(!b.heldAs)))
		found.set(messageId, [...(found.get(messageId) ?? []), reference]);
	return found;
}
