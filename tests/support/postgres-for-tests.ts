import type { TestProject } from "vitest/node";
import { startPostgresCluster } from "./postgres-cluster.ts";

declare module "vitest" {
	interface ProvidedContext {
		postgresUrl: string;
	}
}

/** Runs one PostgreSQL server for all tests; each of them makes its own database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const cluster = await startPostgresCluster({ durable: false });
	project.provide("postgresUrl", cluster.url);
	return () => cluster.stop();
}
