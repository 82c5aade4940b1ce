import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { toFirstRecordId, toStoredRecord, type StoredRecord } from "./record-store.server.ts";
import { listDoneKeys, type RecordKind } from "./record-kind.ts";
import type { Period } from "../../shared/periods.ts";
import type { Company } from "../../shared/company.ts";
import { createAnswerTimes, type AnswerTimes } from "./reply-times.server.ts";
import { createBusinessHours } from "./business-hours.ts";

/** A record that waits for its first answer. */
type UnansweredRecord = StoredRecord & {
	/** When the promised hours are over. */
	dueAt: Temporal.Instant;
	/** That has passed, within business hours or outside of them. */
	isLate: boolean;
	/** How much is left of them, in minutes of work; negative once they are over. */
	minutesLeft: number;
};

/** Which of what waits is meant. */
type UnansweredFilter = {
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
	const listAnswerTimes = createAnswerTimes({
		db,
		kinds: promisedKinds,
		timeZone: company.timeZone,
		businessHours,
		promisedMinutes,
	});

	/** What came in before it had not been answered in the promised hours by an instant. */
	function findLateBefore(now: Temporal.Instant): number {
		return businessHours.subtractMinutes(now.epochMilliseconds - 1, promisedMinutes) + 1;
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
					isLate: dueMs < now.epochMilliseconds,
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

		listAnswerTimes: (periods, now) =>
			listAnswerTimes(periods, Temporal.Instant.fromEpochMilliseconds(findLateBefore(now))),
	};
}
