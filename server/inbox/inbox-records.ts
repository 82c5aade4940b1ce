import type { Database } from "../database/database.ts";

/** What a command works with. */
export type Inbox = { database: Database; now: Temporal.Instant; limit: number; quarantinedOnly: boolean };

/** What the inbox can do with one kind of what visitors send. References are in capitals. */
export type InboxRecords = {
	/** Singular and plural, as commands and messages name them. */
	name: string;
	names: string;
	/** What their references begin with, such as ENQ. */
	prefix: string;
	list(inbox: Inbox): Promise<string>;
	has(inbox: Inbox, reference: string): Promise<boolean>;
	/** All that is known of one, without its letters. */
	show(inbox: Inbox, reference: string): Promise<string>;
	/** Takes one out of quarantine and says what came of it. */
	release(inbox: Inbox, reference: string): Promise<string>;
	/** Marks one as spam and says what came of it. */
	quarantine(inbox: Inbox, reference: string): Promise<string>;
	/** All of them as CSV. */
	exportAll(inbox: Inbox): Promise<string>;
};
