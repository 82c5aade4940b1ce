import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../platform/database/database.ts";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { startPostgresCluster } from "./postgres-cluster.ts";
import { scratchFolder } from "./scratch-folder.ts";

declare module "vitest" {
	interface ProvidedContext {
		postgresUrl: string;
		/** Name of a PostgreSQL database and path of a SQLite file with every migration and no records, for copying. */
		migratedDatabase: string;
		migratedFile: string;
	}
}

/** Runs one PostgreSQL server for all tests, each with its own database, and migrates one database of each kind. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const cluster = await startPostgresCluster({ durable: false });
	const dataDirectory = await mkdtemp(join(scratchFolder, "front-office-migrated-"));
	const name = "migrated";
	const client = new pg.Client({ connectionString: cluster.url });
	await client.connect();
	await client.query(`create database ${name}`);
	await client.end();
	const databaseUrl = new URL(cluster.url);
	databaseUrl.pathname = `/${name}`;
	for (const url of [undefined, databaseUrl.href]) {
		const config = { dataDirectory, databaseUrl: url };
		await (await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) })).close();
	}
	project.provide("postgresUrl", cluster.url);
	project.provide("migratedDatabase", name);
	project.provide("migratedFile", join(dataDirectory, sqliteFileName));
	return async () => {
		await cluster.stop();
		await rm(dataDirectory, { recursive: true, force: true });
	};
}
