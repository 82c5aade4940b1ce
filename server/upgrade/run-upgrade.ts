import { lstat, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { prepareRestore, restore } from "../../platform/backup/restore.ts";
import { ConfigError, type Config } from "../../platform/config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import type { Migrations } from "../../platform/database/migrate.ts";
import {
	assertUnused,
	DatabaseInUseError,
	hasDatabase,
	sumTable,
	withSnapshot,
} from "../../platform/database/offline-database.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { giveToFolderOwner } from "../../platform/files/make-folder.ts";
import { backgroundLimits } from "../../platform/files/s3-requests.ts";
import type { Logger } from "../../platform/log.ts";
import { PlainError } from "../../platform/plain-error.ts";
import { readSite } from "./compare-releases.ts";
import { createCopies, migrateCopy } from "./data-copies.ts";
import { loadMigrations, loadModule, nameRelease, readReleaseIn, type Release } from "./release.ts";
import { startCopy } from "./run-release.ts";
import { assertPortFree, assertServes, runServiceCommand, switchLink } from "./service.ts";
import { findUpgradeState, removeUpgradeState, writeUpgradeState, type UpgradeState } from "./upgrade-state.ts";
import { workFolderOf, writeWorkArchive } from "./work-folder.ts";

export type UpgradeDeps = {
	config: Config;
	env: NodeJS.ProcessEnv;
	/** The new release. */
	after: Release;
	/** The path from which the service runs the release before: its folder, or a link to it. Needed for a new upgrade. */
	from: string | undefined;
	/** How long a started release may take to be ready. */
	patienceMs: number;
	log: Logger;
	/** Called with what is done now. */
	onProgress(message: string): void;
};

/** How an upgrade or a return ended: everything is done, or the operator has to start the server. */
export type UpgradeOutcome = { done: boolean; text: string };

/**
 * The upgrade failed, and the release before is in use again or has to be started; the message says which.
 */
class UpgradeFailedError extends PlainError {}

/**
 * Upgrades the installation to a new release. An interrupted upgrade is continued.
 *
 * Beside the running service, the installation is backed up, and the new release migrates the restored backup and serves its pages. Then the
 * service is stopped, the database migrated, the link switched, the new release started, and its pages checked. A failure before the
 * service is stopped changes nothing; after one later, the release before is started again, on the database with every record.
 *
 * @throws PlainError that says what failed and which release is in use
 */
export async function upgrade(deps: UpgradeDeps): Promise<UpgradeOutcome> {
	const { config, after, onProgress } = deps;
	const known = findUpgradeState(after.directory);
	if (known?.step === "done")
		return {
			done: true,
			text: `${nameRelease(after)} is in use already. To return to the release before: npm run upgrade -- --back`,
		};
	if (known?.step === "returning") return goBack(deps, known);
	if (known) {
		onProgress("Continuing the upgrade that was interrupted");
		return goForward(deps, known, readReleaseIn(known.before, deps.env));
	}
	const { before, link } = await findBefore(deps);
	const migrations = await assertPossible(deps, before);
	if (config.upgrade.stop === undefined) await assertStopped(deps);
	onProgress("Backing up");
	const archive = await writeWorkArchive(before, "before", deps);
	const applied = await tryOnCopy(deps, archive, migrations);
	const state: UpgradeState = {
		format: 1,
		step: "stopping",
		before: before.directory,
		link: link ?? null,
		migrations: applied,
		sums: null,
		archive,
		startedAt: Temporal.Now.instant().toString(),
	};
	await writeFile(unfinishedFile(config), after.directory, { mode: 0o600 });
	giveToFolderOwner(unfinishedFile(config));
	await writeUpgradeState(after.directory, state);
	return goForward(deps, state, before);
}

/**
 * Returns to the release before, with every record, also those that were stored since the upgrade.
 *
 * @throws PlainError if no upgrade to this release is known, or the release before cannot use the database without losing records
 */
export async function upgradeBack(deps: UpgradeDeps): Promise<UpgradeOutcome> {
	const state = findUpgradeState(deps.after.directory);
	if (!state)
		throw new PlainError(
			`No upgrade to ${nameRelease(deps.after)} has changed anything, so there is nothing to return from`,
		);
	return goBack(deps, state);
}

async function goForward(deps: UpgradeDeps, state: UpgradeState, before: Release): Promise<UpgradeOutcome> {
	const { config, env, after, patienceMs, log, onProgress } = deps;
	const advance = async (changes: Partial<UpgradeState>) => {
		Object.assign(state, changes);
		await writeUpgradeState(after.directory, state);
	};
	try {
		const migrations = await loadMigrations(after);
		if (state.step === "starting" && config.upgrade.start === undefined) return await finish();
		onProgress("Stopping the server");
		if (config.upgrade.stop !== undefined) await runServiceCommand("UPGRADE_STOP", config.upgrade.stop, before, env);
		await assertStopped(deps);
		await assertPortFree(config);
		// Only once: sums of what the new release has stored since would say that it stored nothing.
		if (state.step === "stopping" || state.step === "migrating") await migrateData(migrations);
		await advance({ step: "switching" });
		if (state.link !== null) await switchLink(state.link, after);
		await advance({ step: "starting" });
		if (config.upgrade.start === undefined)
			return {
				done: false,
				text: [
					`The database is migrated. Now start the server in ${state.link ?? after.directory}, and run npm run upgrade again: it checks the new release.`,
					"To return instead: npm run upgrade -- --back",
				].join("\n"),
			};
		onProgress("Starting the new release");
		await runServiceCommand("UPGRADE_START", config.upgrade.start, after, env);
		return await finish();
	} catch (error) {
		const reason = error instanceof PlainError ? error.message : String((error as Error).stack);
		onProgress(`Failed: ${reason}`);
		onProgress("Returning to the previous release");
		const { text } = await goBack(deps, state).catch((second: unknown) => {
			throw new UpgradeFailedError(
				[
					`The upgrade failed: ${reason}`,
					`The previous release is not in use yet: ${(second as Error).message}`,
					"No record is lost. Once you have solved that, run: npm run upgrade -- --back",
				].join("\n"),
			);
		});
		throw new UpgradeFailedError(`The upgrade failed: ${reason}\n${text}`);
	}

	async function migrateData(migrations: Migrations): Promise<void> {
		const contracts = listContracting(migrations, state.migrations);
		if (contracts.length > 0 && (await listApplied(config, log)).every((name) => !contracts.includes(name))) {
			onProgress("Backing up what was stored last");
			await writeWorkArchive(before, "before", deps);
		}
		onProgress("Migrating the database");
		await advance({ step: "migrating", sums: null });
		await (await openDatabase(config, { migrations, log })).close();
		await advance({ step: "migrated", sums: contracts.length > 0 ? await sumTables(config, log) : null });
	}

	async function finish(): Promise<UpgradeOutcome> {
		onProgress("Checking the new release");
		await assertServes(after, before, { config, patienceMs });
		await advance({ step: "done" });
		await rm(unfinishedFile(config), { force: true });
		return {
			done: true,
			text: [
				`Upgraded from ${nameRelease(before)} to ${nameRelease(after)}.`,
				`The backup from before is ${state.archive}. It contains personal data: delete it once everything works.`,
				"To return to the previous release, with everything stored since: npm run upgrade -- --back",
			].join("\n"),
		};
	}
}

async function goBack(deps: UpgradeDeps, state: UpgradeState): Promise<UpgradeOutcome> {
	const { config, env, after, patienceMs, log, onProgress } = deps;
	const before = readReleaseIn(state.before, env);
	await writeUpgradeState(after.directory, { ...state, step: "returning" });
	onProgress("Stopping the server");
	if (config.upgrade.stop !== undefined) await runServiceCommand("UPGRADE_STOP", config.upgrade.stop, after, env);
	const known = await loadMigrations(before);
	const unknown = (await listRequired(config, log)).filter((name) => !(name in known));
	// Programs that read the database block only a restore. A server that still runs keeps its port.
	if (unknown.length > 0 || config.upgrade.stop === undefined) await assertStopped(deps);
	if (unknown.length > 0) await restoreBackup(deps, state, { before, known, unknown });
	if (state.link !== null) await switchLink(state.link, before);
	if (config.upgrade.start !== undefined) {
		onProgress("Starting the previous release");
		await assertPortFree(config);
		await runServiceCommand("UPGRADE_START", config.upgrade.start, before, env);
		await assertServes(before, after, { config, patienceMs });
	}
	await removeUpgradeState(after.directory);
	await rm(unfinishedFile(config), { force: true });
	log.info({ before: before.version }, "returned");
	return config.upgrade.start === undefined
		? {
				done: false,
				text: `The previous release, ${nameRelease(before)}, can use the database with every record. Start it in ${state.link ?? before.directory}.`,
			}
		: { done: true, text: `The previous release, ${nameRelease(before)}, is in use again, with every record.` };
}

/**
 * Restores the backup for a release that cannot use the database as it is, if nothing was stored since the migration. Migrations that only
 * add leave it usable, with all that was stored since.
 *
 * @param unknown migrations that remove, and that the release does not know
 * @throws PlainError if records would be lost
 */
async function restoreBackup(
	{ config, log, onProgress }: UpgradeDeps,
	state: UpgradeState,
	{ before, known, unknown }: { before: Release; known: Migrations; unknown: readonly string[] },
): Promise<void> {
	if (state.sums === null || state.sums !== (await sumTables(config, log)))
		throw new PlainError(
			[
				`${nameRelease(before)} cannot use the database after ${unknown.join(", ")}, and records may have been stored since.`,
				"Stay with the new release, or give those records up and restore the backup with the previous release:",
				`  npm run restore -- ${state.archive} --yes`,
			].join("\n"),
		);
	onProgress("Restoring the backup");
	const deps = {
		config,
		files: await openFileStore(config, backgroundLimits),
		migrations: known,
		log,
		now: Temporal.Now.instant(),
	};
	const { manifest } = await prepareRestore(state.archive, deps);
	await restore(state.archive, manifest, deps);
}

/** Finds the release before, and the link from which the service runs. */
async function findBefore({ from, env, after }: UpgradeDeps): Promise<{ before: Release; link: string | undefined }> {
	const path = from === undefined ? undefined : resolve(from);
	const isLink = path !== undefined && (await lstat(path).catch(() => undefined))?.isSymbolicLink();
	const before = await findReleaseBefore(path, env);
	if (before.directory === (await realpath(after.directory)))
		throw new PlainError(
			`${before.directory} is the new release itself. Give the folder of the release before with --from`,
		);
	return { before, link: isLink ? path : undefined };
}

/**
 * Reads the release before in the folder that --from or UPGRADE_FROM names.
 *
 * @throws PlainError without one
 */
export async function findReleaseBefore(from: string | undefined, env: NodeJS.ProcessEnv): Promise<Release> {
	if (from === undefined)
		throw new PlainError(
			"Name the folder of the running release: npm run upgrade -- --from /opt/front-office, or set UPGRADE_FROM",
		);
	const directory = await realpath(from).catch(() => {
		throw new PlainError(`There is no release in ${from}`);
	});
	return readReleaseIn(directory, env);
}

/**
 * Checks everything that can be known before the installation is touched.
 *
 * @returns the migrations of the new release
 */
async function assertPossible({ config, env, after, log }: UpgradeDeps, before: Release): Promise<Migrations> {
	assertSharedData(env);
	if (before.publicUrl !== after.publicUrl)
		throw new PlainError(
			`The releases are built for different addresses: ${before.publicUrl} and ${after.publicUrl}. Build the new one with PUBLIC_URL=${before.publicUrl}`,
		);
	if (config.port === 0)
		throw new PlainError("PORT is 0: the new release could not be checked. Set the port of the server");
	const { readConfig } = await loadModule<{ readConfig: (from: NodeJS.ProcessEnv) => Config }>(
		after,
		"platform/config.js",
	);
	try {
		readConfig(env);
	} catch (error) {
		// The class of another copy of the module.
		if (error instanceof Error && error.name === ConfigError.name)
			throw new PlainError(`${after.version}: ${error.message}`);
		throw error;
	}
	if (!(await hasDatabase(config, log)))
		throw new PlainError("There is no database yet. Set DATA_DIR or DATABASE_URL as for the server");
	const unfinished = await readFile(unfinishedFile(config), "utf8").catch(() => undefined);
	if (unfinished !== undefined && unfinished !== after.directory)
		throw new PlainError(
			`An upgrade to ${unfinished} is not finished. Run npm run upgrade there, with --back to return`,
		);
	const migrations = await loadMigrations(after);
	const unknown = (await listApplied(config, log)).filter((name) => !(name in migrations));
	if (unknown.length > 0)
		throw new PlainError(
			`${nameRelease(after)} is older than the database: it does not know ${unknown.join(", ")}. Choose a later release`,
		);
	return migrations;
}

/**
 * Checks that both releases have the same data.
 *
 * @throws PlainError for a relative DATA_DIR
 */
export function assertSharedData({ DATA_DIR, DATABASE_URL, FILES_URL }: NodeJS.ProcessEnv): void {
	if ((DATABASE_URL && FILES_URL) || (DATA_DIR && isAbsolute(DATA_DIR))) return;
	throw new PlainError(
		`DATA_DIR is ${DATA_DIR || "unset"}, so each release would have data in its own folder. Set it to the absolute path of the data, here and for the server`,
	);
}

/**
 * Lets the new release migrate and serve a restored backup.
 *
 * @returns the migrations that the backup has
 */
async function tryOnCopy(deps: UpgradeDeps, archive: string, migrations: Migrations): Promise<string[]> {
	const open = new AsyncDisposableStack();
	try {
		return await tryRelease(deps, { archive, migrations, open });
	} finally {
		await open.disposeAsync();
	}
}

async function tryRelease(
	{ config, env, after, log, onProgress }: UpgradeDeps,
	{ archive, migrations, open }: { archive: string; migrations: Migrations; open: AsyncDisposableStack },
): Promise<string[]> {
	onProgress("Restoring the backup aside");
	const copies = await createCopies(
		{ folder: workFolderOf(config), databaseUrl: config.databaseUrl },
		{ migrations, log },
	);
	open.defer(() => copies.remove());
	const { copy, manifest } = await copies.restore(archive, undefined);
	onProgress("Trying the new release on it");
	await migrateCopy(copy, manifest.migrations, { migrations, log });
	const server = await startCopy(after, copy, env);
	open.defer(() => server.stop());
	const pages = await readSite(server.url, after.publicUrl, ["/", "/readyz", "/contactUs"]);
	const failed = [...pages].filter(
		([path, { status }]) => status === 0 || status >= 500 || (path === "/" && status !== 200),
	);
	if (failed.length > 0)
		throw new PlainError(
			`${after.version} does not show every page: ${failed
				.slice(0, 5)
				.map(([path, { status }]) => `${path} (${status === 0 ? "no response" : status})`)
				.join(", ")}`,
		);
	return manifest.migrations;
}

async function assertStopped({ config, log }: UpgradeDeps): Promise<void> {
	try {
		await assertUnused(config, log);
	} catch (error) {
		if (!(error instanceof DatabaseInUseError)) throw error;
		throw new PlainError(
			config.upgrade.stop === undefined
				? "The server is running. Stop it and run this again, or set UPGRADE_STOP and UPGRADE_START to the commands that stop and start it"
				: `A server or another program still uses the database after UPGRADE_STOP (${config.upgrade.stop})`,
		);
	}
}

function unfinishedFile(config: Config): string {
	return join(workFolderOf(config), "unfinished");
}

function listContracting(migrations: Migrations, applied: readonly string[]): string[] {
	return Object.entries(migrations).flatMap(([name, { contracts }]) =>
		contracts && !applied.includes(name) ? [name] : [],
	);
}

function listApplied(config: Config, log: Logger): Promise<string[]> {
	return withSnapshot(config, { log }, async (snapshot) => snapshot.migrations);
}

/** Lists the migrations that a release must know to use the database. */
function listRequired(config: Config, log: Logger): Promise<string[]> {
	return withSnapshot(config, { log }, async ({ db, tables }) => {
		if (tables.every(({ name }) => name !== "required_migrations")) return [];
		return (await db.selectFrom("requiredMigrations").select("name").execute()).map(({ name }) => name);
	});
}

/** Sums up every row of every table. */
function sumTables(config: Config, log: Logger): Promise<string> {
	return withSnapshot(config, { log }, async ({ tables, readRows }) => {
		const sums: string[] = [];
		for (const table of tables) {
			const { rows, sha256 } = await sumTable(readRows(table));
			sums.push(`${table.name} ${rows} ${sha256}`);
		}
		return sums.toSorted().join("\n");
	});
}
