import { sql } from "kysely";
import type { Connection } from "../../../platform/database/database.ts";
import { listAddressesOf } from "../../people/merged-addresses.server.ts";
import type { RecordKind } from "../../records/record-kind.ts";
import type { StoredRecord } from "../../records/record-store.server.ts";
import { replyEmailKind } from "../email-kinds.ts";
import type { IncomingMessage } from "./incoming-message.ts";

/**
 * Tells whether a person's message of a conversation answers only staff, such as an interviewer's answer to the e-mail about their interview.
 * The message that it answers decides; if that is unknown, because a relay replaced its Message-ID, whether its writer got e-mails
 * about the record for staff.
 */
export async function isInternal(
	db: Connection,
	{ from, to, cc, ancestors: [answered] }: Pick<IncomingMessage, "from" | "to" | "cc" | "ancestors">,
	{ record, kind }: { record: Pick<StoredRecord, "reference" | "senderEmail">; kind: Pick<RecordKind, "guests"> },
): Promise<boolean> {
	const { reference } = record;
	const own = await listAddressesOf(db, record.senderEmail);
	// Some e-mails to staff are answered to the sender, with the mailbox in copy.
	if ([from, ...to, ...cc].some((one) => one && own.includes(one.address.toLowerCase()))) return false;
	const email = answered === undefined ? undefined : await findRecipient(db, { reference, messageId: `<${answered}>` });
	if (email) return isStaff(email.recipient);
	const message = answered === undefined ? undefined : await findSort(db, { reference, messageId: answered });
	if (message) return message.sort === "internal";
	return from !== undefined && isStaff(from.address);

	/** Whether an address got e-mails about the record, none of them as its sender, a recipient of replies or a guest. */
	async function isStaff(address: string): Promise<boolean> {
		const recipient = address.toLowerCase();
		if (own.includes(recipient)) return false;
		const got = await db
			.selectFrom("emails")
			.select("kind")
			.distinct()
			.where("reference", "=", reference)
			.where(sql<boolean>`lower(recipient) = ${recipient}`)
			.execute();
		if (got.length === 0 || got.some((one) => one.kind === replyEmailKind)) return false;
		if (!kind.guests) return true;
		const { rows } = await sql`select 1 from ${kind.guests.table}
			where reference = ${reference} and ${kind.guests.isAmong([recipient])}`.execute(db);
		return rows.length === 0;
	}
}

function findRecipient(db: Connection, { reference, messageId }: { reference: string; messageId: string }) {
	return db
		.selectFrom("emails")
		.select("recipient")
		.where("messageId", "=", messageId)
		.where("reference", "=", reference)
		.executeTakeFirst();
}

function findSort(db: Connection, { reference, messageId }: { reference: string; messageId: string }) {
	return db
		.selectFrom("incomingMessages")
		.select("sort")
		.where("reference", "=", reference)
		.where("messageId", "=", messageId)
		.executeTakeFirst();
}
