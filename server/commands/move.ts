import { existsSync } from "node:fs";
import { join } from "node:path";
import { moveInstallation } from "../../platform/backup/move.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { ConfigError, readConfig, readConfigWith, type Config } from "../../platform/config.ts";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../migrations.ts";
import { formatTable } from "./format.ts";

const help = `Carries an installation of one machine, SQLite and a folder, to PostgreSQL, and its files to a bucket.

  npm run move -- --to postgres://USER:PASSWORD@HOST/NAME
  npm run move -- --to postgres://USER:PASSWORD@HOST/NAME --files 's3://KEY:SECRET@HOST/BUCKET?region=REGION'

Stop the server first: the move refuses while one uses the database, and none can start until it has ended. The source stays as it is.
PostgreSQL and the bucket must be empty. When it is interrupted, give the same command again: it goes on where it was. In the end
every table and file is read back and compared with the source.

  --to     as DATABASE_URL will be
  --files  as FILES_URL will be; left out, the files stay in the folder
  --help   shows this

Ends with 0 when everything has arrived and is the same; 2 when the command was wrong; 1 when it failed.
`;

/** For uploading a file to a bucket when no visitor waits. */
const putTimeoutMs = 120_000;

async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, { to: { type: "string" }, files: { type: "string" } });
	if (values.help) return help;
	if (values.to === undefined || positionals.length > 0)
		throw new UsageError("Where to? Give the address of a PostgreSQL database: npm run move -- --to postgres://…");
	const source = readConfig(io.env);
	const target = readTarget(values.to, values.files, io.env);
	if (source.databaseUrl !== undefined || source.s3 !== undefined)
		throw new UsageError(
			"DATABASE_URL or FILES_URL is set, so the server is on PostgreSQL or a bucket already. Move from an environment in which neither is.",
		);
	const file = join(source.dataDirectory, sqliteFileName);
	if (!existsSync(file)) throw new UsageError(`There is no database at ${file}. Set DATA_DIR to what the server uses.`);
	const moved = await moveInstallation({
		source: { dataDirectory: source.dataDirectory, files: await openFileStore(source) },
		target: {
			databaseUrl: target.databaseUrl as string,
			files: target.s3 && (await openFileStore({ ...source, s3: target.s3 }, { putTimeoutMs })),
		},
		migrations,
		log: createLog({ logLevel: "silent" }),
		onProgress: (message) => io.stderr.write(`moved so far: ${message}\n`),
	});
	return [
		formatTable(
			["Table", "Rows", "Sum of their SHA-256, the same on both sides"],
			[...moved.tables].map(([name, { rows, sha256 }]) => [name, String(rows), sha256]),
		),
		moved.files === undefined
			? `The files stay in ${join(source.dataDirectory, "files")}: every server needs that folder as it is, under DATA_DIR.`
			: `${moved.files.count} files, ${moved.files.bytes} bytes, each with the same SHA-256 on both sides.`,
		"",
		"Nothing is missing. Next:",
		`  1. Start the server with DATABASE_URL${moved.files ? " and FILES_URL" : ""} set to what you gave here.`,
		`  2. Never start it again without: ${file} would go on from the moment of the move. Move that file away${moved.files ? ", with the folder files beside it," : ""} when you miss nothing.`,
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
