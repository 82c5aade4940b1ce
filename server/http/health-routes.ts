import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { countLetters } from "../mail/letters-store.ts";

/** How long one look at the database and the disk answers for: whoever asks at /readyz again and again shall not keep them busy. */
const probeLifetimeMs = 1_000;
/** One name for all, so that a process that was killed meanwhile leaves nothing that the next one does not remove. */
const probeFileName = ".probe";

type Probe = { database: PartState; disk: PartState; letters?: { waiting: number; late: number; failed: number } };
type PartState = "ok" | "failed";

export type HealthRoutesOptions = { database: Database; clock: Clock; dataDirectory: string; draining: AbortSignal; log: Logger };

/**
 * /healthz says that the process lives, /readyz whether it can do its work: 200, or 503 with what is wrong.
 *
 * What it says of database and disk is at most a second old. Late letters are reported but do not make the server unready: sending visitors elsewhere would not help them.
 */
export const healthRoutes: FastifyPluginAsync<HealthRoutesOptions> = async (app, { database, clock, dataDirectory, draining, log }) => {
	let probing: Promise<Probe> | undefined;

	app.addHook("onRequest", async (_request, reply) => {
		reply.header("cache-control", "no-store");
	});
	app.get("/healthz", () => ({ status: "alive" }));
	app.get("/readyz", async (_request, reply) => {
		const probe = await (probing ??= startProbe());
		const ready = !draining.aborted && probe.database === "ok" && probe.disk === "ok";
		return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : draining.aborted ? "stopping" : "not ready", ...probe });
	});

	async function startProbe(): Promise<Probe> {
		const [databaseState, diskState, letters] = await Promise.all([
			describe("database", () => database.check()),
			describe("disk", () => writeProbe(dataDirectory)),
			countLetters(database.db, clock.now()).catch(() => undefined),
		]);
		setTimeout(() => {
			probing = undefined;
		}, probeLifetimeMs).unref();
		return { database: databaseState, disk: diskState, ...(letters && { letters: { waiting: letters.waiting, late: letters.late, failed: letters.failed } }) };
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
};

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
