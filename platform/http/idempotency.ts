import { hash } from "node:crypto";
import { z } from "zod";
import { keyField } from "../../shared/form-key.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import { HttpProblem } from "./problem.ts";

/** How long a key gives the first response again. */
const keyLifetime = Temporal.Duration.from({ hours: 24 });

type IdempotencyKeysTable = {
	route: string;
	key: string;
	bodyHash: string;
	answer: string;
	/** Of the record that the response is about; empty while the request runs. */
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

/**
 * Says what is wrong with a form whose key came with another body before; throws every other error.
 *
 * @param wish what sending the form once more does, such as "send this as a new message"
 */
export function explainKeyReuse(error: unknown, wish: string): string {
	if (!(error instanceof IdempotencyKeyReusedError)) throw error;
	return `This form was already sent with other content. Send it once more to ${wish}.`;
}

/** Returns explainKeyReuse as an error of the form. */
export function describeKeyReuse(error: unknown, wish: string): FieldError[] {
	return [{ field: keyField, message: explainKeyReuse(error, wish) }];
}

const keyRule = "must be 1 to 200 visible ASCII characters";
const keySchema = z
	.string()
	.min(1, keyRule)
	.max(200, keyRule)
	.regex(/^[\x21-\x7e]*$/, keyRule)
	.meta({ examples: ["0199e0a2-5a0c-7c1e-9d55-3f4b8c1d2e6a"] });

/**
 * Returns the header schema of a repeatable post: an optional Idempotency-Key.
 *
 * @param repeated the effect of the same key and body, such as "stores nothing"
 */
export function idempotencyHeaders(repeated: string) {
	const description = `For 24 hours, the same key with the same body gets the first response again and ${repeated}.`;
	return z.object({ "idempotency-key": keySchema.optional().describe(description) });
}

/** Tells whether a text is a valid key: 1 to 200 visible ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
	return keySchema.safeParse(text).success;
}

/**
 * Reads the key of a request whose headers no schema has checked, if there is one.
 *
 * @throws HttpProblem 400 for an invalid key
 */
export function readIdempotencyKey(value: string | string[] | undefined): string | undefined {
	if (value === undefined || (typeof value === "string" && isIdempotencyKey(value))) return value;
	throw new HttpProblem(400, `The Idempotency-Key ${keyRule}.`, {
		errors: [{ field: keyField, message: keyRule }],
	});
}

/** A repeatable request; without a key, each is a new one. */
export type RepeatableRequest = { route: string; key: string | undefined; body: unknown };

/**
 * Finds the response that a key and body got before, to be given again whatever has changed since; undefined for a new key.
 *
 * @throws IdempotencyKeyReusedError if the key came with another body before
 */
export async function findStoredResponse<Answer extends { reference: string }>(
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

/** Tells whether a key has an answer, whatever body it came with; false without a key. */
export async function isKeyTaken(
	db: Connection,
	{ route, key }: Pick<RepeatableRequest, "route" | "key">,
	now: Temporal.Instant,
): Promise<boolean> {
	if (key === undefined) return false;
	const stored = await db
		.selectFrom("idempotencyKeys")
		.select("key")
		.where("route", "=", route)
		.where("key", "=", key)
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return stored !== undefined;
}

/**
 * Runs `work` once per key and body: later calls get the first response without running it.
 *
 * A second request during the first waits for it, on the unique constraint, and then gets its response.
 *
 * @param transaction commits the key together with what `work` stores
 * @param work its result is stored as JSON for 24 hours, so it must hold nothing personal except a private link; it is deleted together
 * with the record of its reference
 * @throws IdempotencyKeyReusedError if the key came with another body before
 */
export async function respondOnce<Answer extends Record<string, string | number | undefined> & { reference: string }>(
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
		const stored = await findStoredResponse<Answer>(transaction, request, now);
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
	return hash("sha256", JSON.stringify(body), "hex");
}

/** Deletes expired keys and returns how many. */
export async function deleteExpiredKeys(db: Connection, now: Temporal.Instant): Promise<number> {
	const result = await db.deleteFrom("idempotencyKeys").where("expiresAt", "<=", toInstantText(now)).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Deletes the keys whose responses are about these records and returns how many. */
export async function deleteKeysOf(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	const result = await transaction
		.deleteFrom("idempotencyKeys")
		.where("reference", "in", references)
		.executeTakeFirst();
	return Number(result.numDeletedRows);
}
