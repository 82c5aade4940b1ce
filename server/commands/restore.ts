import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { readArchiveKeys } from "../../platform/backup/archive-encryption.ts";
import { describeDamage, type Manifest } from "../../platform/backup/archive.ts";
import { noteBackupRun } from "../../platform/backup/backup-runs.ts";
import { rehearseRestore } from "../../platform/backup/rehearse.ts";
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
import { readConfig } from "../../platform/config.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { backgroundLimits } from "../../platform/files/s3-requests.ts";
import { nameDatabase } from "../../platform/installation/installation.ts";
import { createLog } from "../../platform/log.ts";
import { keepAccessClosed } from "../keep-access-closed.ts";
import { migrations } from "../migrations.ts";
import { formatTable } from "./format.ts";

const help = `Replaces the database and files of this environment with a backup.

  npm run restore -- FILE.tar.gz         check the backup and list what it would replace
  npm run restore -- FILE.tar.gz --yes   restore it
  npm run restore -- FILE.tar.gz --rehearse   test the restore in a temporary folder; works beside running servers

An encrypted backup (.tar.gz.age) is opened with BACKUP_PASSPHRASE, or with the secret key in the file of BACKUP_IDENTITY.

Stop every server first. Existing data is moved aside, not deleted. Backups of SQLite and PostgreSQL fit either database.

  --help  show this help

Exit status: 0 restored; 1 failed; 2 wrong usage, or --yes is missing.
`;

async function run(args: string[], io: CommandIo): Promise<CommandResult> {
	const { values, positionals } = readArguments(args, {
		yes: { type: "boolean", default: false },
		rehearse: { type: "boolean", default: false },
	});
	if (values.help) return help;
	const [file, ...rest] = positionals;
	if (file === undefined || rest.length > 0)
		throw new UsageError("Give the backup to restore: npm run restore -- backup.tar.gz");
	const path = resolve(file);
	if (values.rehearse) return rehearse(path, io.env);
	const config = readConfig(io.env);
	const deps: RestoreDeps = {
		config,
		files: await openFileStore(config, backgroundLimits),
		migrations,
		log: createLog({ logLevel: "silent" }),
		now: systemClock.now(),
		keys: await readArchiveKeys(config.backups),
		keepAccessClosed,
	};
	const { manifest, present } = await prepareRestore(path, deps);
	const overview = describe(path, manifest, present, deps);
	if (!values.yes)
		return { text: `${overview}\nNothing changed. To restore, stop every server and add --yes.\n`, code: 2 };
	const { leftOut, databaseAside, filesAside, filesAsideFolder } = await restore(path, manifest, deps);
	const damage = describeDamage(manifest);
	return [
		overview,
		"Restored and verified row by row and file by file.",
		...(databaseAside === undefined ? [] : [`The previous database is in ${databaseAside}.`]),
		...(filesAside === 0
			? []
			: [
					`${filesAside} previous ${filesAside === 1 ? "file is" : "files are"} in ${deps.files.location}/${filesAsideFolder}.`,
				]),
		...(databaseAside === undefined && filesAside === 0
			? []
			: ["They contain personal data: delete them once everything works."]),
		...(damage === undefined ? [] : [`Damaged before the backup: ${damage}.`]),
		...(leftOut.length === 0 ? [] : [`Left out, not needed by this kind of database: ${leftOut.join(", ")}.`]),
		"Everybody has to sign in again and turn device notifications back on, and earlier invitations no longer work.",
		`Access that was closed since ${manifest.createdAt} may be open again: check accounts, API tokens, webhooks, preview links and calendar addresses.`,
		"Start the server. People erased since the backup are erased again when it starts.",
		"",
	].join("\n");
}

/** Restores an archive into a temporary place, and records in the database that it worked. */
async function rehearse(path: string, env: NodeJS.ProcessEnv): Promise<string> {
	const config = readConfig(env);
	const log = createLog({ logLevel: "silent" });
	const { madeAt, bytes, rows, files } = await rehearseRestore(path, {
		config,
		folder: tmpdir(),
		migrations,
		log,
		now: systemClock.now(),
		keys: await readArchiveKeys(config.backups),
	});
	const rehearsal = {
		kind: "rehearsal" as const,
		at: systemClock.now(),
		archive: basename(path),
		archiveMadeAt: madeAt,
		bytes,
		location: dirname(path),
	};
	const isNoted = await noteBackupRun(config, rehearsal, { migrations, log }).catch(() => false);
	return [
		`${path} can be restored: ${rows} rows and ${files} files restored to a temporary folder and verified.`,
		...(isNoted ? [] : ["Not recorded in the database, so the desk does not list this test."]),
		"",
	].join("\n");
}

function describe(path: string, manifest: Manifest, present: PresentState, { config, files }: RestoreDeps): string {
	const { database } = present;
	const found = database instanceof Map ? database : new Map<string, number>();
	const tables = [...new Set([...manifest.tables.map(({ name }) => name), ...found.keys()])].toSorted();
	const archived = new Map(manifest.tables.map(({ name, rows }) => [name, rows]));
	return [
		`${path}: backup of ${manifest.createdAt}, release ${manifest.release}, from ${manifest.database}, intact`,
		`It replaces ${nameDatabase(config)}${database === "none" ? ", which does not exist yet" : database === "damaged" ? ", which is damaged" : ""}`,
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
