import { randomUUIDv7 } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../server/database/database.ts";
import { toInstantText } from "../../server/database/instant-text.ts";
import type { Enquiry } from "./rules.ts";

/** quarantined: looks like spam; its letters are held until somebody releases them. */
export type EnquiryState = "accepted" | "quarantined";

export type EnquiriesTable = {
	id: string;
	reference: string;
	receivedAt: string;
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	message: string;
	state: EnquiryState;
};

/** An enquiry as it is stored. */
export type EnquiryRecord = Enquiry & { reference: string; receivedAt: Temporal.Instant; state: EnquiryState };

/** Stores a new enquiry. */
export async function insertEnquiry(transaction: WriteTransaction, enquiry: EnquiryRecord): Promise<void> {
	await transaction
		.insertInto("enquiries")
		.values({ ...enquiry, id: randomUUIDv7(), receivedAt: toInstantText(enquiry.receivedAt) })
		.execute();
}

/** Finds the enquiry with a reference. */
export async function findEnquiry(db: Connection, reference: string): Promise<EnquiryRecord | undefined> {
	const row = await db.selectFrom("enquiries").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toEnquiryRecord(row);
}

/**
 * Lists enquiries, newest first.
 *
 * @param filter without a limit, all; without a state, in any
 */
export async function listEnquiries(db: Connection, { limit, state }: { limit?: number; state?: EnquiryState } = {}): Promise<EnquiryRecord[]> {
	const rows = await db
		.selectFrom("enquiries").selectAll()
		.orderBy("receivedAt", "desc").orderBy("id", "desc")
		.$if(limit !== undefined, (query) => query.limit(limit as number))
		.$if(state !== undefined, (query) => query.where("state", "=", state as EnquiryState))
		.execute();
	return rows.map(toEnquiryRecord);
}

/** Sets an enquiry's state; its letters are the outbox's business. */
export async function setEnquiryState(transaction: WriteTransaction, reference: string, state: EnquiryState): Promise<void> {
	await transaction.updateTable("enquiries").set({ state }).where("reference", "=", reference).execute();
}

/**
 * Lists the references of enquiries.
 *
 * @param filter those from an address in any case, those received before an instant, those among some; the given conditions together
 */
export async function listEnquiryReferences(db: Connection, { email, receivedBefore, among, limit }: { email?: string; receivedBefore?: Temporal.Instant; among?: readonly string[]; limit: number }): Promise<string[]> {
	const rows = await db
		.selectFrom("enquiries").select("reference")
		.$if(email !== undefined, (query) => query.where(sql`lower(email)`, "=", email?.toLowerCase()))
		.$if(receivedBefore !== undefined, (query) => query.where("receivedAt", "<", toInstantText(receivedBefore as Temporal.Instant)))
		.$if(among !== undefined, (query) => query.where("reference", "in", among as string[]))
		.limit(limit)
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Deletes enquiries and tells how many; their letters are the outbox's business. */
export async function deleteEnquiries(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	const result = await transaction.deleteFrom("enquiries").where("reference", "in", references).executeTakeFirst();
	return Number(result.numDeletedRows);
}

function toEnquiryRecord({ id, receivedAt, ...row }: Selectable<EnquiriesTable>): EnquiryRecord {
	return { ...row, receivedAt: Temporal.Instant.from(receivedAt) };
}
