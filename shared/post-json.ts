import type { FieldError } from "./text-rules.ts";

/** How long the browser waits for an answer of the API. */
export const answerTimeoutMs = 20_000;

/** What came back: whether it was a success, and the members of its JSON, of which a problem (RFC 9457) has `message` and `errors`. */
type Answer<Members> = {
	ok: boolean;
	/** Left out when nobody answered in time. */ status?: number;
	members: Partial<Members> & { message?: string; errors?: FieldError[] };
};

/**
 * Posts JSON to the API and says what it answered; never throws. An answer that holds no JSON has no members.
 *
 * @param key sent as Idempotency-Key: the same body sent again with the same key is never stored twice
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
