import type { Connection } from "../../../platform/database/database.ts";
import { getNetworkSecret } from "../../../platform/http/network-buckets.ts";
import { findMailboxOf } from "./mailbox-store.server.ts";
import { writeReplyAddress } from "./reply-address.ts";

/** Returns the address for replies about a record: the mailbox, with a signed part where its server delivers plus addresses. */
export async function findReplyAddress(db: Connection, mailbox: string, reference: string): Promise<string> {
	const connected = await findMailboxOf(db, mailbox);
	return connected?.hasPlusAddresses ? writeReplyAddress(mailbox, reference, await getNetworkSecret(db)) : mailbox;
}
