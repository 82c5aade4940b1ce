import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";

export const databaseKinds = ["sqlite", "postgres"] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** The part of the configuration that says which database is used. */
export type DatabaseConfig = { dataDirectory: string; databaseUrl: string | undefined };

/** Makes an empty database for this test alone, and deletes it when the test has finished. */
export async function createTestDatabaseConfig(kind: DatabaseKind): Promise<DatabaseConfig> {
	const dataDirectory = await createTestDirectory();
	return { dataDirectory, databaseUrl: kind === "postgres" ? await createPostgresDatabase() : undefined };
}

/** Opens a database for this test alone, by default an empty one, and closes it when the test has finished. */
export async function openTestDatabase(
	kind: DatabaseKind,
	given?: DatabaseConfig,
	{ until = "9999" }: { /** Name of the last migration that it has. */ until?: string } = {},
): Promise<Database & DatabaseConfig> {
	const config = given ?? (await createTestDatabaseConfig(kind));
	const applied = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= until));
	const database = await openDatabase(config, { migrations: applied, log: createLog({ logLevel: "silent" }) });
	onTestFinished(() => database.close());
	return { ...database, ...config };
}

/** Makes a folder for this test alone, and deletes it when the test has finished. */
export async function createTestDirectory(): Promise<string> {
	const directory = await mkdtemp(join(tmpdir(), "front-office-test-"));
	onTestFinished(() => rm(directory, { recursive: true, force: true }));
	return directory;
}

async function createPostgresDatabase(): Promise<string> {
	const name = `test_${randomUUID().replaceAll("-", "")}`;
	await administer(`create database ${name}`);
	onTestFinished(() => administer(`drop database ${name} with (force)`));
	const url = new URL(inject("postgresUrl"));
	url.pathname = `/${name}`;
	return url.href;
}

async function administer(statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: inject("postgresUrl") });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
