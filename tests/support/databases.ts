import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { bePatient } from "./postgres-cluster.ts";
import { scratchFolder } from "./scratch-folder.ts";

export const databaseKinds = ["sqlite", "postgres"] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** The databases of the tests in `server/`. `npm test` takes SQLite alone, and says so by this setting; tests of stores beside their code take both. */
export const serverDatabaseKinds: readonly DatabaseKind[] =
	process.env["ONE_DATABASE"] === undefined ? databaseKinds : ["sqlite"];

/** The configuration of the database. */
export type DatabaseConfig = { dataDirectory: string; databaseUrl: string | undefined };

/** Creates a database without tables for this test, such as one to migrate or to restore into, and deletes it afterwards. */
export async function createEmptyDatabaseConfig(kind: DatabaseKind): Promise<DatabaseConfig> {
	const dataDirectory = await createTestDirectory();
	return { dataDirectory, databaseUrl: kind === "postgres" ? await createPostgresDatabase() : undefined };
}

/**
 * Creates a database with every table and no records for this test, and deletes it afterwards: a copy, because migrations take many times
 * as long.
 */
export async function createTestDatabaseConfig(kind: DatabaseKind): Promise<DatabaseConfig> {
	const dataDirectory = await createTestDirectory();
	if (kind === "postgres")
		return { dataDirectory, databaseUrl: await createPostgresDatabase(inject("migratedDatabase")) };
	await copyFile(inject("migratedFile"), join(dataDirectory, sqliteFileName));
	return { dataDirectory, databaseUrl: undefined };
}

/** Opens a database for this test, by default without records, and closes it afterwards. */
export async function openTestDatabase(
	kind: DatabaseKind,
	given?: DatabaseConfig,
	{ until }: { /** Name of the last migration that it has; by default all. */ until?: string } = {},
): Promise<Database & DatabaseConfig> {
	const make = until === undefined ? createTestDatabaseConfig : createEmptyDatabaseConfig;
	const config = given ?? (await make(kind));
	const applied = Object.fromEntries(
		Object.entries(migrations).filter(([name]) => until === undefined || name <= until),
	);
	const database = await openDatabase(config, { migrations: applied, log: createLog({ logLevel: "silent" }) });
	onTestFinished(() => database.close());
	return { ...database, ...config };
}

/** Opens a test's database for a moment. */
export async function withTestDatabase(config: DatabaseConfig, work: (database: Database) => unknown): Promise<void> {
	const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
	try {
		await work(database);
	} finally {
		await database.close();
	}
}

/** A copy of a test's database, to replace it while nobody uses either. */
export type DatabaseCopy = {
	/** Replaces the database by the copy. */
	restore(): Promise<DatabaseConfig>;
	/** Restores the previous database. */
	undo(): Promise<DatabaseConfig>;
};

/** Copies a database that nobody uses. */
export async function copyTestDatabase(config: DatabaseConfig): Promise<DatabaseCopy> {
	const { dataDirectory, databaseUrl } = config;
	if (databaseUrl !== undefined) {
		const copyUrl = await createPostgresDatabase(new URL(databaseUrl).pathname.slice(1));
		return { restore: async () => ({ dataDirectory, databaseUrl: copyUrl }), undo: async () => config };
	}
	// The last connection leaves one file without a write-ahead log.
	const file = join(dataDirectory, sqliteFileName);
	await copyFile(file, `${file}.copy`);
	return {
		async restore() {
			await rename(file, `${file}.replaced`);
			await rename(`${file}.copy`, file);
			return config;
		},
		async undo() {
			await rename(`${file}.replaced`, file);
			return config;
		},
	};
}

/** Creates a folder for this test, and deletes it afterwards. */
export async function createTestDirectory(): Promise<string> {
	const directory = await mkdtemp(join(scratchFolder, "front-office-test-"));
	onTestFinished(() => rm(directory, { recursive: true, force: true }));
	return directory;
}

async function createPostgresDatabase(template = "template1"): Promise<string> {
	const name = `test_${randomUUID().replaceAll("-", "")}`;
	await administer(`create database ${name} template ${template} strategy file_copy`);
	onTestFinished(() => administer(`drop database ${name} with (force)`));
	const url = new URL(inject("postgresUrl"));
	url.pathname = `/${name}`;
	return bePatient(url.href);
}

/** Returns the configuration of a PostgreSQL database with the product's own limits of time, for a test of them. */
export function withoutPatience<Config extends { databaseUrl: string | undefined }>(config: Config): Config {
	const url = new URL(config.databaseUrl as string);
	url.search = "";
	return { ...config, databaseUrl: url.href };
}

/** A worker keeps its connection, because connecting takes as long as creating a database. */
let administration: pg.Pool | undefined;

async function administer(statement: string): Promise<void> {
	administration ??= new pg.Pool({ connectionString: inject("postgresUrl"), max: 1, idleTimeoutMillis: 0 })
		// After the last test the server stops before its connections are closed.
		.on("error", () => undefined);
	await administration.query(statement);
}
