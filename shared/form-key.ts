import type { FieldError } from "./text-rules.ts";

/** The name of the key in errors; not a visible field. */
export const keyField = "Idempotency-Key";

/** The refusal of a form sent without scripts. */
type Refusal = { values: Partial<Record<string, string>>; errors?: FieldError[] };

/**
 * Chooses the key of a form sent without scripts: the key of the refused form, because that form may have been stored
 * all the same; a fresh one when there was no refusal, or when the key itself was refused.
 */
export function chooseFormKey(refusal: Refusal | null | undefined, fresh: string): string {
	const keyRefused = refusal?.errors?.some(({ field }) => field === keyField);
	return (!keyRefused && refusal?.values.idempotencyKey) || fresh;
}
