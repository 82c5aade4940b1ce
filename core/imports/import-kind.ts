import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import type { DateOrder } from "./read-date.ts";
import type { ImportField } from "./match-columns.ts";

/** Rows with the address, or another trait, of a record that is already here. */
export type DuplicateChoice = "skip" | "import";

/** How the rows of an import are read. */
export type ReadOptions = {
	dateOrder: DateOrder;
	/** Keys of stages, by the name in the file in lower case. */
	stages: Readonly<Record<string, string>>;
	/** When the import was begun: the date of rows without one. */
	at: Temporal.Instant;
	/** Number of the import. */
	number: number;
	/** Account that imports. */
	by: string;
};

/** The values of a row. */
export type RowValues = {
	/** By field; one without a column, or empty, is missing. */
	of: Readonly<Record<string, string | undefined>>;
	/** The values of columns that take several, each with the name of its column. */
	notes: readonly { name: string; value: string }[];
};

/** A row that can be imported. */
export type ReadRow = {
	/** E-mail address in lower case; empty for none. */
	address: string;
	/** Equal in rows and records that are about the same. */
	duplicateKey: string;
	/** Sentences about values that are not kept as they stand, without those values. */
	remarks: string[];
	/** Names of stages that the company does not have. */
	unknownStage?: string | undefined;
	/** Stores it; sends nothing. */
	write(transaction: WriteTransaction, reference: string): Promise<void>;
};

/** Reads the rows of one import. */
export type RowReader = {
	/** Reads a row, or says in a sentence without its values why it cannot be imported. */
	read(values: RowValues): ReadRow | { refused: string };
	/** Finds stored records that are about the same as rows, by their key, except those of this import. */
	findStored(db: Connection, rows: readonly ReadRow[]): Promise<Map<string, string>>;
};

/** A kind of row that files are imported as. */
export type ImportKind = {
	/** Stored, and the command's name for it. */
	key: string;
	/** Plural title, such as "Leads". */
	name: string;
	/** A sentence about what each row becomes. */
	about: string;
	/** Singular and plural of what rows become. */
	becomes: readonly [string, string];
	/** Where they are at the desk, without a slash. */
	path: string;
	fields: readonly ImportField[];
	/** Prefix of their references. */
	prefix: string;
	createReader(db: Connection, options: ReadOptions): Promise<RowReader>;
	/** The stages that their names in a file can mean; empty for none. */
	stages: readonly { key: string; label: string }[];
	exists(db: Connection, reference: string): Promise<boolean>;
	/** Finds those that somebody has worked on since they were imported, with their names. */
	findWorkedOn(db: Connection, references: readonly string[]): Promise<Map<string, string>>;
	/** Deletes what an import wrote, and remembers files to remove after the commit. */
	remove(transaction: WriteTransaction, references: readonly string[], now: Temporal.Instant): Promise<void>;
};
