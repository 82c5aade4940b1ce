import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";

/** How long one look at the database answers for: whoever asks again and again shall not keep it busy. */
const probeLifetimeMs = 1_000;
/** The same for the disk, where each look waits until a file is on it for good; one that found it failing answers for a second alone. */
const diskProbeLifetimeMs = 30_000;
/** One name for all, so that a process that was killed meanwhile leaves nothing that the next one does not remove. */
const probeFileName = ".probe";

type Readiness = { database: PartState; disk: PartState };
type PartState = "ok" | "failed";

/** Tells whether the database answers and the disk takes what is written; what it says of the database is at most a second old, of a disk that works half a minute. Never rejects. */
export type ReadinessProbe = () => Promise<Readiness>;

/** Makes what looks at database and disk, and logs what is wrong with them. */
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

/** Resolves when a file of one block can be written below the directory, and forced to disk. */
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
