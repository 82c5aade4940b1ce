import type { RecordField, Value } from "../../core/records/record-fields.ts";
import { listFields, type RecordDeclaration, type SentRecord } from "../../core/records/record-kind.ts";
import { emailGroupNames, groupOf, type EmailSummary } from "../../platform/email/email-list-store.ts";
import type { CompanyTime } from "../../shared/company.ts";

/** Formats rows in columns as wide as their widest cell. */
export function formatTable(header: string[], rows: string[][]): string {
	const all = [header, ...rows];
	const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
	return all
		.map(
			(row) =>
				`${row
					.map((cell, column) => cell.padEnd(widths[column] ?? 0))
					.join("  ")
					.trimEnd()}\n`,
		)
		.join("");
}

/** Formats records as a list, or says that there are none. */
export function formatRecords(
	{ columns, emptyListText }: Pick<RecordDeclaration, "columns" | "emptyListText">,
	rows: ({ reference: string } & Pick<SentRecord, "cells" | "state">)[],
	time: CompanyTime,
): string {
	if (rows.length === 0) return `${emptyListText}\n`;
	return formatTable(
		["Reference", ...columns, "Status"],
		rows.map(({ reference, cells, state }) => [reference, ...cells.map((value) => formatValue(value, time)), state]),
	);
}

/** Formats one record: its fields, then its text. */
export function formatRecord(
	reference: string,
	{ kind, sent }: { kind: Pick<RecordDeclaration, "moment">; sent: SentRecord },
	time: CompanyTime,
): string {
	const { text, state } = sent;
	const first = [
		{ label: "Reference", value: reference },
		{ label: "Status", value: state },
	];
	const lines = [...first, ...listFields(kind, sent)].map(
		({ label, value }) => `${`${label}:`.padEnd(12)}${formatFieldValue(value, time)}\n`,
	);
	return `${lines.join("")}\n${text.value === "" ? "" : `${text.value}\n`}`;
}

function formatFieldValue(value: RecordField["value"], time: CompanyTime): string {
	if (Array.isArray(value)) return value.join("; ") || "not given";
	return value instanceof Temporal.Instant ? `${formatInstant(value, time)} (${time.timeZoneLabel})` : String(value);
}

function formatValue(value: Value, time: CompanyTime): string {
	return value instanceof Temporal.Instant ? formatInstant(value, time) : String(value);
}

/** Formats an instant in the company's zone, to the minute. */
function formatInstant(instant: Temporal.Instant, { timeZone }: Pick<CompanyTime, "timeZone">): string {
	return instant.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ");
}

export function formatEmails(emails: EmailSummary[], now: Temporal.Instant, time: CompanyTime): string {
	return formatTable(
		["Reference", "E-mail", "To", "Status", `Queued (${time.timeZoneLabel})`, "Attempts", "Last error"],
		emails.map((email) => [
			email.reference,
			email.kind,
			email.recipient,
			describeState(email, now),
			formatInstant(email.queuedAt, time),
			String(email.attempts),
			email.lastError ?? "",
		]),
	);
}

function describeState(email: EmailSummary, now: Temporal.Instant): string {
	const group = groupOf(email, now);
	return group === "late" ? "waiting, LATE" : emailGroupNames[group].toLowerCase();
}
