import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { ConfigError, type Config } from "./config.ts";
import { openDatabase, type Database } from "./database/database.ts";
import type { Migrations } from "./database/migrate.ts";
import { sqliteFileName } from "./database/sqlite.ts";
import { InstallationMismatchError } from "./installation/installation.ts";
import { createLog } from "./log.ts";
import { PlainError } from "./plain-error.ts";

/** A mistake of the person who gave a command; its message says what to do instead. */
export class UsageError extends PlainError {}

/**
 * Opens the database that a server uses, for a command beside it.
 *
 * @throws UsageError when there is no database yet, which is a wrong DATA_DIR rather than an empty table
 */
export async function openExistingDatabase(config: Config, migrations: Migrations): Promise<Database> {
	const file = join(config.dataDirectory, sqliteFileName);
	if (config.databaseUrl === undefined && !existsSync(file)) {
		throw new UsageError(`There is no database at ${file}. Set DATA_DIR or DATABASE_URL to what the server uses.`);
	}
	return openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
}

/**
 * Reads the arguments of a command; every command knows --help.
 *
 * @throws UsageError for an option that is none of these
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: { ...options, help: { type: "boolean", short: "h", default: false } },
		});
	} catch (error) {
		throw new UsageError(`${(error as Error).message} --help lists what I know.`);
	}
}

/**
 * Runs a command with the arguments of this process and writes what it returns; a failure goes to the standard error. The process ends
 * with 0, with 2 when the command was wrong, and with 1 when it failed.
 *
 * @param subject what cannot be read or changed when it fails, such as "The jobs"
 */
export async function runCommand(subject: string, run: (args: string[]) => Promise<string>): Promise<void> {
	try {
		process.stdout.write(await run(process.argv.slice(2)));
	} catch (error) {
		const isOurs =
			error instanceof PlainError || error instanceof ConfigError || error instanceof InstallationMismatchError;
		process.stderr.write(
			`${isOurs ? error.message : `${subject} cannot be read or changed: ${(error as Error).message}`}\n`,
		);
		process.exitCode = error instanceof UsageError ? 2 : 1;
	}
}
