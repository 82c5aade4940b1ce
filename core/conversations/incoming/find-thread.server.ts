import type { Connection } from "../../../platform/database/database.ts";
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
 * Finds the record whose conversation a message continues: by the Message-IDs of our e-mails, by the id that all e-mails about a record
 * share, by a signed reply address, and by the Message-IDs of other messages of the conversation if the writer already takes part in it.
 * Subjects decide nothing.
 */
export async function findThread(
	db: Connection,
	message: Pick<IncomingMessage, "messageId" | "ancestors" | "aboutMessageIds" | "deliveredTo" | "from" | "sort">,
	deps: ThreadDeps,
): Promise<StoredRecord | undefined> {
	const ancestors = [...message.aboutMessageIds, ...message.ancestors].slice(0, maxAncestors);
	return (
		(await findByOwnIds(db, ancestors)) ??
		(await findFirst(
			db,
			ancestors.map((id) => readThreadId(id, deps)).filter((one) => one !== undefined),
		)) ??
		(await findFirst(
			db,
			message.deliveredTo.map((to) => readReplyAddress(to, deps.secret)).filter((one) => one !== undefined),
		)) ??
		(await findByOthersIds(db, message, ancestors))
	);
}

async function findByOwnIds(db: Connection, ids: readonly string[]): Promise<StoredRecord | undefined> {
	if (ids.length === 0) return undefined;
	const rows = await db
		.selectFrom("emails")
		.select(["messageId", "reference"])
		.where(
			"messageId",
			"in",
			ids.map((id) => `<${id}>`),
		)
		.execute();
	const references = new Map(rows.map(({ messageId, reference }) => [messageId, reference]));
	return findFirst(
		db,
		ids.map((id) => references.get(`<${id}>`)).filter((one) => one !== undefined),
	);
}

/** Reads the reference in the id that all e-mails about a record have in References, which survives relays that replace Message-IDs. */
function readThreadId(id: string, { messageIdDomain }: ThreadDeps): string | undefined {
	const at = id.lastIndexOf("@");
	if (id.slice(at + 1).toLowerCase() !== messageIdDomain.toLowerCase()) return undefined;
	return /^[A-Z]+-[0-9A-Z]+$/i.exec(id.slice(0, at))?.[0].toUpperCase();
}

async function findByOthersIds(
	db: Connection,
	{ messageId, from }: Pick<IncomingMessage, "messageId" | "from">,
	ancestors: readonly string[],
): Promise<StoredRecord | undefined> {
	// Messages may be read before those that they answer, so its own id may be known as somebody's ancestor.
	const ids = messageId === undefined ? ancestors : [messageId, ...ancestors];
	if (ids.length === 0 || !from) return undefined;
	const rows = await db
		.selectFrom("threadIds")
		.select(["messageId", "reference"])
		.where("messageId", "in", ids)
		.execute();
	const sender = from.address.toLowerCase();
	for (const id of ids)
		for (const { reference } of rows.filter((row) => row.messageId === id).toSorted(byReference)) {
			const record = await findRecord(db, reference);
			// A newsletter that two people answer must not make one conversation of both.
			if (record && (record.senderEmail === sender || (await listParticipants(db, reference)).has(sender)))
				return record;
		}
	return undefined;
}

function byReference(a: { reference: string }, b: { reference: string }): number {
	return a.reference < b.reference ? -1 : 1;
}

async function findFirst(db: Connection, references: readonly string[]): Promise<StoredRecord | undefined> {
	for (const reference of new Set(references)) {
		const record = await findRecord(db, reference);
		if (record) return record;
	}
	return undefined;
}
