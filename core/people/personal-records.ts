import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import type { RecordField } from "../records/record-fields.ts";

/** The side effects of deleting records. */
export type DeletedRecords = {
	count: number;
	/** Names in the file store, to be removed after the commit. */
	files?: string[];
	/** Sentences for the person who erases, such as that a call will not take place. */
	remarks?: string[];
};

/** One record with everything that is stored, for the person whom it is about. */
export type DescribedRecord = {
	reference: string;
	/** The address as it was typed. */
	email: string;
	/** When it came, where that is stored. */
	at: Temporal.Instant | undefined;
	fields: RecordField[];
	text: { label: string; value: string } | undefined;
	/** Everything stored except secrets. */
	stored: object;
	/** Names in the file store and names of the upload. */
	files: { storedAs: string; name: string; bytes: number }[];
	/** Staff's texts about it, oldest first. */
	work: { id: string; at: Temporal.Instant; title: string; text: string }[];
};

/** The part of a kind of personal record that retention and erasure need. */
export type PersonalRecords = {
	/** Key of its number in the log, such as "jobAlerts". */
	kind: string;
	/** Singular and plural for people: "job alert", "job alerts". */
	name: string;
	names: string;
	listExpired(db: Connection, options: { now: Temporal.Instant; limit: number }): Promise<string[]>;
	/** Lists a person's records by address, in any case; with `before`, only those from before it. */
	listOfAddress(
		db: Connection,
		email: string,
		options: { before?: Temporal.Instant | undefined; limit: number },
	): Promise<string[]>;
	/** Lists addresses in lower case, distinct and sorted, after a given one. */
	listAddresses(db: Connection, options: { after: string; limit: number }): Promise<string[]>;
	/** Returns those references that exist. */
	listExisting(db: Connection, references: readonly string[]): Promise<string[]>;
	/** Describes records; unknown ones are left out. */
	describe(db: Connection, references: readonly string[]): Promise<DescribedRecord[]>;
	/** Describes what records of others store about a person, by an address in lower case. */
	listNamed?(db: Connection, email: string): Promise<DescribedRecord[]>;
	/** Removes a person's address from records of others; with `before`, only from what is from before it. */
	forget?(
		transaction: WriteTransaction,
		email: string,
		options: { now: Temporal.Instant; before?: Temporal.Instant | undefined },
	): Promise<void>;
	/** Deletes only the records; eraseRecords deletes what belongs to them too. */
	delete(transaction: WriteTransaction, references: readonly string[], now: Temporal.Instant): Promise<DeletedRecords>;
};

/**
 * Subtracts calendar months in a zone, keeping the time of day; a day that the month does not have becomes its last.
 * No term ends early, and none more than a day late: a record of 31 August kept for six months stays until 28 February is over.
 */
export function subtractMonths(instant: Temporal.Instant, months: number, timeZone: string): Temporal.Instant {
	const now = instant.toZonedDateTimeISO(timeZone);
	const then = now.subtract({ months });
	return (then.day < now.day ? then.add({ days: 1 }).startOfDay() : then).toInstant();
}
