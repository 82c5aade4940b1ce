import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import type { Logger } from "../../../platform/log.ts";
import { selfIdentificationLabels, selfIdentificationOptions, type SelfIdentificationField } from "./options.ts";

type SelfIdentificationCountersTable = {
	quarter: string;
	question: SelfIdentificationField;
	option: string;
	count: number;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		selfIdentificationCounters: SelfIdentificationCountersTable;
	}
}

export type SelfIdentificationAnswers = Partial<Record<SelfIdentificationField, string>>;

/** Answers to one question that are written together, so that no write can be matched with one applicant. */
const batchSize = 10;

const questions = Object.keys(selfIdentificationOptions) as SelfIdentificationField[];

/** Splits what an applicant sent into what belongs to the application and what is only counted. */
export function separateSelfIdentification<Values extends Record<string, unknown>>(
	values: Values,
): { rest: Omit<Values, SelfIdentificationField>; answers: SelfIdentificationAnswers } {
	const rest: Record<string, unknown> = { ...values };
	const answers: SelfIdentificationAnswers = {};
	for (const question of questions) {
		const answer = rest[question];
		if (typeof answer === "string" && answer !== "") answers[question] = answer;
		delete rest[question];
	}
	return { rest: rest as Omit<Values, SelfIdentificationField>, answers };
}

/**
 * Makes the counter of self-identification answers: per quarter, question and option, and nothing else.
 *
 * Answers wait in memory until ten to the same question have come, whoever gave them; then all ten are written at once. A crash or a
 * stop loses the few that wait. That is the price of never having them on disk next to the time of an application, and the counters
 * are statistics, not records.
 */
export function createSelfIdentificationCounter({
	database,
	log,
	getTimeZone,
}: {
	database: Database;
	log: Logger;
	/** Gives the company's time zone. */
	getTimeZone(): string;
}) {
	const waiting = new Map<SelfIdentificationField, string[]>();

	async function write(quarter: string, question: SelfIdentificationField, options: string[]): Promise<void> {
		await database.write(async (transaction) => {
			for (const [option, given] of Map.groupBy(options, (answer) => answer)) {
				await transaction
					.insertInto("selfIdentificationCounters")
					.values({ quarter, question, option, count: given.length })
					.onConflict((conflict) =>
						conflict
							.columns(["quarter", "question", "option"])
							.doUpdateSet({ count: sql`self_identification_counters.count + ${given.length}` }),
					)
					.execute();
			}
		});
	}

	return {
		/** Counts the answers of one applicant; never fails, for an application must not depend on it. */
		async count(answers: SelfIdentificationAnswers, now: Temporal.Instant): Promise<void> {
			for (const question of questions) {
				const answer = answers[question];
				if (answer === undefined) continue;
				const batch = [...(waiting.get(question) ?? []), answer];
				waiting.set(question, batch.length >= batchSize ? [] : batch);
				if (batch.length < batchSize) continue;
				await write(quarterOf(now, getTimeZone()), question, batch).catch((error: unknown) =>
					log.warn({ err: error }, "a batch of self-identification answers could not be counted"),
				);
			}
		},
	};
}

/** The counters that staff may see: only those of ten or more; with each question in the words of the form. */
export async function listCounters(
	database: Pick<Database, "db">,
): Promise<{ quarter: string; question: string; option: string; count: number }[]> {
	const counters = await database.db
		.selectFrom("selfIdentificationCounters")
		.selectAll()
		.where("count", ">=", batchSize)
		.orderBy("quarter")
		.orderBy("question")
		.orderBy("option")
		.execute();
	return counters.map(({ question, ...counter }) => ({ ...counter, question: selfIdentificationLabels[question] }));
}

/** Sums up the answers to one question over the quarters that some days lie in, the most frequent first; only those of ten or more. */
export async function countAnswersTo(
	{ db }: Pick<Database, "db">,
	question: SelfIdentificationField,
	{ first, last }: { first: Temporal.PlainDate; last: Temporal.PlainDate },
): Promise<{ label: string; count: number }[]> {
	const rows = await db
		.selectFrom("selfIdentificationCounters")
		.select((of) => ["option", of.fn.sum<number | string>("count").as("count")])
		.where("question", "=", question)
		.where("quarter", ">=", nameQuarter(first))
		.where("quarter", "<=", nameQuarter(last))
		.groupBy("option")
		.execute();
	return rows
		.map(({ option, count }) => ({ label: option, count: Number(count) }))
		.filter(({ count }) => count >= batchSize)
		.toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

function nameQuarter({ year, month }: { year: number; month: number }): string {
	return `${year}-Q${Math.ceil(month / 3)}`;
}

function quarterOf(now: Temporal.Instant, timeZone: string): string {
	return nameQuarter(now.toZonedDateTimeISO(timeZone));
}
