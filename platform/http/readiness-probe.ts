import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";

/** How long the result of one database check is reused, so that frequent requests do not keep it busy. */
const probeLifetimeMs = 1_000;
/** The same for the disk, whose check writes a file and waits for it; a failure is reused for a second only. */
const diskProbeLifetimeMs = 30_000;
/** One name for all, so that a file left by a killed process is removed by the next. */
const probeFileName = ".probe";

type Readiness = { database: PartState; disk: PartState };
type PartState = "ok" | "failed";

/**
 * Checks whether the database responds and the disk takes writes. The result is at most a second old for the database, half a minute for
 * a working disk. Never rejects.
 */
export type ReadinessProbe = () => Promise<Readiness>;

/** Creates the check of database and disk, which logs their failures. */
export function createReadinessProbe({
	database,
	dataDirectory,
	log,
}: {
	database: Pick<Database, "check">;
	dataDirectory: string;
	log: Logger;
}): ReadinessProbe {
	let probing: Promise<Readiness> | undefined;
	let diskProvedAt = -diskProbeLifetimeMs;

	async function probe(): Promise<Readiness> {
		const [databaseState, diskState] = await Promise.all([
			describe("database", () => database.check()),
			describe("disk", proveDisk),
		]);
		setTimeout(() => {
			probing = undefined;
		}, probeLifetimeMs).unref();
		return { database: databaseState, disk: diskState };
	}

	async function proveDisk(): Promise<void> {
		if (performance.now() - diskProvedAt < diskProbeLifetimeMs) return;
		await writeProbe(dataDirectory);
		diskProvedAt = performance.now();
	}

	async function describe(part: string, check: () => Promise<void>): Promise<PartState> {
		try {
			await check();
			return "ok";
		} catch (error) {
			log.error({ part, err: error }, "the server is not ready");
			return "failed";
		}
	}

	return () => (probing ??= probe());
}

/** Writes a file of one block below the directory, forced to disk. */
async function writeProbe(directory: string): Promise<void> {
	const path = join(directory, probeFileName);
	try {
		const file = await open(path, "w");
		try {
			await file.writeFile(Buffer.alloc(4_096));
			await file.sync();
		} finally {
			await file.close();
		}
	} finally {
		await rm(path, { force: true });
	}
}
