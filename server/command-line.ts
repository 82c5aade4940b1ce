import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { openDatabase, type Database } from "./database/database.ts";
import { sqliteFileName } from "./database/sqlite.ts";
import { createLog } from "./log.ts";

/** A mistake of the person who gave a command; its message says what to do instead. */
export class UsageError extends Error {}

/**
 * Opens the database that a server uses, for a command beside it.
 *
 * @throws UsageError when there is no database yet, which is a wrong DATA_DIR rather than an empty table
 */
export async function openExistingDatabase(config: Config): Promise<Database> {
	const file = join(config.dataDirectory, sqliteFileName);
	if (config.databaseUrl === undefined && !existsSync(file)) {
		throw new UsageError(`There is no database at ${file}. Set DATA_DIR or DATABASE_URL to what the server uses.`);
	}
	return openDatabase(config, createLog({ logLevel: "silent" }));
}
