import { join } from "node:path";
import { readArchiveKeys, type ArchiveKeys } from "../../platform/backup/archive-encryption.ts";
import { canRehearse } from "../../platform/backup/backup-job.ts";
import { openBackupPlace } from "../../platform/backup/backup-place.ts";
import type { Config } from "../../platform/config.ts";
import { withSnapshot } from "../../platform/database/offline-database.ts";
import { findSnapshotInstallation } from "../../platform/installation/installation.ts";
import type { Logger } from "../../platform/log.ts";
import { PlainError } from "../../platform/plain-error.ts";
import { compareEmails, comparePages, readSite } from "./compare-releases.ts";
import { createCopies, migrateCopy, type Copies } from "./data-copies.ts";
import type { ReleaseDescription } from "./describe-release-program.ts";
import { loadMigrations, nameRelease, type Release } from "./release.ts";
import { runOnCopy, startCopy, type DataCopy } from "./run-release.ts";
import { comparePictures, findBrowser } from "./take-pictures.ts";
import { writeWorkArchive, workFolderOf } from "./work-folder.ts";
import { writeReport, type RehearsalResult } from "./write-report.ts";

export type RehearsalDeps = {
	/** The installation, which is only read. */
	config: Config;
	env: NodeJS.ProcessEnv;
	/** The release that the installation runs, and the new one. */
	before: Release;
	after: Release;
	/** A backup to rehearse on; by default the newest automatic backup that can be opened, or a new backup. */
	archive: string | undefined;
	/** The folder of the report. */
	folder: string;
	log: Logger;
	now: Temporal.Instant;
	/** Called with what is done now. */
	onProgress(message: string): void;
};

/** Screenshots take seconds each. */
const mostPictures = 40;
const describeProgram = new URL("describe-release-program.ts", import.meta.url);

/**
 * Runs both releases on copies of a backup, and compares everything that they show. The installation stays as it is; both run on loopback
 * and connect to nothing.
 *
 * @throws PlainError if the backup cannot be restored, or a release does not start on it
 */
export async function rehearseUpgrade(deps: RehearsalDeps): Promise<RehearsalResult> {
	const open = new AsyncDisposableStack();
	try {
		return await rehearse(deps, open);
	} finally {
		await open.disposeAsync();
	}
}

/** @param open registers what is stopped and deleted at the end */
async function rehearse(deps: RehearsalDeps, open: AsyncDisposableStack): Promise<RehearsalResult> {
	const { config, env, before, after, log, now, folder, onProgress } = deps;
	if (before.publicUrl !== after.publicUrl)
		throw new PlainError(
			`The releases are built for different addresses: ${before.publicUrl} and ${after.publicUrl}. Build the new one with PUBLIC_URL=${before.publicUrl}`,
		);
	const migrations = await loadMigrations(after);
	const copies = await createCopies(
		{ folder: workFolderOf(config), databaseUrl: config.databaseUrl },
		{ migrations, log },
	);
	open.defer(() => copies.remove());

	onProgress("Restoring the backup aside");
	const { copy, backup, applied } = await restoreNewest(deps, copies);
	const copyAfter = await copies.duplicate(copy);
	onProgress("Migrating the copy");
	const { names, durationMs } = await migrateCopy(copyAfter, applied, { migrations, log });

	onProgress("Rendering the sample e-mails by both releases");
	const describe = async (release: Release, on: DataCopy) =>
		JSON.parse(
			await runOnCopy([describeProgram, release.buildDirectory, now.toString()], release, on, env),
		) as ReleaseDescription;
	const described = await Promise.all([describe(before, copy), describe(after, copyAfter)]).catch((error: unknown) =>
		error instanceof PlainError ? error.message : String(error),
	);
	const [was, is] = typeof described === "string" ? [] : described;

	onProgress("Starting both releases on their copies");
	const serverBefore = await startCopy(before, copy, env);
	open.defer(() => serverBefore.stop());
	const serverAfter = await startCopy(after, copyAfter, env);
	open.defer(() => serverAfter.stop());
	onProgress("Rendering every page by both releases");
	const paths = [...new Set(["/", ...(was?.paths ?? []), ...(is?.paths ?? [])])];
	const pagesBefore = await readSite(serverBefore.url, before.publicUrl, paths);
	const pagesAfter = await readSite(serverAfter.url, after.publicUrl, [...new Set([...paths, ...pagesBefore.keys()])]);
	const pages = comparePages(pagesBefore, pagesAfter);

	const shown = pages.filter(({ name, state }) => !/\.\w+$/.test(name) && (state === "same" || state === "changed"));
	const browser = findBrowser(env);
	if (browser !== undefined) onProgress("Taking pictures of the pages by both releases");
	const pictures =
		browser === undefined
			? undefined
			: await comparePictures(
					browser,
					shown.slice(0, mostPictures).map(({ name }) => name),
					{ before: serverBefore.url, after: serverAfter.url, folder },
				).catch((error: Error) => error.message);
	const result: RehearsalResult = {
		before: nameRelease(before),
		after: nameRelease(after),
		backup,
		database: copies.describeDatabase(),
		migrations: names,
		migrationMs: durationMs,
		pages,
		emails: was && is && compareEmails(was.emails, is.emails),
		emailsFailure: typeof described === "string" ? described : undefined,
		pictures: typeof pictures === "string" ? undefined : pictures,
		picturesNote: describePictures(pictures, shown.length),
	};
	await writeReport(result, folder);
	return result;
}

function describePictures(pictures: readonly unknown[] | string | undefined, pages: number): string | undefined {
	if (pictures === undefined) return "no browser was found; name one in CHROMIUM_PATH";
	if (typeof pictures === "string") return `the browser failed: ${pictures.split("\n")[0] ?? ""}`;
	return pictures.length < pages ? `of the first ${pictures.length} of ${pages} pages` : undefined;
}

/** Restores the backup to rehearse on, and tells which it is and which migrations it had. */
async function restoreNewest(
	deps: RehearsalDeps,
	copies: Copies,
): Promise<{ copy: DataCopy; backup: string; applied: string[] }> {
	const { config, archive, log } = deps;
	const keys = await readArchiveKeys(config.backups);
	const restoreFrom = async (path: string, opening: ArchiveKeys | undefined, name: (madeAt: string) => string) => {
		const { copy, manifest } = await copies.restore(path, opening);
		return { copy, backup: name(manifest.createdAt), applied: manifest.migrations };
	};
	if (archive !== undefined) return restoreFrom(archive, keys, (madeAt) => `the backup ${archive} of ${madeAt}`);
	const { place } = config.backups;
	if (place && canRehearse(config.backups)) {
		const installation = await withSnapshot(config, { log }, findSnapshotInstallation);
		const folder = join(workFolderOf(config), "download");
		const opened =
			installation === undefined ? undefined : await openBackupPlace(place, { installation, scratch: folder });
		const [newest] = (await opened?.list()) ?? [];
		if (opened && newest)
			return opened.read(newest.name, (path) =>
				restoreFrom(path, keys, (madeAt) => `the automatic backup ${newest.name} of ${madeAt}`),
			);
	}
	const path = await writeWorkArchive(deps.before, "rehearsal", deps);
	return restoreFrom(path, undefined, (madeAt) => `a backup made now, ${madeAt}`);
}
