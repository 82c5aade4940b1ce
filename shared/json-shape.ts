import { parseUrl } from "./parse-url.ts";
import type { FieldError } from "./text-rules.ts";

/** A JSON object whose members are unknown. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Tells whether a value is an object, and neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a text, or undefined for anything else. */
export function readText(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}

/** Returns the texts of an array; anything else counts as an empty one. */
export function readTexts(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Returns the errors of a problem (`errors: [{field, message}]`), without those of another shape. */
export function readFieldErrors(value: unknown): FieldError[] {
	return Array.isArray(value) ? value.filter(isFieldError) : [];
}

function isFieldError(value: unknown): value is FieldError {
	return isJsonObject(value) && typeof value.field === "string" && typeof value.message === "string";
}

/** Returns the path of an absolute address, or undefined for anything else. */
export function readPath(value: unknown): string | undefined {
	return typeof value === "string" ? parseUrl(value)?.pathname : undefined;
}
