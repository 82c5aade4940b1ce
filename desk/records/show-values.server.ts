import type { RecordField, Value } from "../../core/records/record-fields.ts";
import { findStage, type RecordKind } from "../../core/records/record-kind.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import type { ChangedField } from "../../core/records/work-store.server.ts";
import { emailGroupNames, groupOf, type EmailSummary } from "../../platform/email/email-list-store.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Company, CompanyTime } from "../../shared/company.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import { isCalendarDate } from "../../shared/slot-times.ts";
import { nameEmail } from "./name-email.ts";
import type { ShownEmail, ShownField, ShownState, ShownValue } from "./values.ts";

const instantInWords = { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" } as const;

type Place = Pick<CompanyTime, "locale" | "timeZone">;

/** Formats a value: texts unchanged, days and instants in the company's locale and zone. */
export function showValue(value: Value, { locale, timeZone }: Place): ShownValue {
	if (value instanceof Temporal.Instant)
		return {
			text: withHalfAsSlots(value.toLocaleString(locale, { ...instantInWords, timeZone })),
			dateTime: value.toString(),
		};
	if (value instanceof Temporal.PlainDate)
		return { text: `${formatShortDate(value.toString())} ${value.year}`, dateTime: value.toString() };
	return { text: value };
}

/** Writes the average of scores, such as "4.2". */
export function showScore(average: number, locale: string): string {
	return average.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Writes an amount in whole units of the company's currency. */
export function showMoney(amount: number, { locale, currency }: Pick<Company, "locale" | "currency">): string {
	return new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 }).format(amount);
}

/** Writes a day and a time without the year, such as "Mon 23 Nov, 9:00 AM". */
export function showShortTime(at: Temporal.Instant, { locale, timeZone }: Place): string {
	const day = formatShortDate(at.toZonedDateTimeISO(timeZone).toPlainDate().toString()).replace(",", "");
	const time = at.toLocaleString(locale, { hour: "numeric", minute: "2-digit", timeZone });
	return `${day}, ${withHalfAsSlots(time)}`;
}

/** Writes a changed value as its rules name it: days and instants formatted, others as they are. */
export function showSet(field: ChangedField, set: string, place: Place & Pick<Company, "currency">): string {
	if (field === "value" && /^\d/.test(set)) return showMoney(Number(set), place);
	if (field === "snooze" && /^\d/.test(set)) return showShortTime(Temporal.Instant.from(set), place);
	return isCalendarDate(set) ? showValue(Temporal.PlainDate.from(set), place).text : set;
}

/** Calls are named "10:00 AM" everywhere, so other times beside them are too. */
export function withHalfAsSlots(time: string): string {
	return time.replace(/\b(?:am|pm)\b/, (half) => half.toUpperCase());
}

export function showField({ label, value, as }: RecordField, place: Place): ShownField {
	const shown = Array.isArray(value) ? value : showValue(value, place);
	return { label, value: shown, ...((as === "email" || as === "links") && { as }) };
}

export function showState(state: string): ShownState {
	return { state, name: capitalise(state) };
}

/** Hues of open stages after the first, in their order (desk.css); a fourth begins again. */
const stageHues = 3;

/** Shows the state of a record: quarantine first, then its stage; the first final stage of a kind is the one hoped for. */
export function showStanding(
	{ spam, stage: key }: Pick<StoredRecord, "spam" | "stage">,
	kind: Pick<RecordKind, "stages">,
): ShownState {
	if (spam) return { state: "quarantined", name: "Spam" };
	const { key: stage, open, label } = findStage(kind, key);
	const alike = kind.stages.filter((one) => one.open === open).findIndex((one) => one.key === stage);
	const state = open
		? alike === 0
			? "new"
			: `stage-${((alike - 1) % stageHues) + 1}`
		: alike === 0
			? "done"
			: "closed";
	return { state, name: label };
}

export function showEmail(
	email: EmailSummary,
	{ now, place, pathOf }: { now: Temporal.Instant; place: Place; pathOf(reference: string): string | undefined },
): ShownEmail {
	const group = groupOf(email, now);
	return {
		kind: capitalise(nameEmail(email.kind)),
		reference: email.reference,
		path: pathOf(email.reference),
		recipient: email.recipient,
		group: { state: group, name: emailGroupNames[group] },
		lastError: email.lastError,
		due: showValue(email.queuedAt, place),
		attempts: email.attempts,
		canBeSentAgain: (group === "failed" && !email.bounced) || group === "withheld",
	};
}
