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

/** A wrong command; the message says what to do instead. */
export class UsageError extends PlainError {}

/**
 * Opens the servers' database for a command.
 *
 * @throws UsageError if there is no database: DATA_DIR is wrong then, rather than the table empty
 */
export async function openExistingDatabase(config: Config, migrations: Migrations): Promise<Database> {
	const file = join(config.dataDirectory, sqliteFileName);
	if (config.databaseUrl === undefined && !existsSync(file)) {
		throw new UsageError(`There is no database at ${file}. Set DATA_DIR or DATABASE_URL to what the server uses.`);
	}
	return openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
}

/**
 * Parses the arguments of a command; every command has --help.
 *
 * @throws UsageError for an unknown option
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
 * Runs a command with this process's arguments and prints its result; a failure goes to standard error. The process exits with 0, with 2
 * for a wrong command, and with 1 for a failure.
 *
 * @param subject of the error message, such as "The jobs"
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
