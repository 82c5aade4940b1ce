import { data } from "react-router";
import { isIdempotencyKey } from "../../platform/http/idempotency.ts";

/**
 * Reads the idempotency key of a form; undefined without one.
 * @throws a 400 response for an invalid key
 */
export function readFormKey(form: URLSearchParams, name = "key"): string | undefined {
	const key = form.get(name) || undefined;
	if (key !== undefined && !isIdempotencyKey(key)) throw data(null, { status: 400 });
	return key;
}
