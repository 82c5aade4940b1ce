import { indiaTimeZone } from "../../features/india-time.ts";
import type { LetterSummary } from "../mail/letters-store.ts";

/** Lays out rows in columns as wide as their widest cell. */
export function formatTable(header: string[], rows: string[][]): string {
	const all = [header, ...rows];
	const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
	return all.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()}\n`).join("");
}

/** Writes labels and values one below the other. */
export function formatFields(fields: [label: string, value: string][]): string {
	return fields.map(([label, value]) => `${`${label}:`.padEnd(12)}${value}\n`).join("");
}

/** Writes an instant as a wall clock in India shows it, to the minute. */
export function formatIndiaTime(instant: Temporal.Instant): string {
	return instant.toZonedDateTimeISO(indiaTimeZone).toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ");
}

export function formatLetters(letters: LetterSummary[], now: Temporal.Instant): string {
	return formatTable(["Reference", "Letter", "To", "State", "Queued (India)", "Attempts", "Last error"], letters.map((letter) => [
		letter.reference, letter.kind, letter.recipient, describeState(letter, now), formatIndiaTime(letter.queuedAt), String(letter.attempts), letter.lastError ?? "",
	]));
}

/** A number of letters in words, such as "2 letters". */
export function countOf(letters: number): string {
	return letters === 1 ? "1 letter" : `${letters} letters`;
}

function describeState({ state, late, queuedAt }: LetterSummary, now: Temporal.Instant): string {
	if (late) return "waiting, LATE";
	return state === "waiting" && Temporal.Instant.compare(queuedAt, now) > 0 ? "scheduled" : state;
}
