import { isJsonObject, readFieldErrors, readText, type JsonObject } from "./json-shape.ts";
import type { FieldError } from "./text-rules.ts";

/** How long the browser waits for a response of the API. */
export const responseTimeoutMs = 20_000;

/** A response of the API. */
type ApiResponse = {
	ok: boolean;
	/** Left out when none came in time. */
	status?: number;
	/** Of a problem (RFC 9457). */
	message?: string | undefined;
	errors: FieldError[];
	/** The other members of its JSON, whose shape is the caller's to check. */
	members: JsonObject;
};

/**
 * Posts JSON to the API and returns the response; never throws. A response without a JSON object has no members.
 *
 * @param key sent as Idempotency-Key: the same body with the same key is never stored twice
 */
export async function postJson(url: string, body: string, key: string): Promise<ApiResponse> {
	try {
		const response = await fetch(url, {
			method: "POST",
			headers: { "Content-Type": "application/json", "Idempotency-Key": key },
			body,
			signal: AbortSignal.timeout(responseTimeoutMs),
		});
		const json: unknown = await response.json().catch(() => undefined);
		const { message, errors, ...members } = isJsonObject(json) ? json : {};
		return {
			ok: response.ok,
			status: response.status,
			message: readText(message),
			errors: readFieldErrors(errors),
			members,
		};
	} catch {
		return { ok: false, errors: [], members: {} };
	}
}
