import { createIdempotencyKey } from "../../idempotency-key.ts";
import type { FieldError } from "./rules.ts";

/** What the server calls the key in an error about it; no field that people see. */
export const keyField = "Idempotency-Key";

/** Gives the plain form its key: that of the form that was refused, so that sending it again stays the same request, unless the key itself was refused. */
export function chooseFormKey(rejected: { values: Record<string, string>; errors: FieldError[] } | null): string {
	const refused = rejected?.errors.some(({ field }) => field === keyField);
	return (!refused && rejected?.values.idempotencyKey) || createIdempotencyKey();
}
