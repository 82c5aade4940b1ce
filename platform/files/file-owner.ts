import type { Connection } from "../database/database.ts";

/** A file in the file store that a record names. */
export type OwnedFile = { name: string; bytes: number; sha256: string };

/** Records that own stored files: no file is deleted, moved or backed up without asking their owner. */
export type FileOwner = {
	/** Returns those of the given names that belong to its records. */
	findReferredFiles(db: Connection, names: readonly string[]): Promise<Set<string>>;
	/** The table that names the files; the database of an older release may not have it. */
	filesTable?: string;
	/** Lists the files of its records by name, starting after the given name. */
	listFiles(db: Connection, options: { after?: string | undefined; limit: number }): Promise<OwnedFile[]>;
};
