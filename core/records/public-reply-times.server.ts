import { setImmediate as giveWay } from "node:timers/promises";
import { createContext } from "react-router";
import type { Clock } from "../../platform/clock.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import { findDate, findStartOfDay } from "../../shared/zoned-time.ts";
import { createBusinessHours, type BusinessHours } from "./business-hours.ts";
import { calendarTime } from "./calendar-time.ts";
import type { RecordKind } from "./record-kind.ts";
import { contactSource } from "./record-sources.ts";
import { toFirstRecordId } from "./record-store.server.ts";
import { replyTimeDays, type ReplyTimeFigures, type ReplyUnit } from "./reply-time-sentence.ts";
import { findPercentile } from "./reply-times.server.ts";

type PublicReplyTimesTable = {
	/** Name of the kind of records. */
	kind: string;
	/** YYYY-MM-DD in the company's zone. */
	day: string;
	basis: string;
	due: number;
	kept: number;
	median: number | null;
	within: number;
	unit: ReplyUnit;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		publicReplyTimes: PublicReplyTimesTable;
	}
}

/** The change key of the figures. */
export const publicReplyTimesChangeKey = "public reply times";

/** Finds the figures of a kind of records by its name; undefined while there are none. */
export type FindReplyTimes = (kind: string) => Promise<ReplyTimeFigures | undefined>;

/** Finds the figures that a public page may show; none in previews and when the site is built. */
export const publicReplyTimesContext = createContext<FindReplyTimes>(async () => undefined);

/** Records read at once; between them, requests are answered. */
const rowsAtOnce = 500;

/** The time within which a kind's records must get a reply, and the unit it is measured in. */
type ReplyTarget = { kind: RecordKind; within: number; unit: ReplyUnit; minutesPerUnit: number; hours: BusinessHours };

type MeasuredCompany = Pick<Company, "timeZone" | "hours" | "replyWithinBusinessHours"> & {
	demo: Pick<Company["demo"], "closures">;
};

/** Lists the kinds whose records must get a reply within a certain time. */
function listTargets(kinds: readonly RecordKind[], company: MeasuredCompany): ReplyTarget[] {
	return kinds.flatMap((kind): ReplyTarget[] => {
		if (kind.isPromised) {
			const hours = createBusinessHours(company);
			return [{ kind, within: company.replyWithinBusinessHours, unit: "business hours", minutesPerUnit: 60, hours }];
		}
		if (kind.replyWithinDays === undefined) return [];
		return [{ kind, within: kind.replyWithinDays, unit: "days", minutesPerUnit: 24 * 60, hours: calendarTime }];
	});
}

/**
 * Measures how soon records had a first reply, as everything stood at the first moment of today, and keeps the figures for the site. Does
 * nothing once that is done for the day and the settings.
 */
export async function keepPublicReplyTimes({
	database,
	clock,
	kinds,
	company,
}: {
	database: Database;
	clock: Clock;
	kinds: readonly RecordKind[];
	company: MeasuredCompany;
}): Promise<void> {
	const { timeZone, hours } = company;
	const day = findDate(clock.now().epochMilliseconds, timeZone);
	for (const target of listTargets(kinds, company)) {
		const { kind, within, unit } = target;
		const basis = JSON.stringify([
			within,
			timeZone,
			hours.days,
			hours.opens,
			hours.closes,
			company.demo.closures,
			// Without any, the basis is the one that the release before has stored.
			...(hours.exceptions ?? []),
		]);
		const before = await findRow(database.db, kind.name);
		if (before?.day === day && before.basis === basis) continue;
		const { due, kept, median } = await measure(database.db, target, { day, timeZone });
		const values = { day, basis, due, kept, median: median ?? null, within, unit };
		await database.write(async (transaction) => {
			await transaction
				.insertInto("publicReplyTimes")
				.values({ kind: kind.name, ...values })
				.onConflict((conflict) => conflict.column("kind").doUpdateSet(values))
				.execute();
			await recordChange(transaction, [publicReplyTimesChangeKey]);
		});
	}
}

/** Finds the figures of a kind of records, of today or of yesterday: older ones are not of the last 90 days. */
export async function findPublicReplyTimes(
	db: Connection,
	kind: string,
	{ now, timeZone }: { now: Temporal.Instant; timeZone: string },
): Promise<ReplyTimeFigures | undefined> {
	const row = await findRow(db, kind);
	const yesterday = Temporal.PlainDate.from(findDate(now.epochMilliseconds, timeZone)).subtract({ days: 1 });
	if (!row || row.day < yesterday.toString()) return undefined;
	const { due, kept, median, within, unit } = row;
	return { due, kept, median: median ?? undefined, within, unit };
}

