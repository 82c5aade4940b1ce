import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Company } from "../../shared/company.ts";
import type { Period } from "../../shared/periods.ts";
import { createBusinessHours } from "./business-hours.ts";
import { whereOpen } from "./final-stages.server.ts";
import { awaitedSince } from "./list.server.ts";
import type { RecordKind } from "./record-kind.ts";
import { toFirstRecordId, toStoredRecord, type StoredRecord } from "./record-store.server.ts";
import { createReplyTimes, type ReplyTimes } from "./reply-times.server.ts";
import { whereAwake } from "./snooze.server.ts";

/** How much is left of the promise to a record's sender. */
export type TimeLeft = {
	/** When the promised time ends. */
	dueAt: Temporal.Instant;
	/** Whether that time has passed, in working hours or outside. */
	isLate: boolean;
	/** Working minutes left; negative when late. */
	minutesLeft: number;
};

/** A record without a first reply, or whose sender wrote again after the last one. */
type UnansweredRecord = StoredRecord & TimeLeft;

type UnansweredFilter = {
	/** Kinds; by default all kinds with a promise. */
	kinds?: readonly string[];
	/** Records of this account and unassigned ones. */
	ownerOrNobody?: string;
	/** Late at this instant. */
	lateAt?: Temporal.Instant;
	/** Not snoozed at this instant, or late although it is. */
	showingAt?: Temporal.Instant;
};

export type Promises = {
	/** The promise, in working minutes. */
	promisedMinutes: number;
	/** Lists records that await a reply, earliest due first. */
	listUnanswered(
		options: UnansweredFilter & { now: Temporal.Instant; limit: number; offset?: number },
	): Promise<UnansweredRecord[]>;
	countUnanswered(filter?: UnansweredFilter): Promise<number>;
	/** Measures what is left of the promise for a record that awaits a reply. */
	measureLeft(record: Pick<StoredRecord, "awaitingSince" | "receivedAt">, now: Temporal.Instant): TimeLeft;
	/** Sums up consecutive periods by the receipt of their records. */
	listReplyTimes(periods: readonly Period[], now: Temporal.Instant): Promise<ReplyTimes[]>;
};

/** Creates the measure of the company's promise to answer within `replyWithinBusinessHours`. */
export function createPromises(db: Connection, kinds: readonly RecordKind[], company: Company): Promises {
	const businessHours = createBusinessHours(company);
	const promisedMinutes = company.replyWithinBusinessHours * 60;
	const promisedKinds = kinds.filter(({ isPromised }) => isPromised);
	const listReplyTimes = createReplyTimes({
		db,
		kinds: promisedKinds,
		timeZone: company.timeZone,
		businessHours,
		promisedMinutes,
	});

	/** Returns the receipt, in milliseconds since 1970, before which unanswered records are late. */
	function findLateBefore(now: Temporal.Instant): number {
		return businessHours.subtractMinutes(now.epochMilliseconds - 1, promisedMinutes) + 1;
	}

	function measureLeft(
		{ awaitingSince, receivedAt }: Pick<StoredRecord, "awaitingSince" | "receivedAt">,
		now: Temporal.Instant,
	): TimeLeft {
		const dueMs = businessHours.addMinutes((awaitingSince ?? receivedAt).epochMilliseconds, promisedMinutes);
		return {
			dueAt: Temporal.Instant.fromEpochMilliseconds(dueMs),
			isLate: dueMs < now.epochMilliseconds,
			minutesLeft: businessHours.countMinutes(now.epochMilliseconds, dueMs),
		};
	}

	function selectUnanswered({ kinds: names, ownerOrNobody, lateAt, showingAt }: UnansweredFilter) {
		return db
			.selectFrom("records")
			.where((where) => where.or([where("answeredAt", "is", null), where("awaitingSince", "is not", null)]))
			.where("senderEmail", "<>", "")
			.where("spam", "=", 0)
			.where(whereOpen(promisedKinds.filter(({ name }) => names === undefined || names.includes(name))))
			.$if(ownerOrNobody !== undefined, (query) =>
				query.where((where) =>
					where.or([where("ownerId", "is", null), where("ownerId", "=", ownerOrNobody as string)]),
				),
			)
			.$if(lateAt !== undefined, (query) => {
				const before = Temporal.Instant.fromEpochMilliseconds(findLateBefore(lateAt as Temporal.Instant));
				// The number first, for the index; the instant decides within its second.
				return query
					.where("id", "<", toFirstRecordId(before.add({ seconds: 1 })))
					.where(awaitedSince, "<", toInstantText(before));
			})
			.$if(showingAt !== undefined, (query) => {
				const at = showingAt as Temporal.Instant;
				const before = Temporal.Instant.fromEpochMilliseconds(findLateBefore(at));
				return query.where((where) => where.or([whereAwake(at), where(awaitedSince, "<", toInstantText(before))]));
			});
	}

	return {
		promisedMinutes,

		async listUnanswered({ now, limit, offset = 0, ...filter }) {
			const rows = await selectUnanswered(filter)
				.selectAll()
				.orderBy(awaitedSince)
				.orderBy("id")
				.limit(limit)
				.offset(offset)
				.execute();
			return rows.map((row) => {
				const record = toStoredRecord(row);
				return { ...record, ...measureLeft(record, now) };
			});
		},

		measureLeft,

		async countUnanswered(filter = {}) {
			const { count } = await selectUnanswered(filter)
				.select((of) => of.fn.countAll<number | string>().as("count"))
				.executeTakeFirstOrThrow();
			return Number(count);
		},

		listReplyTimes: (periods, now) =>
			listReplyTimes(periods, Temporal.Instant.fromEpochMilliseconds(findLateBefore(now))),
	};
}
