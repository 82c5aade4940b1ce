/**
 * Writes an instant for storage: ISO 8601 in UTC with exactly three decimals, so that texts sort like instants.
 *
 * Source: docs/decisions/0008-instants-as-text.md. `Temporal.Instant.from` parses it.
 */
export function toInstantText(instant: Temporal.Instant): string {
	return instant.toString({ smallestUnit: "millisecond" });
}

/** Writes an instant for a column that may be empty. */
export function toOptionalInstantText(instant: Temporal.Instant | null | undefined): string | null {
	return instant ? toInstantText(instant) : null;
}

/** Reads an instant from a column that may be empty. */
export function toOptionalInstant(text: string | null | undefined): Temporal.Instant | undefined {
	return text ? Temporal.Instant.from(text) : undefined;
}

/** Returns the day of an instant in UTC, such as 2026-11-23. */
export function toUtcDay(instant: Temporal.Instant): string {
	return instant.toString().slice(0, 10);
}
