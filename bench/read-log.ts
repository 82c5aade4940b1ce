import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findAffected } from "../core/incidents/affected-people.server.ts";
import { createReadLog, type Reading } from "../core/read-log/read-log.server.ts";
import { systemClock } from "../platform/clock.ts";
import { openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { migrations } from "../server/migrations.ts";
import { insertEnquiries, registerEnquiries } from "./many-records.ts";

/**
 * Measures the log of reads: searching a page on its way, storing what a list shows, and finding whose data a thief read who saw every
 * record. On a scratch SQLite file, or on an empty PostgreSQL database given by --database-url.
 */
const { values: options } = parseArgs({
	options: { records: { type: "string", default: "20000" }, "database-url": { type: "string" } },
});

const listRows = 50;
const pages = 400;
const folder = await mkdtemp(join(tmpdir(), "read-log-"));
const log = createLog({ logLevel: "silent" });
const database = await openDatabase(
	{ dataDirectory: folder, databaseUrl: options["database-url"] },
	{ migrations, log },
);
const many = { count: Number(options.records), now: systemClock.now() };
await insertEnquiries(database, many);
await registerEnquiries(database, many);
const references = (await database.db.selectFrom("records").select("reference").execute()).map((row) => row.reference);
const readLog = createReadLog({ database, clock: systemClock, log, prefixes: ["ENQ", "BKG", "APP"] });
const read = (): Reading => ({
	actor: "thief",
	sessionId: randomUUID(),
	place: "/enquiries",
	manner: "read",
	data: ["name", "email"],
});

const row = (reference: string) =>
	`<tr><th><a href="/enquiries/${reference}">Asha Rao</a></th><td>${"x".repeat(2_800)}</td></tr>`;
const page = Buffer.from(references.slice(0, listRows).map(row).join(""));
tell(`a page of ${Math.round(page.length / 1_024)} KB on its way, unwatched`, await time(pages, () => drain(stream())));
const watched = read();
tell("the same, watched", await time(pages, () => drain(readLog.watch(stream(), watched))));
await readLog.flush();

let start = 0;
tell(
	`a list of ${listRows} stored, one at a time`,
	await time(Math.floor(references.length / listRows), async () => {
		readLog.note(watched, references.slice(start, (start += listRows)));
		await readLog.flush();
	}),
);
tell(
	`the people of ${references.length} records`,
	await time(3, async () => {
		const from = systemClock.now().subtract({ hours: 1 });
		await findAffected(database.db, { actors: ["thief"], from, until: undefined }, systemClock.now());
	}),
);
const { bytes } = await database.db
	.selectFrom("readLog")
	.select(({ fn }) => fn.sum<number | string>(fn("length", ["subjects"])).as("bytes"))
	.executeTakeFirstOrThrow();
console.log(`${(Number(bytes) / references.length).toFixed(1)} bytes a reference`);
await readLog.close();
await database.close();
await rm(folder, { recursive: true });

function stream(): ReadableStream<Uint8Array> {
	return new ReadableStream({
		start(controller) {
			for (let at = 0; at < page.length; at += 16_384) controller.enqueue(page.subarray(at, at + 16_384));
			controller.close();
		},
	});
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
	for await (const _ of body);
}

/** Returns the mean duration in milliseconds. */
async function time(count: number, act: () => Promise<void>): Promise<number> {
	const begun = performance.now();
	for (let index = 0; index < count; index += 1) await act();
	return (performance.now() - begun) / count;
}

function tell(what: string, ms: number): void {
	console.log(`${what}: ${ms.toFixed(3)} ms`);
}