function findRow(db: Connection, kind: string): Promise<PublicReplyTimesTable | undefined> {
	return db.selectFrom("publicReplyTimes").selectAll().where("kind", "=", kind).executeTakeFirst();
}

/**
 * Measures the records received in the 90 days before a day whose promised time ended before it, with a reply or without one. Replies
 * of the day itself do not count.
 */
async function measure(
	db: Connection,
	target: ReplyTarget,
	{ day, timeZone }: { day: string; timeZone: string },
): Promise<Pick<ReplyTimeFigures, "due" | "kept" | "median">> {
	const { kind, within, minutesPerUnit, hours } = target;
	const endMs = findStartOfDay(day, timeZone);
	const firstDay = Temporal.PlainDate.from(day).subtract({ days: replyTimeDays }).toString();
	const firstId = (ms: number) => toFirstRecordId(Temporal.Instant.fromEpochMilliseconds(ms));
	/** Working minutes to the first reply; infinite without one. */
	const times: number[] = [];
	let kept = 0;
	for (let next = firstId(findStartOfDay(firstDay, timeZone)); ;) {
		const rows = await listSent(db, kind, { from: next, until: firstId(endMs) });
		for (const { receivedMs, repliedMs, stage, changedMs } of rows) {
			const dueMs = hours.addMinutes(receivedMs, within * minutesPerUnit);
			if (dueMs >= endMs) continue;
			const isReplied = repliedMs !== undefined && repliedMs < endMs;
			// Nobody waits for a reply to what was withdrawn before it was due.
			if (!isReplied && changedMs <= dueMs && kind.isWithdrawn?.({ stage })) continue;
			times.push(isReplied ? hours.countMinutes(receivedMs, repliedMs) : Number.POSITIVE_INFINITY);
			if (isReplied && repliedMs <= dueMs) kept++;
		}
		const last = rows.at(-1);
		if (!last || rows.length < rowsAtOnce) break;
		next = last.id + 1;
		await giveWay();
	}
	const median = findPercentile(
		times.toSorted((a, b) => a - b),
		50,
	);
	return {
		due: times.length,
		kept,
		median:
			median === undefined || median === Number.POSITIVE_INFINITY
				? undefined
				: Math.max(1, Math.ceil(median / minutesPerUnit)),
	};
}

/**
 * Lists records with their receipt and first reply, in order: without spam, imported records, contacts, and records that no e-mail can
 * answer.
 */
async function listSent(
	db: Connection,
	{ name }: Pick<RecordKind, "name">,
	{ from, until }: { from: number; until: number },
) {
	const rows = await db
		.selectFrom("records")
		.where("kind", "=", name)
		.where("spam", "=", 0)
		.where("importNumber", "is", null)
		.where("source", "<>", contactSource.key)
		.where("senderEmail", "<>", "")
		.where("id", ">=", from)
		.where("id", "<", until)
		// A member opened it after a call, and nobody has waited.
		.where((where) => where.or([where("answeredAt", "is", null), where("answeredAt", "<>", where.ref("receivedAt"))]))
		.orderBy("id")
		.limit(rowsAtOnce)
		.select(["id", "reference", "receivedAt", "answeredAt", "stage", "changedAt"])
		.execute();
	const firstReplies = await findFirstReplies(
		db,
		rows.flatMap(({ reference, answeredAt }) => (answeredAt === null ? [] : [reference])),
	);
	return rows.map(({ id, reference, receivedAt, answeredAt, stage, changedAt }) => {
		const first = firstReplies.get(reference);
		// A reply counts when it leaves, which may be days after it was written.
		const repliedAt = first && first.sendsAt !== null && answeredAt === first.writtenAt ? first.sendsAt : answeredAt;
		return {
			id: Number(id),
			receivedMs: Date.parse(receivedAt),
			repliedMs: repliedAt === null ? undefined : Date.parse(repliedAt),
			stage: stage === "" ? undefined : stage,
			changedMs: Date.parse(changedAt),
		};
	});
}

/**
 * Finds when the first replies to records were written and when they leave, by reference; none that were withdrawn, forwarded or not sent.
 */
async function findFirstReplies(db: Connection, references: readonly string[]) {
	if (references.length === 0) return new Map<string, never>();
	const rows = await db
		.selectFrom("recordReplies")
		.leftJoin("emails", "emails.messageId", "recordReplies.messageId")
		.where("recordReplies.reference", "in", references)
		.where("withdrawnAt", "is", null)
		.where("isForward", "=", 0)
		.where("emails.notSentAt", "is", null)
		.groupBy("recordReplies.reference")
		.select((of) => [
			"recordReplies.reference",
			of.fn.min<string>("writtenAt").as("writtenAt"),
			of.fn.min<string | null>("sendsAt").as("sendsAt"),
		])
		.execute();
	return new Map(rows.map(({ reference, ...times }) => [reference, times]));
}
