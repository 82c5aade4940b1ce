import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { createServerEnvironment, startBuiltServer, type BuiltServer } from "./built-server.ts";
import type { Start } from "./end-all-after.ts";
import { bePatient, startPostgresCluster } from "./postgres-cluster.ts";

export const databaseKinds = ["sqlite", "postgres"] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** The data of built servers that are killed and raced: on disk, and synced as in production. */
export type FaultInstallation = {
	dataDirectory: string;
	/** Undefined for SQLite. */
	databaseUrl: string | undefined;
	/** Starts a server on the data; `settings` override those of createServerEnvironment. */
	startServer(settings?: NodeJS.ProcessEnv): Promise<BuiltServer>;
	/** Opens what the servers store, beside them. */
	openStored(): Promise<Database>;
};

/** Creates the place for a fault test's servers; `start` ends it. */
export async function createFaultInstallation(start: Start, kind: DatabaseKind): Promise<FaultInstallation> {
	const dataDirectory = await start(
		() => mkdtemp(join(tmpdir(), "front-office-faults-")),
		(directory) => rm(directory, { recursive: true, force: true }),
	);
	const cluster =
		kind === "postgres"
			? await start(
					() => startPostgresCluster({ durable: true }),
					({ stop }) => stop(),
				)
			: undefined;
	const stored = { dataDirectory, databaseUrl: cluster?.url };
	const beside = { dataDirectory, databaseUrl: cluster && bePatient(cluster.url) };
	const environment = await createServerEnvironment(stored);
	return {
		...stored,
		startServer: (settings) =>
			start(
				() => startBuiltServer({ ...environment, ...settings }),
				({ end }) => end("SIGTERM"),
			),
		openStored: () => openDatabase(beside, { migrations, log: createLog({ logLevel: "silent" }) }),
	};
}
