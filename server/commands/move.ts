import { existsSync } from "node:fs";
import { join } from "node:path";
import { moveInstallation } from "../../platform/backup/move.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { ConfigError, readConfig, readConfigWith, type Config } from "../../platform/config.ts";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { backgroundLimits } from "../../platform/files/s3-requests.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../migrations.ts";
import { formatTable } from "./format.ts";

const help = `Moves an installation from SQLite to PostgreSQL, and its files to a bucket.

  npm run move -- --to postgres://USER:PASSWORD@HOST/NAME
  npm run move -- --to postgres://USER:PASSWORD@HOST/NAME --files 's3://KEY:SECRET@HOST/BUCKET?region=REGION'

Stop the server first; it cannot start during the move. The source is unchanged. PostgreSQL and the bucket must be empty.
If interrupted, run the same command again to resume. At the end, every table and file is compared with the source.

  --to     the new DATABASE_URL
  --files  the new FILES_URL; without it, the files stay in the folder
  --help   show this help

Exit status: 0 moved and verified; 1 failed; 2 wrong usage.
`;

async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, { to: { type: "string" }, files: { type: "string" } });
	if (values.help) return help;
	if (values.to === undefined || positionals.length > 0)
		throw new UsageError("Give the PostgreSQL address: npm run move -- --to postgres://…");
	const source = readConfig(io.env);
	const target = readTarget(values.to, values.files, io.env);
	if (source.databaseUrl !== undefined || source.s3 !== undefined)
		throw new UsageError(
			"DATABASE_URL or FILES_URL is set, so the server already uses PostgreSQL or a bucket. Unset both to move.",
		);
	const file = join(source.dataDirectory, sqliteFileName);
	if (!existsSync(file)) throw new UsageError(`No database at ${file}. Set DATA_DIR as for the server.`);
	const moved = await moveInstallation({
		source: { dataDirectory: source.dataDirectory, files: await openFileStore(source, backgroundLimits) },
		target: {
			databaseUrl: target.databaseUrl as string,
			files: target.s3 && (await openFileStore({ ...source, s3: target.s3 }, backgroundLimits)),
		},
		migrations,
		log: createLog({ logLevel: "silent" }),
		onProgress: (message) => io.stderr.write(`moved: ${message}\n`),
	});
	return [
		formatTable(
			["Table", "Rows", "SHA-256 checksum, equal on both sides"],
			[...moved.tables].map(([name, { rows, sha256 }]) => [name, String(rows), sha256]),
		),
		moved.files === undefined
			? `The files stay in ${join(source.dataDirectory, "files")}. Every server needs that folder in its DATA_DIR.`
			: `${moved.files.count} files, ${moved.files.bytes} bytes, all with equal SHA-256 checksums.`,
		"",
		"Move complete. Next:",
		`  1. Start the server with DATABASE_URL${moved.files ? " and FILES_URL" : ""} set to the new values.`,
		`  2. Do not start it without them: ${file} is out of date now. Move that file away${moved.files ? ", with the files folder beside it," : ""} once everything works.`,
		"",
	].join("\n");
}

function readTarget(databaseUrl: string, filesUrl: string | undefined, env: NodeJS.ProcessEnv): Config {
	try {
		return readConfigWith({ DATABASE_URL: databaseUrl, FILES_URL: filesUrl }, env);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		throw new UsageError(
			error.problems
				.join("\n")
				.replaceAll(/^DATABASE_URL/gm, "--to")
				.replaceAll(/^FILES_URL/gm, "--files"),
		);
	}
}

export const moveCommand: Command = { subject: "The installation", run };

if (import.meta.main) await runCommand(moveCommand);
