import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "../config.ts";
import type { Connection, Database } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import { hasDatabase, type DatabaseSnapshot } from "../database/offline-database.ts";
import { sqliteFileName } from "../database/sqlite.ts";
import { takeLock } from "../database/take-lock.ts";
import type { FileOwner } from "../files/file-owner.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Logger } from "../log.ts";
import { PlainError } from "../plain-error.ts";
import { judgeOwnership, type OwnershipFacts, type OwnershipProblem } from "./judge-ownership.ts";

type InstallationTable = {
	id: string;
	since: string;
};

declare module "../database/tables.ts" {
	interface Tables {
		installation: InstallationTable;
	}
}

/** A database and a file store that belong together. */
export type Installation = {
	id: string;
	/** When the database took charge of the files; older files that it does not name are not its own. */
	since: Temporal.Instant;
};

export type InstallationDeps = {
	config: Pick<Config, "dataDirectory" | "databaseUrl">;
	database: Database;
	files: FileStore;
	fileOwners: readonly FileOwner[];
	now: Temporal.Instant;
};

/** A database and a file store do not belong together; the message says what to do. */
export class InstallationMismatchError extends PlainError {
	override name = "InstallationMismatchError";
}

/**
 * The mark beside the files: their installation, the database last used with them, in words for members, and the command that is bringing
 * both, until it has ended.
 */
const markSchema = z.object({
	installation: z.string(),
	database: z.string(),
	arriving: z.enum(["restore", "move"]).optional(),
});
export type Mark = z.infer<typeof markSchema>;

/**
 * Checks that database and files belong together. At the first start both get one id; so do those of a release without ids, if the
 * database names files that are there. Several processes may do so at once.
 *
 * Source: docs/decisions/0016-installation-id.md.
 *
 * @throws InstallationMismatchError if they do not; nothing is changed then
 */
export async function claimInstallation(deps: InstallationDeps): Promise<Installation> {
	const { config, database, files } = deps;
	const name = nameDatabase(config);
	const known = await findInstallation(database.db);
	const mark = await readOwner(files);
	if (known !== undefined && known.id === mark?.installation) {
		if (mark.database !== name || mark.arriving !== undefined)
			await writeOwner(files, { installation: known.id, database: name });
		return known;
	}
	const verdict = judgeOwnership({
		databaseId: known?.id,
		filesId: mark?.installation,
		isSameDatabase: mark?.database === name,
		...(await compareFiles(deps)),
	});
	if (verdict !== "together") throw new InstallationMismatchError(describeProblem(verdict, deps, known?.id, mark));
	const installation = await joinTogether(deps, (ofDatabase, ofFiles) => ofDatabase ?? ofFiles ?? randomUUID());
	// Two databases may have been started for the first time on one folder.
	const written = await readOwner(files);
	if (written?.installation !== installation.id)
		throw new InstallationMismatchError(describeProblem("different", deps, installation.id, written));
	return installation;
}

/**
 * Checks, before a database is made, that no restore or move was interrupted before it brought one.
 *
 * @throws InstallationMismatchError if one was; nothing is changed then
 */
export async function assertArrived({
	config,
	files,
	log,
}: Pick<InstallationDeps, "config" | "files"> & { log: Logger }): Promise<void> {
	const command = (await readOwner(files))?.arriving;
	if (command === undefined || (await hasDatabase(config, log))) return;
	throw new InstallationMismatchError(
		[
			`The installation is not complete: a ${command} was interrupted. Nothing was started, and no file was changed.`,
			`  Database: ${nameDatabase(config)}, which is not there yet`,
			`  Files: ${files.location}`,
			`To complete it, run the same npm run ${command} command again.`,
		].join("\n"),
	);
}

/**
 * Makes database and files belong together, whatever they belonged to before. Nothing is deleted: present files that the database does
 * not name are left alone from then on. A server that used the files with another database refuses its next start.
 */
export function adoptFiles(deps: InstallationDeps): Promise<Installation> {
	return joinTogether(deps, (ofDatabase) => ofDatabase ?? randomUUID());
}

/** Finds the installation that a database snapshot names; undefined if it is older than installations. */
export async function findSnapshotInstallation({ tables, db }: DatabaseSnapshot): Promise<string | undefined> {
	if (!tables.some(({ name }) => name === "installation")) return undefined;
	return (await db.selectFrom("installation").select("id").executeTakeFirst())?.id;
}

