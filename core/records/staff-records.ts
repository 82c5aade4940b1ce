import type { Readable } from "node:stream";
import type { Database } from "../../platform/database/database.ts";

/** What reading and changing records works with. */
export type RecordSource = { database: Database; now: Temporal.Instant };

/** Which records are meant; the given conditions together. */
export type RecordFilter = {
	quarantinedOnly?: boolean | undefined;
	/** Only those that came after an instant. */
	since?: Temporal.Instant | undefined;
	/** Calls of days that are over instead of those from today on; nothing else has a time to come. */
	past?: boolean | undefined;
	/** Part of a name or an e-mail address, in any case. Then calls of any day are meant. */
	search?: string | undefined;
};

/** A text, a day, or an instant that is shown as the time in the company's zone. */
export type Value = string | Temporal.PlainDate | Temporal.Instant;

/** One record in a list: a value for each column. */
export type RecordRow = { reference: string; values: Value[]; state: string };

/** What is known of a record under one label. A list holds no empty text; the addresses of links are as they were typed. */
export type RecordField = { label: string; value: Value | string[]; as?: "email" | "links" | "state" };

/** One record whole, without its e-mails. */
export type RecordDetails = {
	reference: string;
	state: string;
	/** Who sent it. */
	name: string;
	fields: RecordField[];
	/** What was written at length; may be empty. */
	text: { label: string; value: string };
	/** What came with it: its name in the file store, and what its sender called it. */
	file?: { storedAs: string; name: string; bytes: number };
	/** What can become of it now. */
	actions: ("release" | "quarantine")[];
};

/** What staff can do with one kind of what visitors send; the desk and `npm run inbox` both show it. References are in capitals. */
export type StaffRecords = {
	/** Singular and plural, as commands, messages and addresses name them. */
	name: string;
	names: string;
	/** What their references begin with, such as ENQ. */
	prefix: string;
	/** Headings of a list's values; those of reference and state stand before and after them. */
	columns: string[];
	/** Whether its records have a time of their own: those to come, the next first, and those that are over. */
	hasTimes: boolean;
	/** What a list says that has none. */
	none: string;
	list(source: RecordSource, options: RecordFilter & { limit: number; offset?: number }): Promise<RecordRow[]>;
	count(source: RecordSource, filter: RecordFilter): Promise<number>;
	/** Counts what came in from one instant on and before another, without what is in quarantine. */
	countReceived(source: RecordSource, interval: { from: Temporal.Instant; until: Temporal.Instant }): Promise<number>;
	find(source: RecordSource, reference: string): Promise<RecordDetails | undefined>;
	/** Takes one out of quarantine and says what came of it. */
	release(source: RecordSource, reference: string): Promise<string>;
	/** Marks one as spam and says what came of it. */
	quarantine(source: RecordSource, reference: string): Promise<string>;
	/** All of them as CSV, oldest first. */
	exportAll(source: RecordSource): Readable;
};
