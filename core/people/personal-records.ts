import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import type { FileOwner } from "../../platform/files/file-owner.ts";
import type { RecordField } from "../records/record-fields.ts";

/** What went with some records, or has to be known now that they are deleted. */
export type DeletedRecords = {
	count: number;
	/** Names in the file store, to be removed once the transaction is committed. */
	files?: string[];
	/** Sentences for whoever erased them by hand, such as that a call will not take place. */
	remarks?: string[];
};

/** One record whole, for whoever it is about. */
export type DescribedRecord = {
	reference: string;
	/** The address as it was typed. */
	email: string;
	/** When it came, where that is stored. */
	at: Temporal.Instant | undefined;
	fields: RecordField[];
	/** What was written at length. */
	text: { label: string; value: string } | undefined;
	/** All that is stored of it, but for secrets. */
	stored: object;
	/** By their names in the file store, and as whoever sent or attached them called them. */
	files: { storedAs: string; name: string; bytes: number }[];
	/** What staff wrote about it, the first one first. */
	work: { id: string; at: Temporal.Instant; title: string; text: string }[];
};

/** What retention and erasure need to know of one kind of record about a person; each feature has one for each of its kinds. */
export type PersonalRecords = FileOwner & {
	/** Key of its number in the log, such as "jobAlerts". */
	kind: string;
	/** Singular and plural, as people read them: "job alert", "job alerts". */
	name: string;
	names: string;
	/** Lists records whose term has ended. */
	listExpired(db: Connection, options: { now: Temporal.Instant; limit: number }): Promise<string[]>;
	/** Lists records of a person by e-mail address, in any case; only those that came before an instant, where one is given. */
	listOfAddress(
		db: Connection,
		email: string,
		options: { before?: Temporal.Instant | undefined; limit: number },
	): Promise<string[]>;
	/** Lists the addresses of its people in lower case, each once, in their order from the one after an address on. */
	listAddresses(db: Connection, options: { after: string; limit: number }): Promise<string[]>;
	/** Tells which of some records there are. */
	listExisting(db: Connection, references: readonly string[]): Promise<string[]>;
	/** Describes records whole; those that are gone are left out. */
	describe(db: Connection, references: readonly string[]): Promise<DescribedRecord[]>;
	/** Deletes the records alone; eraseRecords takes what belongs to them too. */
	delete(transaction: WriteTransaction, references: readonly string[], now: Temporal.Instant): Promise<DeletedRecords>;
};

/**
 * Goes back by calendar months in a zone, to the same time of day, or to the end of a month that does not have the day.
 *
 * So no term ends early, and none more than a day late: what came on 31 August is kept for six months until 28 February is over.
 */
export function subtractMonths(instant: Temporal.Instant, months: number, timeZone: string): Temporal.Instant {
	const now = instant.toZonedDateTimeISO(timeZone);
	const then = now.subtract({ months });
	return (then.day < now.day ? then.add({ days: 1 }).startOfDay() : then).toInstant();
}
