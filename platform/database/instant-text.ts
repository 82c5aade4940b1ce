/**
 * Writes an instant as it is stored: ISO 8601 in UTC with exactly three decimals, so that texts sort as the instants do.
 *
 * Source: docs/decisions/0008-instants-as-text.md. `Temporal.Instant.from` reads it back.
 */
export function toInstantText(instant: Temporal.Instant): string {
	return instant.toString({ smallestUnit: "millisecond" });
}
