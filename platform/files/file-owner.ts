import type { Connection } from "../database/database.ts";

/** A file in the file store that a record names. */
export type OwnedFile = { name: string; bytes: number; sha256: string };

/** The records that own files of the store: no file is deleted, moved or backed up without asking them. */
export type FileOwner = {
	/** Returns those of the given names that belong to its records; absent where records have no files. */
	findReferredFiles?(db: Connection, names: readonly string[]): Promise<Set<string>>;
	/** The table that names the files; the database of an older release may not have it. */
	filesTable?: string;
	/** Lists the files of its records by name, starting after the given name; absent where records have no files. */
	listFiles?(db: Connection, options: { after?: string | undefined; limit: number }): Promise<OwnedFile[]>;
};
