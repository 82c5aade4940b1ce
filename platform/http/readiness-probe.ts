import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { countEmails } from "../email/outbox-store.ts";

/** How long one look at the database and the disk answers for: whoever asks again and again shall not keep them busy. */
const probeLifetimeMs = 1_000;
/** One name for all, so that a process that was killed meanwhile leaves nothing that the next one does not remove. */
const probeFileName = ".probe";

export type Readiness = {
	database: PartState;
	disk: PartState;
	emails?: { waiting: number; late: number; failed: number };
};
type PartState = "ok" | "failed";

/** Tells whether the database answers and the disk takes what is written; what it says is at most a second old. Never rejects. */
export type ReadinessProbe = () => Promise<Readiness>;

/** Makes what looks at database and disk, and logs what is wrong with them. */
export function createReadinessProbe({
	database,
	clock,
	dataDirectory,
	log,
}: {
	database: Database;
	clock: Clock;
	dataDirectory: string;
	log: Logger;
}): ReadinessProbe {
	let probing: Promise<Readiness> | undefined;

	async function probe(): Promise<Readiness> {
		const [databaseState, diskState, emails] = await Promise.all([
			describe("database", () => database.check()),
			describe("disk", () => writeProbe(dataDirectory)),
			countEmails(database.db, clock.now()).catch(() => undefined),
		]);
		setTimeout(() => {
			probing = undefined;
		}, probeLifetimeMs).unref();
		return {
			database: databaseState,
			disk: diskState,
			...(emails && { emails: { waiting: emails.waiting, late: emails.late, failed: emails.failed } }),
		};
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
