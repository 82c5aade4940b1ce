import type { CompanySettings } from "../core/company/current-settings.ts";
import { readContentBase, readPublishedSettings } from "../features/publishing/releases/published-settings.server.ts";
import { systemClock, type Clock } from "../platform/clock.ts";
import { openExistingDatabase } from "../platform/command-line.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import { openFileStore, type FileStore } from "../platform/files/file-store.ts";
import {
	adoptFiles,
	assertArrived,
	claimInstallation,
	nameDatabase,
	type Installation,
} from "../platform/installation/installation.ts";
import type { Logger } from "../platform/log.ts";
import type { Company } from "../shared/company.ts";
import { migrations } from "./migrations.ts";
import { listFileOwners } from "./personal-data.ts";

/** The open parts of an installation, for a server and the commands beside it. */
export type OpenInstallation = { database: Database; files: FileStore; installation: Installation };

/**
 * Opens database and files, and checks that they belong together.
 * @param open opens the database
 * @throws InstallationMismatchError when they do not; the database is closed again, as after any other failure
 */
export async function openInstallation(
	{ config, company, clock, log }: { config: Config; company: Company; clock: Clock; log: Logger },
	open: () => Promise<Database>,
): Promise<OpenInstallation> {
	const files = await openFileStore(config);
	await assertArrived({ config, files, log });
	return closingOnFailure(await open(), (database) => claim({ database, files }, { config, company, clock }));
}

/**
 * Opens what a server uses, for a command beside it, with the settings that the server shows.
 *
 * @throws UsageError when there is no database yet; InstallationMismatchError as for a start; YamlFileError when the content that the site
 * was built of breaks the rules
 */
export async function openExistingInstallation(config: Config): Promise<OpenInstallation & CompanySettings> {
	const base = await readContentBase(config);
	return closingOnFailure(await openExistingDatabase(config, migrations), async (database) => {
		const settings = await readPublishedSettings(database.db, base);
		const parts = { database, files: await openFileStore(config) };
		return { ...(await claim(parts, { config, company: settings.company, clock: systemClock })), ...settings };
	});
}

async function claim(
	{ database, files }: Pick<OpenInstallation, "database" | "files">,
	{ config, company, clock }: { config: Config; company: Company; clock: Clock },
): Promise<OpenInstallation> {
	const fileOwners = listFileOwners(config, company);
	const installation = await claimInstallation({ config, database, files, fileOwners, now: clock.now() });
	return { database, files, installation };
}

async function closingOnFailure<Result>(
	database: Database,
	work: (database: Database) => Promise<Result>,
): Promise<Result> {
	try {
		return await work(database);
	} catch (error) {
		await database.close();
		throw error;
	}
}

/** Makes the configured database and files belong together, and returns a message. */
export async function adopt(config: Config): Promise<string> {
	const base = await readContentBase(config);
	const database = await openExistingDatabase(config, migrations);
	try {
		const { company } = await readPublishedSettings(database.db, base);
		const files = await openFileStore(config);
		const fileOwners = listFileOwners(config, company);
		const { id } = await adoptFiles({ config, database, files, fileOwners, now: systemClock.now() });
		return [
			"Paired:",
			`  Database: ${nameDatabase(config)}`,
			`  Files: ${files.location}`,
			`Installation ${id}. Existing files without a record are left alone.`,
			"",
		].join("\n");
	} finally {
		await database.close();
	}
}
