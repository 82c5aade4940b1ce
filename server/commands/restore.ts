import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Manifest } from "../../platform/backup/archive.ts";
import { noteBackupRun } from "../../platform/backup/backup-runs.ts";
import { prepareRestore, restore, type PresentState, type RestoreDeps } from "../../platform/backup/restore.ts";
import { systemClock } from "../../platform/clock.ts";
import {
	readArguments,
	runCommand,
	UsageError,
	type Command,
	type CommandIo,
	type CommandResult,
} from "../../platform/command-line.ts";
import { readConfig, readConfigWith } from "../../platform/config.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { nameDatabase } from "../../platform/installation/installation.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../migrations.ts";
import { formatTable } from "./format.ts";

const help = `Puts an archive of npm run backup in the place of the database and the files that the same environment names.

  npm run restore -- FILE.tar.gz         checks the archive and tells what would be replaced; changes nothing
  npm run restore -- FILE.tar.gz --yes   does it
  npm run restore -- FILE.tar.gz --rehearse   restores it into a scratch folder, compares everything, and removes that again; changes
                                              nothing, works beside running servers, and the desk says when it was done

Stop every server first. What is there is moved aside, not deleted. The archive may come from the other kind of database.

  --help  shows this

Ends with 0 when it is restored; 2 when the command was wrong or --yes is missing; 1 when it failed.
`;

/** For uploading a file to a bucket when no visitor waits. */
const putTimeoutMs = 120_000;

async function run(args: string[], io: CommandIo): Promise<CommandResult> {
	const { values, positionals } = readArguments(args, {
		yes: { type: "boolean", default: false },
		rehearse: { type: "boolean", default: false },
	});
	if (values.help) return help;
	const [file, ...rest] = positionals;
	if (file === undefined || rest.length > 0)
		throw new UsageError("Which backup? Give one file, such as: npm run restore -- backup.tar.gz");
	const path = resolve(file);
	if (values.rehearse) return rehearse(path, io.env);
	const config = readConfig(io.env);
	const deps: RestoreDeps = {
		config,
		files: await openFileStore(config, { putTimeoutMs }),
		migrations,
		log: createLog({ logLevel: "silent" }),
		now: systemClock.now(),
	};
	const { manifest, present } = await prepareRestore(path, deps);
	const overview = describe(path, manifest, present, deps);
	if (!values.yes)
		return { text: `${overview}\nNothing was changed. To do it, stop every server and add --yes.\n`, code: 2 };
	const { leftOut, databaseAside, filesAside, filesAsideFolder } = await restore(path, manifest, deps);
	return [
		overview,
		"Restored, and compared with the archive row by row and file by file.",
		...(databaseAside === undefined ? [] : [`The database that was here is in ${databaseAside}.`]),
		...(filesAside === 0
			? []
			: [`${filesAside} files that were here are in ${deps.files.location}/${filesAsideFolder}.`]),
		...(databaseAside === undefined && filesAside === 0
			? []
			: ["They hold personal data that nothing else looks after: delete them when you miss nothing."]),
		...(leftOut.length === 0 ? [] : [`Left out, for this kind of database does without: ${leftOut.join(", ")}.`]),
		"Start the server. People who were erased since the backup are erased again as it starts.",
		"",
	].join("\n");
}

/** Restores an archive into a temporary place, and records in the database that it worked. */
async function rehearse(path: string, env: NodeJS.ProcessEnv): Promise<string> {
	const scratch = await mkdtemp(join(tmpdir(), "front-office-rehearsal-"));
	try {
		const log = createLog({ logLevel: "silent" });
		const config = readConfigWith({ DATA_DIR: join(scratch, "data"), DATABASE_URL: "", FILES_URL: "" }, env);
		const deps: RestoreDeps = { config, files: await openFileStore(config), migrations, log, now: systemClock.now() };
		const { manifest } = await prepareRestore(path, deps);
		const { rows, files } = await restore(path, manifest, deps);
		const rehearsal = {
			kind: "rehearsal" as const,
			at: systemClock.now(),
			archive: basename(path),
			archiveMadeAt: Temporal.Instant.from(manifest.createdAt),
			bytes: (await stat(path)).size,
		};
		const isNoted = await noteBackupRun(readConfig(env), rehearsal, {
			migrations,
			log,
		}).catch(() => false);
		return [
			`${path} can be restored: ${rows} rows and ${files} files were put into a scratch folder, and compared one by one.`,
			...(isNoted ? [] : ["The desk does not know of it: it could not be noted in the database."]),
			"",
		].join("\n");
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

function describe(path: string, manifest: Manifest, present: PresentState, { config, files }: RestoreDeps): string {
	const { database } = present;
	const found = database instanceof Map ? database : new Map<string, number>();
	const tables = [...new Set([...manifest.tables.map(({ name }) => name), ...found.keys()])].toSorted();
	const archived = new Map(manifest.tables.map(({ name, rows }) => [name, rows]));
	return [
		`${path}: backup of ${manifest.createdAt}, release ${manifest.release}, from ${manifest.database}, whole and undamaged`,
		`It replaces ${nameDatabase(config)}${database === "none" ? ", which is not there yet" : database === "damaged" ? ", which is damaged" : ""}`,
		`and the files in ${files.location}.`,
		"",
		formatTable(
			["", "here", "backup"],
			[
				...tables.map((name) => [name, String(found.get(name) ?? "-"), String(archived.get(name) ?? "-")]),
				["files", String(present.files), String(manifest.files.length)],
			],
		),
	].join("\n");
}

export const restoreCommand: Command = { subject: "The backup", run };

if (import.meta.main) await runCommand(restoreCommand);
