import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { toFirstRecordId, toStoredRecord, type StoredRecord } from "../../platform/records/record-store.ts";
import { listDoneKeys, type RecordKind } from "../../platform/records/record-kind.ts";
import type { Company } from "../../shared/company.ts";
import { createBusinessHours } from "./business-hours.ts";

/** A record that waits for its first answer. */
export type UnansweredRecord = StoredRecord & {
	/** When the promised hours are over. */
	dueAt: Temporal.Instant;
	/** How much is left of them, in minutes of work; negative once they are over. */
	minutesLeft: number;
};

/** How long visitors waited for their first answer, in minutes of work. */
export type AnswerTimes = {
	/** Records of the weeks that were promised an answer: those that got one, and those that still wait. */
	answered: number;
	waiting: number;
	/** Answered within the promised time. */
	kept: number;
	medianMinutes: number | undefined;
	/** Nine of ten were answered within it. */
	percentile90Minutes: number | undefined;
};

export type Promises = {
	/** Lists what waits for a first answer, what is promised soonest first. */
	listUnanswered(options: { now: Temporal.Instant; limit: number; offset?: number }): Promise<UnansweredRecord[]>;
	countUnanswered(): Promise<number>;
	/** Sums up each of some weeks of what came in them, the first day of each given; they follow each other. */
	listAnswerTimes(weeks: readonly Temporal.PlainDate[]): Promise<(AnswerTimes & { week: Temporal.PlainDate })[]>;
};

/** Makes what tells whether the company answers as soon as it promises: within `replyWithinBusinessHours`. */
export function createPromises(db: Connection, kinds: readonly RecordKind[], company: Company): Promises {
	const businessHours = createBusinessHours(company);
	const promisedMinutes = company.replyWithinBusinessHours * 60;
	const promisedKinds = kinds.filter(({ isPromised }) => isPromised);

	function selectUnanswered() {
		return db
			.selectFrom("records")
			.where("answeredAt", "is", null)
			.where("spam", "=", 0)
			.where((where) =>
				where.or(
					promisedKinds.map((kind) =>
						where.and([where("kind", "=", kind.name), where("stage", "not in", listDoneKeys(kind))]),
					),
				),
			);
	}

	return {
		async listUnanswered({ now, limit, offset = 0 }) {
			// Of one promise, whoever wrote first is promised an answer first.
			const rows = await selectUnanswered().selectAll().orderBy("id").limit(limit).offset(offset).execute();
			return rows.map((row) => {
				const record = toStoredRecord(row);
				const dueMs = businessHours.addMinutes(record.receivedAt.epochMilliseconds, promisedMinutes);
				return {
					...record,
					dueAt: Temporal.Instant.fromEpochMilliseconds(dueMs),
					minutesLeft: businessHours.countMinutes(now.epochMilliseconds, dueMs),
				};
			});
		},

		async countUnanswered() {
			const { count } = await selectUnanswered()
				.select((of) => of.fn.countAll<number | string>().as("count"))
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		async listAnswerTimes(weeks) {
			const [first] = weeks;
			const last = weeks.at(-1);
			if (!first || !last) return [];
			const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(company.timeZone).startOfDay().toInstant();
			const rows = await db
				.selectFrom("records")
				.select(["kind", "stage", "receivedAt", "answeredAt"])
				.where("spam", "=", 0)
				.where(
					"kind",
					"in",
					promisedKinds.map(({ name }) => name),
				)
				.where("id", ">=", toFirstRecordId(startOf(first)))
				.where("id", "<", toFirstRecordId(startOf(last.add({ weeks: 1 }))))
				.execute();
			return weeks.map((week) => {
				const from = toInstantText(startOf(week));
				const until = toInstantText(startOf(week.add({ weeks: 1 })));
				const ofWeek = rows.filter(({ receivedAt }) => receivedAt >= from && receivedAt < until);
				const minutes = ofWeek
					.flatMap(({ receivedAt, answeredAt }) =>
						answeredAt === null ? [] : [businessHours.countMinutes(Date.parse(receivedAt), Date.parse(answeredAt))],
					)
					.toSorted((a, b) => a - b);
				const waiting = ofWeek.filter(
					({ kind, stage, answeredAt }) =>
						answeredAt === null && promisedKinds.some((one) => one.name === kind && !listDoneKeys(one).includes(stage)),
				).length;
				return {
					week,
					answered: minutes.length,
					waiting,
					kept: minutes.filter((taken) => taken <= promisedMinutes).length,
					medianMinutes: findPercentile(minutes, 50),
					percentile90Minutes: findPercentile(minutes, 90),
				};
			});
		},
	};
}

/** The smallest number of a sorted list that at least so many of a hundred do not exceed. */
export function findPercentile(sorted: readonly number[], percent: number): number | undefined {
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}
