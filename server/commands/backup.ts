import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { findArchiveLock } from "../../platform/backup/archive-encryption.ts";
import { describeDamage, listNames } from "../../platform/backup/archive.ts";
import { backUp } from "../../platform/backup/back-up.ts";
import { noteBackupRun } from "../../platform/backup/backup-runs.ts";
import { systemClock } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig } from "../../platform/config.ts";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { backgroundLimits } from "../../platform/files/s3-requests.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../migrations.ts";
import { listFileOwners } from "../personal-data.ts";
import { readRelease } from "../software-version.ts";

const help = `Backs up the database and files into one archive (.tar.gz), beside a running server.

  npm run backup -- FILE.tar.gz

The archive is a consistent snapshot. It contains personal data, so only its owner may read it
(mode 0600). An existing file is never replaced. npm run restore restores the archive to SQLite or PostgreSQL, whichever it came from.

With BACKUP_RECIPIENT or BACKUP_PASSPHRASE it is encrypted in the age format (.tar.gz.age).

  --help  show this help

Exit status: 0 archive written; 1 failed, without an archive; 2 wrong usage.
`;

async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, {});
	if (values.help) return help;
	const [file, ...rest] = positionals;
	if (file === undefined || rest.length > 0)
		throw new UsageError("Give the file to write: npm run backup -- backup.tar.gz");
	const path = resolve(file);
	if (existsSync(path)) throw new UsageError(`${path} already exists. Choose another name.`);
	const config = readConfig(io.env);
	const company = readCompanyFile(config.contentDirectory);
	const database = join(config.dataDirectory, sqliteFileName);
	if (config.databaseUrl === undefined && !existsSync(database))
		throw new UsageError(`No database at ${database}. Set DATA_DIR or DATABASE_URL as for the server.`);
	const lock = findArchiveLock(config.backups);
	const log = createLog({ logLevel: "silent" });
	const now = systemClock.now();
	const manifest = await backUp(path, {
		config,
		files: await openFileStore(config, backgroundLimits),
		fileOwners: listFileOwners(config, company),
		log,
		now,
		release: readRelease(),
		archive: { lock },
	});
	const { size } = await stat(path);
	const damage = describeDamage(manifest);
	// The archive is complete, whether or not the note is stored.
	const isNoted = await noteBackupRun(
		config,
		{
			kind: "backup",
			at: systemClock.now(),
			archive: basename(path),
			archiveMadeAt: now,
			bytes: size,
			location: dirname(path),
			isEncrypted: lock !== undefined,
			failure: damage,
		},
		{ migrations, log },
	).catch(() => false);
	const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
	const lost = new Set(manifest.lostFiles);
	const missing = manifest.missingFiles.filter((name) => !lost.has(name));
	return [
		`Backed up to ${path}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files.`,
		...(missing.length > 0 ? [`Missing (erased in the meantime, or in the trash): ${listNames(missing)}.`] : []),
		...(damage === undefined
			? []
			: [
					`Damaged: ${damage}. Put the same file from an earlier backup in the place of each; this backup holds a file that differs as it was found.`,
				]),
		...(isNoted ? [] : ["Not recorded in the database, so the desk does not list this backup."]),
		...(lock
			? [`Encrypted with the ${"passphrase" in lock ? "passphrase of BACKUP_PASSPHRASE" : "key of BACKUP_RECIPIENT"}.`]
			: []),
		"It contains personal data: keep it private, and no longer than your retention terms allow.",
		"",
	].join("\n");
}

export const backupCommand: Command = { subject: "The backup", run };

if (import.meta.main) await runCommand(backupCommand);
