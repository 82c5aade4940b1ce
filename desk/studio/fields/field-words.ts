import type { FormField } from "../../../features/publishing/forms/form-field.ts";
import { capitalise } from "../../../shared/capitalise.ts";
import { countOf } from "../../words.ts";

/** The label of a field, marked when it is optional. */
export function labelOf({ title, isOptional, kind }: FormField): string {
	return isOptional && kind !== "boolean" && kind !== "list" ? `${title} (optional)` : title;
}

/** Names an option by its key, such as Round robin by round-robin. Options that begin with a capital are names already. */
export function nameOption(option: string): string {
	return /^[a-z]/.test(option) ? capitalise(option.replaceAll("-", " ")) : option;
}

/** Returns a value as text. */
export function toText(value: unknown): string {
	return typeof value === "string"
		? value
		: typeof value === "number" || typeof value === "boolean"
			? String(value)
			: "";
}

/** Says how much of its limit a text has used. */
export function describeLength(length: number, { min, max }: { min?: number; max?: number }): string {
	const few = min !== undefined && length < min ? `at least ${min}` : undefined;
	if (max === undefined) return few === undefined ? "" : `${characters(length)}, ${few}`;
	if (length > max) return `${characters(length - max)} too many`;
	return few === undefined ? `${characters(max - length)} left` : `${characters(length)}, ${few}`;
}

function characters(count: number): string {
	return countOf(count, `${count} characters`, "1 character");
}