/** Writes the database's installation beside the files, if the database names one. */
export async function markOwner({
	config,
	database,
	files,
}: Pick<InstallationDeps, "config" | "database" | "files">): Promise<void> {
	const known = await findInstallation(database.db);
	if (known) await writeOwner(files, { installation: known.id, database: nameDatabase(config) });
}

/** Tells whether the files still belong to an installation; another may have adopted them while its server runs. */
export async function isStillOurs({ id }: Installation, files: FileStore): Promise<boolean> {
	return (await readOwner(files))?.installation === id;
}

/** Names a database to members, without a password. */
export function nameDatabase({ dataDirectory, databaseUrl }: InstallationDeps["config"]): string {
	if (databaseUrl === undefined) return `SQLite, ${join(dataDirectory, sqliteFileName)}`;
	// URL cannot parse several servers.
	return `PostgreSQL, ${databaseUrl.replace(/^\w+:\/\/(?:[^/]*@)?/, "").replace(/\?.*$/s, "")}`;
}

async function findInstallation(db: Connection): Promise<Installation | undefined> {
	const row = await db.selectFrom("installation").selectAll().executeTakeFirst();
	return row && { id: row.id, since: Temporal.Instant.from(row.since) };
}

/** Reads whose files these are. */
export async function readOwner(files: FileStore): Promise<Mark | undefined> {
	const text = await files.readMark();
	return text === undefined ? undefined : markSchema.parse(JSON.parse(text));
}

/** Writes whose files these are. */
export function writeOwner(files: FileStore, mark: Mark): Promise<void> {
	return files.writeMark(`${JSON.stringify(mark, undefined, "\t")}\n`);
}

/** @param chooseId gets the present ids of database and files */
async function joinTogether(
	{ config, database, files, now }: InstallationDeps,
	chooseId: (ofDatabase: string | undefined, ofFiles: string | undefined) => string,
): Promise<Installation> {
	return database.write(async (transaction) => {
		await takeLock(transaction, "installation");
		const known = await findInstallation(transaction);
		const mark = await readOwner(files);
		// Another process that started at the same time was first.
		if (known !== undefined && known.id === mark?.installation) return known;
		const id = chooseId(known?.id, mark?.installation);
		await transaction.deleteFrom("installation").execute();
		await transaction
			.insertInto("installation")
			.values({ id, since: toInstantText(now) })
			.execute();
		// Before the commit: files marked for a database without an id are checked again, but a database whose files lack the mark would be
		// an error.
		await writeOwner(files, { installation: id, database: nameDatabase(config) });
		return { id, since: now };
	});
}

async function compareFiles({
	database: { db },
	files,
	fileOwners,
}: InstallationDeps): Promise<Pick<OwnershipFacts, "filesExist" | "databaseNamesFiles" | "databaseNamesThese">> {
	let filesExist = false;
	for await (const names of files.list()) {
		if (names.length > 0) filesExist = true;
		for (const { findReferredFiles } of fileOwners)
			if ((await findReferredFiles(db, names)).size > 0)
				return { filesExist, databaseNamesFiles: true, databaseNamesThese: true };
	}
	let databaseNamesFiles = false;
	for (const { listFiles } of fileOwners) if ((await listFiles(db, { limit: 1 })).length > 0) databaseNamesFiles = true;
	return { filesExist, databaseNamesFiles, databaseNamesThese: false };
}

function describeProblem(
	problem: OwnershipProblem,
	{ config, files }: InstallationDeps,
	databaseId: string | undefined,
	mark: Mark | undefined,
): string {
	const [headline, database, there, advice] = {
		different: [
			"The database and the files belong to different installations.",
			"",
			"",
			"Set DATABASE_URL, FILES_URL and DATA_DIR to the same installation and start again.",
		],
		"files are missing": [
			"The files of this database are missing.",
			"",
			", where none of its files lie",
			"Check that FILES_URL and DATA_DIR are set as before and that the disk is mounted, then start again.",
		],
		"files are unknown": [
			"None of the files belong to this database.",
			", which names none of them",
			"",
			"If they belong to another database, set DATABASE_URL to it and start again. Without DATABASE_URL, it is a SQLite file in DATA_DIR.",
		],
	}[problem];
	return [
		`${headline} Nothing was started, and no file was changed.`,
		`  Database: ${nameDatabase(config)}${database}${databaseId === undefined ? "" : ` (installation ${databaseId})`}`,
		`  Files: ${files.location}${there}${mark ? ` (installation ${mark.installation}, last used with ${mark.database})` : ""}`,
		advice,
		"To pair them from now on, stop every server that uses one of them and run: npm run inbox -- adopt-files",
		"This deletes nothing.",
	].join("\n");
}
