import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { toFirstRecordId, toStoredRecord, type StoredRecord } from "../../platform/records/record-store.ts";
import { listDoneKeys, type RecordKind } from "../../platform/records/record-kind.ts";
import { toInterval, type Period } from "../../platform/staff/periods.ts";
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
	/** Records of the period that were promised an answer: those that got one, and those that still wait. */
	answered: number;
	waiting: number;
	/** Answered within the promised time. */
	kept: number;
	/** Answered later than promised, or still waiting when that time was over. */
	broken: number;
	medianMinutes: number | undefined;
	/** Nine of ten were answered within it. */
	percentile90Minutes: number | undefined;
};

/** Which of what waits is meant. */
export type UnansweredFilter = {
	/** Names of kinds; without them, all kinds that are promised an answer. */
	kinds?: readonly string[];
	/** Those that an account works on, and those that nobody does. */
	ownerOrNobody?: string;
	/** Those whose promised hours were over at an instant. */
	lateAt?: Temporal.Instant;
};

export type Promises = {
	/** What is promised, in minutes of work. */
	promisedMinutes: number;
	/** Lists what waits for a first answer, what is promised soonest first. */
	listUnanswered(
		options: UnansweredFilter & { now: Temporal.Instant; limit: number; offset?: number },
	): Promise<UnansweredRecord[]>;
	countUnanswered(filter?: UnansweredFilter): Promise<number>;
	/** Sums up each of some periods of what came in them; they follow each other. */
	listAnswerTimes(periods: readonly Period[], now: Temporal.Instant): Promise<AnswerTimes[]>;
};

/** Makes what tells whether the company answers as soon as it promises: within `replyWithinBusinessHours`. */
export function createPromises(db: Connection, kinds: readonly RecordKind[], company: Company): Promises {
	const businessHours = createBusinessHours(company);
	const promisedMinutes = company.replyWithinBusinessHours * 60;
	const promisedKinds = kinds.filter(({ isPromised }) => isPromised);

	/** What came in before it had not been answered in the promised hours by an instant. */
	function findLateBefore(now: Temporal.Instant): number {
		return businessHours.subtractMinutes(now.epochMilliseconds, promisedMinutes);
	}

	function selectUnanswered({ kinds: names, ownerOrNobody, lateAt }: UnansweredFilter) {
		return db
			.selectFrom("records")
			.where("answeredAt", "is", null)
			.where("spam", "=", 0)
			.where((where) =>
				where.or(
					promisedKinds
						.filter(({ name }) => names === undefined || names.includes(name))
						.map((kind) => where.and([where("kind", "=", kind.name), where("stage", "not in", listDoneKeys(kind))])),
				),
			)
			.$if(ownerOrNobody !== undefined, (query) =>
				query.where((where) =>
					where.or([where("ownerId", "is", null), where("ownerId", "=", ownerOrNobody as string)]),
				),
			)
			.$if(lateAt !== undefined, (query) => {
				const before = Temporal.Instant.fromEpochMilliseconds(findLateBefore(lateAt as Temporal.Instant));
				// The number first, for the index; the rest of its second by the instant itself.
				return query
					.where("id", "<", toFirstRecordId(before.add({ seconds: 1 })))
					.where("receivedAt", "<", toInstantText(before));
			});
	}

	return {
		promisedMinutes,

		async listUnanswered({ now, limit, offset = 0, ...filter }) {
			// Of one promise, whoever wrote first is promised an answer first.
			const rows = await selectUnanswered(filter).selectAll().orderBy("id").limit(limit).offset(offset).execute();
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

		async countUnanswered(filter = {}) {
			const { count } = await selectUnanswered(filter)
				.select((of) => of.fn.countAll<number | string>().as("count"))
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		async listAnswerTimes(periods, now) {
			const first = periods[0];
			const last = periods.at(-1);
			if (!first || !last || promisedKinds.length === 0) return periods.map(() => sumUp([], []));
			const intervals = periods.map((period) => toInterval(period, company.timeZone));
			const rows = await db
				.selectFrom("records")
				.select(["kind", "stage", "receivedAt", "answeredAt"])
				.where("spam", "=", 0)
				.where(
					"kind",
					"in",
					promisedKinds.map(({ name }) => name),
				)
				.where("id", ">=", toFirstRecordId(toInterval(first, company.timeZone).from))
				.where("id", "<", toFirstRecordId(toInterval(last, company.timeZone).until))
				.orderBy("id")
				.execute();
			return intervals.map(({ from, until }) => {
				const [fromText, untilText] = [toInstantText(from), toInstantText(until)];
				const ofPeriod = rows.filter(({ receivedAt }) => receivedAt >= fromText && receivedAt < untilText);
				const minutes = ofPeriod.flatMap(({ receivedAt, answeredAt }) =>
					answeredAt === null ? [] : [businessHours.countMinutes(Date.parse(receivedAt), Date.parse(answeredAt))],
				);
				const waiting = ofPeriod.filter(
					({ kind, stage, answeredAt }) =>
						answeredAt === null && promisedKinds.some((one) => one.name === kind && !listDoneKeys(one).includes(stage)),
				);
				return sumUp(
					minutes,
					waiting.map(({ receivedAt }) => Date.parse(receivedAt)),
				);
			});

			function sumUp(minutes: readonly number[], waitingSinceMs: readonly number[]): AnswerTimes {
				const lateBefore = findLateBefore(now);
				const sorted = minutes.toSorted((a, b) => a - b);
				const kept = sorted.filter((taken) => taken <= promisedMinutes).length;
				return {
					answered: sorted.length,
					waiting: waitingSinceMs.length,
					kept,
					broken: sorted.length - kept + waitingSinceMs.filter((ms) => ms < lateBefore).length,
					medianMinutes: findPercentile(sorted, 50),
					percentile90Minutes: findPercentile(sorted, 90),
				};
			}
		},
	};
}

/** The smallest number of a sorted list that at least so many of a hundred do not exceed. */
export function findPercentile(sorted: readonly number[], percent: number): number | undefined {
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}
