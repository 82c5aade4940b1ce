import { LRUCache } from "lru-cache";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { toInterval, type Period } from "../../shared/periods.ts";
import type { BusinessHours } from "./business-hours.ts";
import { whereOpen } from "./final-stages.server.ts";
import type { RecordKind } from "./record-kind.ts";
import { toFirstRecordId } from "./record-store.server.ts";

/** How long visitors waited for their first answer, in working minutes. */
export type ReplyTimes = {
	/** Records with a promise: answered and unanswered. */
	answered: number;
	waiting: number;
	/** Answered in time. */
	kept: number;
	/** Answered late, or late and unanswered. */
	broken: number;
	medianMinutes: number | undefined;
	/** Nine of ten were answered within it. */
	percentile90Minutes: number | undefined;
};

type Answer = { minutes: number; isKept: boolean };
type AnsweredSums = Pick<ReplyTimes, "answered" | "kept" | "medianMinutes" | "percentile90Minutes">;

/** Most cached periods: some pages of days, weeks and months. */
const mostPeriods = 400;

export type ReplyTimesDeps = {
	db: Connection;
	/** Kinds with a promise. */
	kinds: readonly RecordKind[];
	timeZone: string;
	businessHours: BusinessHours;
	promisedMinutes: number;
};

/**
 * Creates the sums of answer times by period of receipt.
 *
 * The database cannot count working minutes, so a period's answered records are read. The sum is cached until one of them changes, which
 * the database tells without reading them: adding an answer updates the record's time of change, and removing one lowers the count.
 */
export function createReplyTimes({ db, kinds, timeZone, businessHours, promisedMinutes }: ReplyTimesDeps) {
	const kept = new LRUCache<string, { state: string; sums: AnsweredSums }>({ max: mostPeriods });

	/** @param lateBefore unanswered records received earlier are late */
	return async (periods: readonly Period[], lateBefore: Temporal.Instant): Promise<ReplyTimes[]> => {
		const sums: ReplyTimes[] = [];
		for (const period of periods) sums.push(await sumUp(period, toInstantText(lateBefore)));
		return sums;
	};

	async function sumUp(period: Period, lateBefore: string): Promise<ReplyTimes> {
		if (kinds.length === 0) return { waiting: 0, ...sumReplies([]), broken: 0 };
		const { waiting, late, state } = await readState(period, lateBefore);
		const key = `${period.first.toString()} ${period.end.toString()}`;
		let entry = kept.get(key);
		if (entry?.state !== state) {
			entry = { state, sums: sumReplies(await readAnswers(period)) };
			kept.set(key, entry);
		}
		return { waiting, ...entry.sums, broken: entry.sums.answered - entry.sums.kept + late };
	}

	function selectReceived(period: Period) {
		const { from, until } = toInterval(period, timeZone);
		return db
			.selectFrom("records")
			.where("spam", "=", 0)
			.where(
				"kind",
				"in",
				kinds.map(({ name }) => name),
			)
			.where("id", ">=", toFirstRecordId(from))
			.where("id", "<", toFirstRecordId(until));
	}

	/** Counts unanswered records, and returns a fingerprint of the answered ones. */
	async function readState(period: Period, lateBefore: string) {
		const { waiting, late } = await selectReceived(period)
			.where("answeredAt", "is", null)
			.where("senderEmail", "<>", "")
			.where(whereOpen(kinds))
			.select((of) => [
				of.fn.countAll<number | string>().as("waiting"),
				of.fn.countAll<number | string>().filterWhere("receivedAt", "<", lateBefore).as("late"),
			])
			.executeTakeFirstOrThrow();
		const answers = await selectReceived(period)
			.where("answeredAt", "is not", null)
			.select((of) => [
				of.fn.countAll<number | string>().as("answered"),
				of.fn.max("answeredAt").as("lastAnswer"),
				of.fn.max("changedAt").as("lastChange"),
			])
			.executeTakeFirstOrThrow();
		return {
			waiting: Number(waiting),
			late: Number(late),
			state: JSON.stringify(answers),
		};
	}

	async function readAnswers(period: Period): Promise<Answer[]> {
		const rows = await selectReceived(period)
			.where("answeredAt", "is not", null)
			// Those were answered elsewhere.
			.where("importNumber", "is", null)
			// A member opened those, after a call, and nobody has waited.
			.whereRef("answeredAt", "<>", "receivedAt")
			.select(["receivedAt", "answeredAt"])
			.$narrowType<{ answeredAt: string }>()
			.execute();
		return rows.map(({ receivedAt, answeredAt }) => {
			const [receivedMs, answeredMs] = [Date.parse(receivedAt), Date.parse(answeredAt)];
			return {
				minutes: businessHours.countMinutes(receivedMs, answeredMs),
				isKept: answeredMs <= businessHours.addMinutes(receivedMs, promisedMinutes),
			};
		});
	}
}

function sumReplies(answers: readonly Answer[]): AnsweredSums {
	const sorted = answers.map(({ minutes }) => minutes).toSorted((a, b) => a - b);
	return {
		answered: answers.length,
		kept: answers.filter(({ isKept }) => isKept).length,
		medianMinutes: findPercentile(sorted, 50),
		percentile90Minutes: findPercentile(sorted, 90),
	};
}

/** Returns the smallest value that at least that many percent do not exceed; undefined for an empty list. */
export function findPercentile(sorted: readonly number[], percent: number): number | undefined {
	return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}
