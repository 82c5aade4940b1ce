import type { FieldError } from "./text-rules.ts";

/** How long the browser waits for a response of the API. */
export const answerTimeoutMs = 20_000;

/** The outcome: success or not, and the members of the JSON body. A problem (RFC 9457) has `message` and `errors`. */
type Answer<Members> = {
	ok: boolean;
	/** Absent when no response came in time. */ status?: number;
	members: Partial<Members> & { message?: string; errors?: FieldError[] };
};

/**
 * Posts JSON to the API and returns the outcome; never throws. A response without JSON has no members.
 *
 * @param key sent as Idempotency-Key: the same body with the same key is never stored twice
 */
export async function postJson<Members>(url: string, body: string, key: string): Promise<Answer<Members>> {
	try {
		const response = await fetch(url, {
			method: "POST",
			headers: { "Content-Type": "application/json", "Idempotency-Key": key },
			body,
			signal: AbortSignal.timeout(answerTimeoutMs),
		});
		return { ok: response.ok, status: response.status, members: await response.json().catch(() => ({})) };
	} catch {
		return { ok: false, members: {} };
	}
}
