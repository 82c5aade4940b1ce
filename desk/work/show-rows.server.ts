import { findLatestTexts } from "../../core/conversations/incoming/message-store.server.ts";
import type { ListedRecord } from "../../core/records/list.server.ts";
import type { Promises } from "../../core/records/promise.server.ts";
import { findStage, type Member, type RecordKind } from "../../core/records/record-kind.ts";
import { isSnoozed } from "../../core/records/snooze.server.ts";
import type { Connection } from "../../platform/database/database.ts";
import type { CompanyTime } from "../../shared/company.ts";
import type { Stage } from "../../shared/desk.ts";
import { formatShortDate, formatShortDayAndMonth } from "../../shared/format-date.ts";
import { describeAge } from "../records/describe-age.ts";
import { showShortTime, showStanding, showValue } from "../records/show-values.server.ts";
import { describeLeft } from "../today/describe-left.ts";
import { findFirstLine } from "./first-line.ts";
import type { DueLabel, WorkRow } from "./work-rows.tsx";

const excerptLength = 160;

type Shown = {
	db: Connection;
	kind: RecordKind;
	/** Stages of single topics. */
	stagesOf: ReadonlyMap<string, readonly Stage[]> | undefined;
	/** Everybody, also former owners. */
	members: readonly Member[];
	promises: Promises;
	now: Temporal.Instant;
	today: Temporal.PlainDate;
	company: CompanyTime;
};

/** Shows a page of records as rows; the number of queries does not depend on the number of records. */
export async function showRows(records: readonly ListedRecord[], shown: Shown): Promise<WorkRow[]> {
	const { db, kind, stagesOf, members, now, company } = shown;
	const references = records.map(({ reference }) => reference);
	const [sent, latest, remarks] = await Promise.all([
		kind.findSent(db, references),
		findLatestTexts(db, references),
		kind.findRemarks?.(db, references, now),
	]);
	return records.map((record) => {
		const { reference } = record;
		const own = { ...kind, stages: stagesOf?.get(record.topic) ?? kind.stages };
		const { text, about } = sent.get(reference) ?? {};
		const { at, text: said } = latest.get(reference) ?? { at: record.receivedAt, text: text?.value ?? "" };
		const owner = members.find(({ id }) => id === record.ownerId)?.name;
		return {
			reference,
			name: record.senderName,
			about,
			text: findFirstLine(said, excerptLength),
			age: { ...showValue(at, company), age: describeAge(at, now, company) },
			stage: showStanding(record, own),
			remark: remarks?.get(reference),
			owner: owner === undefined ? undefined : { name: owner, initials: findInitials(owner) },
			due: showDue(record, own, shown),
		};
	});
}

/** Returns the first letters of the first and the last name. */
export function findInitials(name: string): string {
	const [first = "", ...others] = name.split(/\s+/).filter((part) => part !== "");
	return [first, others.at(-1) ?? ""]
		.map((part) => String.fromCodePoint(part.codePointAt(0) ?? 0x20).trim())
		.join("")
		.toUpperCase();
}

/** The next date: the return from a snooze, the call, the reply, or the follow-up. */
function showDue(
	record: ListedRecord,
	kind: RecordKind,
	{ promises, now, today, company }: Pick<Shown, "promises" | "now" | "today" | "company">,
): DueLabel | undefined {
	if (record.snoozedUntil && isSnoozed(record, now))
		return { text: `Until ${showShortTime(record.snoozedUntil, company)}`, detail: "Snoozed", isLate: false };
	if (record.moment) return { text: describeMoment(record.moment, company), isLate: false };
	const isOpen = findStage(kind, record.stage).open && !record.spam;
	const isAwaited =
		isOpen && record.senderEmail !== "" && (record.answeredAt === undefined || record.awaitingSince !== undefined);
	if (isAwaited && kind.isPromised) {
		const left = promises.measureLeft(record, now);
		return { text: describeLeft(left, now), detail: "No reply yet", isLate: left.isLate };
	}
	if (record.followUpOn) {
		const distance = Temporal.PlainDate.compare(record.followUpOn, today);
		const day = distance === 0 ? "today" : formatShortDayAndMonth(record.followUpOn.toString());
		return { text: `Due ${day}`, detail: "Follow-up", isLate: distance < 0 };
	}
	if (isAwaited && kind.replyWithinDays !== undefined) return { text: "No reply yet", isLate: false };
	return undefined;
}

/** "Mon 23 Nov, 2:30 PM" */
function describeMoment(moment: Temporal.Instant, company: CompanyTime): string {
	const day = moment.toZonedDateTimeISO(company.timeZone).toPlainDate().toString();
	const time = showValue(moment, company).text.split(", ").at(-1) ?? "";
	return `${formatShortDate(day).replace(",", "")}, ${time}`;
}
