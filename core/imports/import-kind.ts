import type { Readable } from "node:stream";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import type { ImportField, ImportPreset } from "./match-columns.ts";
import type { DateOrder } from "./read-date.ts";
import type { RowSource } from "./read-table.server.ts";

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
	/** Returns the value of a field as one clean line; "" where it is missing. */
	line: (key: string) => string;
	/** The values of columns that take several, each with the name of its column. */
	notes: readonly { name: string; value: string }[];
};

/** A row that can be imported. */
export type ReadRow = {
	/** E-mail address in lower case; empty for none. */
	address: string;
	/** Addresses of others whom it names, in lower case; absent for none. */
	others?: readonly string[];
	/** Equal in rows and records that are about the same. */
	duplicateKey: string;
	/** Sentences about values that are not kept as they stand, without those values. */
	remarks: string[];
	/** Name of a stage that the company does not have, also if a stage was chosen for it. */
	unknownStage?: string | undefined;
	/** Names of more files, for the rule of their kind, each with others to look for in its place, a line each; absent for none. */
	moreFiles?: readonly string[];
	/**
	 * Does what takes long before the transaction; absent if nothing does.
	 * @param file of a rule without endings, which the row keeps itself
	 * @param moreFiles in the order of their names; undefined for a file that was not found or is refused
	 */
	prepare?(file: RowFile | undefined, moreFiles: readonly (RowFile | undefined)[]): Promise<void>;
	/**
	 * Stores it; sends nothing.
	 * @returns the reference that it has got, if that is another
	 */
	write(transaction: WriteTransaction, reference: string, file: KeptFile | undefined): Promise<string | void>;
};

/** The file of a row as it lies in the file store. */
export type KeptFile = { storedAs: string; /** In the archive. */ name: string; bytes: number; sha256: string };

/** A file of an archive that a row names. */
export type RowFile = { name: string; ending: string; read(): Promise<Readable> };

/** How rows name a file of an archive that is kept with what they become. */
export type FileRule = {
	/** Of the column with its name. */
	field: string;
	/** With its article, such as "the resume". */
	name: string;
	mostBytes: number;
	/** All that a stored file can have; none where rows keep their files themselves. */
	endings: readonly string[];
	/** Tells by its content which ending a file has, or in a sentence without values why it is not kept. */
	check(path: string): Promise<{ ending: string } | { refused: string }>;
};

/** How rows name more files than one, which they keep themselves. */
export type MoreFilesRule = Pick<FileRule, "name" | "mostBytes" | "check">;

/** Reads the rows of one import. */
export type RowReader = {
	/** Reads a row, or says in a sentence without its values why it cannot be imported. */
	read(values: RowValues): ReadRow | { refused: string };
	/** Finds stored records that are about the same as rows, by their key, except those of this import. */
	findStored(db: Connection, rows: readonly ReadRow[]): Promise<Map<string, string>>;
	/** Finds the addresses of records in lower case, by reference; absent where the IDs of two tools are never the same. */
	findAddresses?(db: Connection, references: readonly string[]): Promise<Map<string, string>>;
	/** Finds remarks that depend on what is stored besides this import, by row; absent for none. */
	findRemarks?(db: Connection, rows: readonly ReadRow[]): Promise<Map<ReadRow, string>>;
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
	/** Finds the path of its page, where rows become no records. */
	pathOf?(reference: string): string;
	fields: readonly ImportField[];
	/** Rows of one transaction; absent for the usual number. */
	rowsAtOnce?: number;
	/** How files are read; absent for tables. */
	source?: RowSource;
	/** Exports of other tools whose columns are known; absent for none. */
	presets?: readonly ImportPreset[];
	/** Prefix of their references. */
	prefix: string;
	/** Absent where rows have no files. */
	file?: FileRule;
	/** Absent where rows name one file at most; only beside a rule for that one. */
	moreFiles?: MoreFilesRule;
	createReader(db: Connection, options: ReadOptions): Promise<RowReader>;
	/** Lists the stages that their names in a file can mean; absent for none. */
	listStages?(db: Connection): Promise<{ key: string; label: string }[]>;
	exists(db: Connection, reference: string): Promise<boolean>;
	/**
	 * Finds those that somebody has worked on since they were imported, with their names.
	 * @param at when the import was begun
	 */
	findWorkedOn(db: Connection, references: readonly string[], at: Temporal.Instant): Promise<Map<string, string>>;
	/** Finds those that can no longer be removed, with their names; absent where all can. */
	findInUse?(db: Connection, references: readonly string[]): Promise<Map<string, string>>;
	/** Why those cannot be removed, such as "somebody has applied". */
	inUse?: string;
	/** Deletes what an import wrote, and remembers files to remove after the commit. */
	remove(
		transaction: WriteTransaction,
		references: readonly string[],
		times: { now: Temporal.Instant; begunAt: Temporal.Instant },
	): Promise<void>;
};
