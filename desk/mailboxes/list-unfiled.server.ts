import { findMailbox, listMailboxes } from "../../core/conversations/incoming/mailbox-store.server.ts";
import {
	findMessage,
	listUnfiled,
	type StoredMessage,
} from "../../core/conversations/incoming/message-store.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { Connection } from "../../platform/database/database.ts";

type Kinds = readonly Pick<RecordKind, "name">[];

/** Lists the unfiled messages of the mailboxes for some kinds of records, the latest first, and counts them all. */
export async function listUnfiledOf(db: Connection, kinds: Kinds, range: { limit: number; offset?: number }) {
	const mailboxes = (await listMailboxes(db)).filter(({ kind }) => kinds.some(({ name }) => name === kind));
	const ids = mailboxes.map(({ id }) => id);
	return { mailboxes, ...(await listUnfiled(db, ids, range)) };
}

/** Finds one of them. */
export async function findUnfiledOf(db: Connection, kinds: Kinds, id: string): Promise<StoredMessage | undefined> {
	const message = await findMessage(db, { id, reference: null });
	const mailbox = message && (await findMailbox(db, message.mailboxId));
	return kinds.some(({ name }) => name === mailbox?.kind) ? message : undefined;
}
