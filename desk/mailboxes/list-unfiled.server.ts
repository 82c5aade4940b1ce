import { findMailbox, listMailboxes } from "../../core/conversations/incoming/mailbox-store.server.ts";
import {
	findMessage,
	listUnfiled,
	type StoredMessage,
} from "../../core/conversations/incoming/message-store.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { Connection } from "../../platform/database/database.ts";

/** A member who sees unfiled messages. */
type Viewer = {
	/** Of the records that the mailboxes are for. */
	kinds: readonly Pick<RecordKind, "name">[];
	/** Admins also see those of removed mailboxes, whose kind of record is no longer known. */
	isAdmin: boolean;
};

/** Lists the unfiled messages that somebody may see, the latest first, and counts them all. */
export async function listUnfiledOf(
	db: Connection,
	{ kinds, isAdmin }: Viewer,
	range: { limit: number; offset?: number },
) {
	const mailboxes = (await listMailboxes(db)).filter(({ kind }) => kinds.some(({ name }) => name === kind));
	const mailboxIds = mailboxes.map(({ id }) => id);
	return { mailboxes, ...(await listUnfiled(db, { mailboxIds, ofRemoved: isAdmin }, range)) };
}

/** Finds one of them. */
export async function findUnfiledOf(
	db: Connection,
	{ kinds, isAdmin }: Viewer,
	id: string,
): Promise<StoredMessage | undefined> {
	const message = await findMessage(db, { id, reference: null });
	const mailbox = message && (await findMailbox(db, message.mailboxId));
	const isSeen = mailbox ? kinds.some(({ name }) => name === mailbox.kind) : isAdmin;
	return isSeen ? message : undefined;
}
