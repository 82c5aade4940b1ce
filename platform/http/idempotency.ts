import { createHash } from "node:crypto";
import { z } from "zod";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import { HttpProblem } from "./problem.ts";

/** How long the same key gives the first answer again. */
const keyLifetime = Temporal.Duration.from({ hours: 24 });

type IdempotencyKeysTable = {
	route: string;
	key: string;
	bodyHash: string;
	answer: string;
	/** Of the record that the answer is about; empty while the request runs. */
	reference: string | null;
	expiresAt: string;
};

declare module "../database/tables.ts" {
	interface Tables {
		idempotencyKeys: IdempotencyKeysTable;
	}
}

/** The key was used before with another body. */
export class IdempotencyKeyReusedError extends Error {
	constructor() {
		super("This Idempotency-Key was used before with another body");
		this.name = "IdempotencyKeyReusedError";
	}
}

const keyRule = "must be 1 to 200 visible ASCII characters";
const keySchema = z
	.string()
	.min(1, keyRule)
	.max(200, keyRule)
	.regex(/^[\x21-\x7e]*$/, keyRule)
	.meta({ examples: ["0199e0a2-5a0c-7c1e-9d55-3f4b8c1d2e6a"] });

/**
 * The headers of a post that may come again: an optional Idempotency-Key.
 *
 * @param repeated what the same key and body do not do again, such as "stores nothing"
 */
export function idempotencyHeaders(repeated: string) {
	const description = `For 24 hours, the same key with the same body gives the first answer again and ${repeated}.`;
	return z.object({ "idempotency-key": keySchema.optional().describe(description) });
}

/** A key as a client may choose it: 1 to 200 visible ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
	return keySchema.safeParse(text).success;
}

/**
 * Reads the key that came with a request whose headers no schema has checked, if one did.
 *
 * @throws HttpProblem 400 for one that is no key
 */
export function readIdempotencyKey(value: string | string[] | undefined): string | undefined {
	if (value === undefined || (typeof value === "string" && isIdempotencyKey(value))) return value;
	throw new HttpProblem(400, `The Idempotency-Key ${keyRule}.`, {
		errors: [{ field: "Idempotency-Key", message: keyRule }],
	});
}

/** A request that may come again: without a key, each is a new one. */
export type RepeatableRequest = { route: string; key: string | undefined; body: unknown };

/**
 * Finds the answer that a key and body got before, so that it can be given again whatever has changed since; undefined for a new one.
 *
 * @throws IdempotencyKeyReusedError when the key came with another body before
 */
export async function findStoredAnswer<Answer extends { reference: string }>(
	db: Connection,
	{ route, key, body }: RepeatableRequest,
	now: Temporal.Instant,
): Promise<Answer | undefined> {
	if (key === undefined) return undefined;
	const stored = await db
		.selectFrom("idempotencyKeys")
		.select(["bodyHash", "answer"])
		.where("route", "=", route)
		.where("key", "=", key)
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	if (!stored) return undefined;
	if (stored.bodyHash !== hashBody(body)) throw new IdempotencyKeyReusedError();
	return JSON.parse(stored.answer) as Answer;
}

/**
 * Does `work` once for a key and body: later calls with the same give the first answer again, without doing it.
 *
 * A second request that comes while the first still runs waits for it, on the unique constraint, and then gets its answer.
 *
 * @param transaction commits the key together with what `work` stores
 * @param work its answer is stored as JSON for 24 hours, so it holds nothing personal but a private link at most; by its reference it is deleted together with the
 * record
 * @throws IdempotencyKeyReusedError when the key came with another body before
 */
export async function answerOnce<Answer extends Record<string, string | number | undefined> & { reference: string }>(
	transaction: WriteTransaction,
	request: RepeatableRequest,
	now: Temporal.Instant,
	work: () => Promise<Answer>,
): Promise<Answer> {
	const { route, key } = request;
	if (key === undefined) return work();
	const fresh = { bodyHash: hashBody(request.body), answer: "", expiresAt: toInstantText(now.add(keyLifetime)) };
	const claimed = await transaction
		.insertInto("idempotencyKeys")
		.values({ route, key, ...fresh })
		.onConflict((conflict) =>
			conflict
				.columns(["route", "key"])
				.doUpdateSet(fresh)
				.where("idempotencyKeys.expiresAt", "<=", toInstantText(now)),
		)
		.returning("key")
		.executeTakeFirst();
	if (!claimed) {
		const stored = await findStoredAnswer<Answer>(transaction, request, now);
		if (!stored) throw new Error("A key that is taken has no answer");
		return stored;
	}
	const answer = await work();
	await transaction
		.updateTable("idempotencyKeys")
		.set({ answer: JSON.stringify(answer), reference: answer.reference })
		.where("route", "=", route)
		.where("key", "=", key)
		.execute();
	return answer;
}

function hashBody(body: unknown): string {
	return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

/** Deletes the keys that have expired and tells how many. */
export async function deleteExpiredKeys(db: Connection, now: Temporal.Instant): Promise<number> {
	const result = await db.deleteFrom("idempotencyKeys").where("expiresAt", "<=", toInstantText(now)).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Deletes the keys whose answers are about these records and tells how many. */
export async function deleteKeysOf(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	const result = await transaction
		.deleteFrom("idempotencyKeys")
		.where("reference", "in", references)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}
