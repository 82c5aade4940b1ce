import { createHmac } from "node:crypto";
import { clockTolerance, type Clock } from "../../../platform/clock.ts";
import { splitIntoBatches } from "../../../platform/database/batches.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../../platform/database/instant-text.ts";
import { takeLock } from "../../../platform/database/take-lock.ts";

type IndexNowPagesTable = { path: string; queuedAt: string };

/** One row. */
type IndexNowStateTable = {
	id: number;
	nextAt: string;
	sentAt: string | null;
	failures: number;
	failure: string | null;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		indexNowPages: IndexNowPagesTable;
		indexNowState: IndexNowStateTable;
	}
}

/** Where search engines read the key that the requests name. Source: indexnow.org, key location in the root of the site. */
export const indexNowKeyPath = "/indexnow-key.txt";

/** Addresses of one request; the protocol allows ten thousand. */
const mostAtOnce = 1_000;
const timeoutMs = 10_000;
/** The least time between two requests, and the most after a failure. */
const pause = Temporal.Duration.from({ minutes: 1 });
const mostPauseMinutes = 24 * 60;

/** Returns the key of an installation, which anybody may read. */
export function deriveIndexNowKey(secret: string): string {
	return createHmac("sha256", secret).update("indexnow").digest("hex").slice(0, 32);
}

/** Queues the paths of changed pages, each once. */
export async function queueIndexNow(
	transaction: WriteTransaction,
	paths: readonly string[],
	now: Temporal.Instant,
): Promise<void> {
	const queuedAt = toInstantText(now);
	for (const batch of splitIntoBatches(paths))
		await transaction
			.insertInto("indexNowPages")
			.values(batch.map((path) => ({ path, queuedAt })))
			.onConflict((conflict) => conflict.column("path").doUpdateSet({ queuedAt }))
			.execute();
}

/** The number of pages that wait, the last request that succeeded, and why the last one failed. */
export type IndexNowState = {
	waiting: number;
	sentAt: Temporal.Instant | undefined;
	failure: { text: string; retryAt: Temporal.Instant } | undefined;
};

export async function readIndexNowState(db: Connection): Promise<IndexNowState> {
	const { waiting } = await db
		.selectFrom("indexNowPages")
		.select((of) => of.fn.countAll().as("waiting"))
		.executeTakeFirstOrThrow();
	const state = await findState(db);
	return {
		waiting: Number(waiting),
		sentAt: toOptionalInstant(state?.sentAt),
		failure: state?.failure ? { text: state.failure, retryAt: Temporal.Instant.from(state.nextAt) } : undefined,
	};
}

export type IndexNowDeps = {
	database: Database;
	clock: Clock;
	/** Address that takes the changed pages, such as https://api.indexnow.org/indexnow. */
	endpoint: string;
	/** Origin of the site, without a slash at the end. */
	publicUrl: string;
	key: string;
	stopping: AbortSignal;
};

/**
 * Sends queued addresses, at most one request a minute for all servers. After a failure the pages stay queued, and the pauses grow up to a
 * day. Source: indexnow.org, submitting a set of URLs.
 */
export async function sendIndexNow({
	database,
	clock,
	endpoint,
	publicUrl,
	key,
	stopping,
}: IndexNowDeps): Promise<void> {
	const pages = await listQueued(database.db);
	if (pages.length === 0 || !(await claimTurn(database, clock.now()))) return;
	const failure = await post(
		endpoint,
		{
			host: new URL(publicUrl).host,
			key,
			keyLocation: publicUrl + indexNowKeyPath,
			urlList: pages.map(({ path }) => publicUrl + path),
		},
		stopping,
	);
	// The server stops: the pages stay queued.
	if (stopping.aborted) return;
	await database.write(async (transaction) => {
		if (failure === undefined) await recordSuccess(transaction, pages, clock.now());
		else await recordFailure(transaction, failure, clock.now());
	});
}

function listQueued(db: Connection): Promise<IndexNowPagesTable[]> {
	return db.selectFrom("indexNowPages").selectAll().orderBy("queuedAt").orderBy("path").limit(mostAtOnce).execute();
}

function findState(db: Connection): Promise<IndexNowStateTable | undefined> {
	return db.selectFrom("indexNowState").selectAll().where("id", "=", 1).executeTakeFirst();
}

async function putState(
	transaction: WriteTransaction,
	{ nextAt, ...state }: Partial<Omit<IndexNowStateTable, "id" | "nextAt">> & { nextAt: Temporal.Instant },
): Promise<void> {
	const changes = { ...state, nextAt: toInstantText(nextAt) };
	await transaction
		.insertInto("indexNowState")
		.values({ id: 1, sentAt: null, failures: 0, failure: null, ...changes })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
		.execute();
}

/** Takes the turn of the next minute, unless it is too early or another server has taken it. */
function claimTurn(database: Database, now: Temporal.Instant): Promise<boolean> {
	return database.write(async (transaction) => {
		await takeLock(transaction, "indexnow");
		const state = await findState(transaction);
		// A time too far ahead comes of a clock that was wrong.
		const latest = now.add({ minutes: mostPauseMinutes }).add(clockTolerance);
		if (state && state.nextAt > toInstantText(now) && state.nextAt <= toInstantText(latest)) return false;
		await putState(transaction, { nextAt: now.add(pause) });
		return true;
	});
}

async function recordSuccess(
	transaction: WriteTransaction,
	pages: readonly IndexNowPagesTable[],
	now: Temporal.Instant,
): Promise<void> {
	// A page that has changed meanwhile is queued again.
	for (const { path, queuedAt } of pages)
		await transaction.deleteFrom("indexNowPages").where("path", "=", path).where("queuedAt", "=", queuedAt).execute();
	await putState(transaction, { nextAt: now.add(pause), sentAt: toInstantText(now), failures: 0, failure: null });
}

async function recordFailure(transaction: WriteTransaction, failure: string, now: Temporal.Instant): Promise<void> {
	const failures = ((await findState(transaction))?.failures ?? 0) + 1;
	const minutes = Math.min(2 ** Math.min(failures, 20), mostPauseMinutes);
	await putState(transaction, { nextAt: now.add({ minutes }), failures, failure });
}

/** Returns why the request failed; undefined if it succeeded. */
async function post(endpoint: string, body: object, stopping: AbortSignal): Promise<string | undefined> {
	try {
		const response = await fetch(endpoint, {
			method: "POST",
			headers: { "content-type": "application/json; charset=utf-8" },
			body: JSON.stringify(body),
			redirect: "manual",
			signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
		});
		await response.body?.cancel();
		return response.ok ? undefined : `the service returns status ${response.status}`;
	} catch (error) {
		const cause = error instanceof Error ? (error.cause ?? error) : undefined;
		if (cause instanceof Error && cause.name === "TimeoutError") return "the service does not respond in time";
		const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
		return `the service cannot be reached${code}`;
	}
}
