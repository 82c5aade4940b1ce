import { data } from "react-router";
import { isIdempotencyKey } from "../../platform/http/idempotency.ts";

/**
 * Reads the idempotency key that came with a form; undefined for a form without one.
 *
 * @throws an answer of 400 for one that is no key
 */
export function readFormKey(form: URLSearchParams, name = "key"): string | undefined {
	const key = form.get(name) || undefined;
	if (key !== undefined && !isIdempotencyKey(key)) throw data(null, { status: 400 });
	return key;
}
