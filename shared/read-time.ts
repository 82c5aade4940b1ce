/** Reads an instant, such as 2026-11-23T06:00:00Z; undefined for anything else. */
export function readInstant(text: string): Temporal.Instant | undefined {
	try {
		return Temporal.Instant.from(text);
	} catch {
		return undefined;
	}
}

/** Reads a day and time as a field of a form has them, such as 2026-11-23T11:30, in a zone; undefined for anything else. */
export function readLocalTime(text: string, timeZone: string): Temporal.Instant | undefined {
	try {
		return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant();
	} catch {
		return undefined;
	}
}
