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

/** Answers to a question are written in batches, so that no write can be matched with an applicant. */
const batchSize = 10;

const questions = Object.keys(selfIdentificationOptions) as SelfIdentificationField[];

/** Separates the fields that are only counted from the application. */
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
 * Creates the counter of self-identification answers: by quarter, question and option, and nothing else.
 *
 * Answers wait in memory until there are ten to the same question, which are then written together. A crash or stop loses those that wait:
 * the price of never storing them next to the time of an application.
 */
export function createSelfIdentificationCounter({
	database,
	log,
	getTimeZone,
}: {
	database: Database;
	log: Logger;
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
		/** Counts an applicant's answers. Never fails, because an application must not depend on it. */
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

/** Lists the counters of ten or more that staff may see, with the wording of each question. */
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

/** Sums up the answers to a question over the quarters of some days, most frequent first; only counters of ten or more. */
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
