import { sql, type Selectable } from "kysely";
import { containsText } from "../../platform/database/contains-text.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import {
	registerMissingRecords,
	registerRecord,
	setRecordSpam,
	type NewRecord,
} from "../../core/records/record-store.server.ts";
import type { Enquiry } from "./rules.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";

/** quarantined: looks like spam; its e-mails are held until somebody releases them. */
export type EnquiryState = "accepted" | "quarantined";

type EnquiriesTable = {
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

declare module "../../platform/database/tables.ts" {
	interface Tables {
		enquiries: EnquiriesTable;
	}
}

/** An enquiry as it is stored. */
export type EnquiryRecord = Enquiry & { reference: string; receivedAt: Temporal.Instant; state: EnquiryState };

/** What staff call the kind of record that an enquiry is. */
export const enquiryKind = "enquiry";

/** Stores a new enquiry, with where it stands with staff. */
export async function insertEnquiry(transaction: WriteTransaction, enquiry: EnquiryRecord): Promise<void> {
	await transaction
		.insertInto("enquiries")
		.values({ ...enquiry, id: createOrderedId(), receivedAt: toInstantText(enquiry.receivedAt) })
		.execute();
	await registerRecord(transaction, toNewRecord(enquiry));
}

/**
 * Makes staff's side of enquiries that have none: those that a server of the release before stored beside this one.
 *
 * @returns how many there were
 */
export function registerMissingEnquiries(database: Database): Promise<number> {
	return registerMissingRecords(database, async (db, limit) => {
		const rows = await db
			.selectFrom("enquiries")
			.selectAll()
			.where((where) =>
				where.not(
					where.exists((of) =>
						of.selectFrom("records").select("id").whereRef("records.reference", "=", "enquiries.reference"),
					),
				),
			)
			.limit(limit)
			.execute();
		return rows.map((row) => toNewRecord(toEnquiryRecord(row)));
	});
}

/** What staff's side of an enquiry begins with. */
function toNewRecord(enquiry: EnquiryRecord): NewRecord {
	const { reference, receivedAt, firstName, lastName, email, phone, message, state } = enquiry;
	return {
		kind: enquiryKind,
		reference,
		receivedAt,
		senderName: `${firstName} ${lastName}`,
		senderEmail: email,
		spam: state === "quarantined",
		texts: [phone, phone.replaceAll(/\D/g, ""), message],
	};
}

/** Finds the enquiry with a reference. */
export async function findEnquiry(db: Connection, reference: string): Promise<EnquiryRecord | undefined> {
	const row = await db.selectFrom("enquiries").selectAll().where("reference", "=", reference).executeTakeFirst();
	return row && toEnquiryRecord(row);
}

/** Finds enquiries by their references, in no order; those that are gone are left out. */
export async function listEnquiriesOf(db: Connection, references: readonly string[]): Promise<EnquiryRecord[]> {
	if (references.length === 0) return [];
	const rows = await db.selectFrom("enquiries").selectAll().where("reference", "in", references).execute();
	return rows.map(toEnquiryRecord);
}

/** Enquiries in a state, those that came after an instant, and those whose sender's name or address contains a text; the given conditions together. */
export type EnquiryFilter = {
	state?: EnquiryState;
	since?: Temporal.Instant | undefined;
	search?: string | undefined;
};

/** Lists enquiries, newest first; without a limit, all. */
export async function listEnquiries(
	db: Connection,
	{ limit, offset = 0, ...filter }: EnquiryFilter & { limit?: number; offset?: number } = {},
): Promise<EnquiryRecord[]> {
	const rows = await selectEnquiries(db, filter)
		.selectAll()
		.orderBy("receivedAt", "desc")
		.orderBy("id", "desc")
		.$if(limit !== undefined, (query) => query.limit(limit as number).offset(offset))
		.execute();
	return rows.map(toEnquiryRecord);
}

/** Lists enquiries by their ids, from the first after the given id on. */
export async function listEnquiriesAfter(
	db: Connection,
	id: string | undefined,
	limit: number,
): Promise<(EnquiryRecord & { id: string })[]> {
	const rows = await db
		.selectFrom("enquiries")
		.selectAll()
		.$if(id !== undefined, (query) => query.where("id", ">", id as string))
		.orderBy("id")
		.limit(limit)
		.execute();
	return rows.map((row) => ({ ...toEnquiryRecord(row), id: row.id }));
}

/** Counts enquiries. */
export async function countEnquiries(db: Connection, filter: EnquiryFilter): Promise<number> {
	const { count } = await selectEnquiries(db, filter)
		.select(sql<number | string>`count(*)`.as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

function selectEnquiries(db: Connection, { state, since, search }: EnquiryFilter) {
	return db
		.selectFrom("enquiries")
		.$if(since !== undefined, (query) => query.where("receivedAt", ">", toInstantText(since as Temporal.Instant)))
		.$if(state !== undefined, (query) => query.where("state", "=", state as EnquiryState))
		.$if(search !== undefined, (query) =>
			query.where((where) =>
				where.or([
					containsText(sql`first_name || ' ' || last_name`, search as string),
					containsText(where.ref("email"), search as string),
				]),
			),
		);
}

/** Sets an enquiry's state; its e-mails are the outbox's business. */
export async function setEnquiryState(
	transaction: WriteTransaction,
	reference: string,
	state: EnquiryState,
): Promise<void> {
	await transaction.updateTable("enquiries").set({ state }).where("reference", "=", reference).execute();
	await setRecordSpam(transaction, reference, state === "quarantined");
}

/**
 * Lists the references of enquiries.
 *
 * @param filter those from an address in any case, those received before an instant, those among some; the given conditions together
 */
export async function listEnquiryReferences(
	db: Connection,
	{
		email,
		receivedBefore,
		among,
		limit,
	}: { email?: string; receivedBefore?: Temporal.Instant | undefined; among?: readonly string[]; limit: number },
): Promise<string[]> {
	const rows = await db
		.selectFrom("enquiries")
		.select("reference")
		.$if(email !== undefined, (query) => query.where(sql`lower(email)`, "=", email?.toLowerCase()))
		.$if(receivedBefore !== undefined, (query) =>
			query.where("receivedAt", "<", toInstantText(receivedBefore as Temporal.Instant)),
		)
		.$if(among !== undefined, (query) => query.where("reference", "in", among as string[]))
		.limit(limit)
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Deletes enquiries and tells how many; their e-mails are the outbox's business. */
export async function deleteEnquiries(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	const result = await transaction.deleteFrom("enquiries").where("reference", "in", references).executeTakeFirst();
	return Number(result.numDeletedRows);
}

function toEnquiryRecord({ id, receivedAt, ...row }: Selectable<EnquiriesTable>): EnquiryRecord {
	return { ...row, receivedAt: Temporal.Instant.from(receivedAt) };
}
