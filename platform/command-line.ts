import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import type { Config } from "./config.ts";
import { openDatabase, type Database } from "./database/database.ts";
import type { Migrations } from "./database/migrate.ts";
import { sqliteFileName } from "./database/sqlite.ts";
import { createLog } from "./log.ts";
import { PlainError } from "./plain-error.ts";

/** A wrong command; the message says what to do instead. */
export class UsageError extends PlainError {}

/**
 * Opens the servers' database for a command.
 *
 * @throws UsageError if there is no database: DATA_DIR is then wrong, rather than the table empty
 */
export async function openExistingDatabase(config: Config, migrations: Migrations): Promise<Database> {
	const file = join(config.dataDirectory, sqliteFileName);
	if (config.databaseUrl === undefined && !existsSync(file)) {
		throw new UsageError(`No database at ${file}. Set DATA_DIR or DATABASE_URL as for the server.`);
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
		throw new UsageError(`${(error as Error).message} See --help.`);
	}
}

/** A command's environment and output streams. */
export type CommandIo = { env: NodeJS.ProcessEnv; stdout: Writable; stderr: Writable };

/** A command's output, and its exit code if not 0. */
export type CommandResult = string | { text: string; code: number };

export type Command = {
	/** Begins the message of an unexpected failure, such as "The jobs". */
	subject: string;
	run(args: string[], io: CommandIo): Promise<CommandResult>;
};

/** Runs a command, prints its result or failure, and returns the exit code: 0, 2 for a wrong command, 1 for a failure. */
export async function executeCommand({ subject, run }: Command, args: string[], io: CommandIo): Promise<number> {
	try {
		const result = await run(args, io);
		const { text, code } = typeof result === "string" ? { text: result, code: 0 } : result;
		io.stdout.write(text);
		return code;
	} catch (error) {
		io.stderr.write(
			`${error instanceof PlainError ? error.message : `${subject} cannot be read or changed: ${(error as Error).message}`}\n`,
		);
		return error instanceof UsageError ? 2 : 1;
	}
}

/** Runs a command with the arguments of this process, which exits with its code. */
export async function runCommand(command: Command): Promise<void> {
	process.exitCode = await executeCommand(command, process.argv.slice(2), process);
}
