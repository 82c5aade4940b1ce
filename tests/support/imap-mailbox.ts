import {
	addMailbox,
	type ImapSettings,
	type MailboxSettings,
} from "../../core/conversations/incoming/mailbox-store.server.ts";
import type { Database } from "../../platform/database/database.ts";

/** Returns the settings of a mailbox of sales that is read by IMAP on this machine, with changes. */
export function createImapSettings(changes: Partial<ImapSettings> = {}): ImapSettings {
	return {
		by: "imap",
		host: "127.0.0.1",
		port: 993,
		security: "none",
		user: "sales",
		folder: "INBOX",
		trustedAuthserv: "",
		login: { with: "password", password: "secret" },
		...changes,
	};
}

/** Adds a mailbox whose messages become enquiries, and returns its id. */
export async function connectMailbox(
	database: Pick<Database, "write">,
	settings: MailboxSettings,
	{
		address = "sales@company.example",
		readsEarlier = false,
		now = Temporal.Now.instant(),
	}: { address?: string; readsEarlier?: boolean; now?: Temporal.Instant } = {},
): Promise<string> {
	const id = await database.write((transaction) =>
		addMailbox(transaction, { address, kind: "enquiry", settings, hasPlusAddresses: false, readsEarlier }, now),
	);
	if (id === undefined) throw new Error(`There is a mailbox for ${address} already`);
	return id;
}
