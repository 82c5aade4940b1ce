import type { FieldError } from "./text-rules.ts";

/** What the server calls the key in an error about it; no field that people see. */
export const keyField = "Idempotency-Key";

/** What became of a plain form that was not accepted. */
type Refusal = { values: Partial<Record<string, string>>; errors?: FieldError[] };

/**
 * Chooses the key of a plain form: that of the form that was refused, because whether a failed one was stored after all is not known
 * and sending it again asks for that one; a fresh key when there was none, or when the key itself was refused.
 */
export function chooseFormKey(refusal: Refusal | null | undefined, fresh: string): string {
	const keyRefused = refusal?.errors?.some(({ field }) => field === keyField);
	return (!keyRefused && refusal?.values.idempotencyKey) || fresh;
}
