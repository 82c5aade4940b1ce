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

type Counter = { quarter: string; question: SelfIdentificationField; option: string; count: number };

/** Lists the counters that staff may see (hideSmall), with the wording of each question. */
export async function listCounters({
	db,
}: Pick<Database, "db">): Promise<(Omit<Counter, "question"> & { question: string })[]> {
	const counters = await db
		.selectFrom("selfIdentificationCounters")
		.selectAll()
		.orderBy("quarter")
		.orderBy("question")
		.orderBy("option")
		.execute();
	return hideSmall(counters).map(({ question, ...counter }) => ({
		...counter,
		question: selfIdentificationLabels[question],
	}));
}

/**
 * Sums up the answers to a question over the quarters of some days, most frequent first. Only counters that staff see of single quarters
 * count: a sum with others, less the quarters that are shown, would be theirs.
 */
export async function countAnswersTo(
	{ db }: Pick<Database, "db">,
	question: SelfIdentificationField,
	{ first, last }: { first: Temporal.PlainDate; last: Temporal.PlainDate },
): Promise<{ label: string; count: number }[]> {
	const counters = await db
		.selectFrom("selfIdentificationCounters")
		.selectAll()
		.where("question", "=", question)
		.where("quarter", ">=", nameQuarter(first))
		.where("quarter", "<=", nameQuarter(last))
		.execute();
	return [...Map.groupBy(hideSmall(counters), ({ option }) => option)]
		.map(([label, own]) => ({ label, count: own.reduce((sum, { count }) => sum + count, 0) }))
		.toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

/**
 * Leaves out counters below ten. If that hides a single answer to a question, the smallest other counter goes too: the answers are written
 * ten at a time, so that the others would give away the last digit of their sum, which is all of the hidden counter.
 */
function hideSmall(counters: readonly Counter[]): Counter[] {
	const hidden = new Set<Counter>();
	for (const own of Map.groupBy(counters, ({ quarter, question }) => `${quarter} ${question}`).values()) {
		const small = own.filter(({ count }) => count < batchSize);
		for (const counter of small) hidden.add(counter);
		const [first, ...others] = own.filter((counter) => !hidden.has(counter));
		if (!first) continue;
		const given = new Set(own.map(({ option }) => option));
		const options: readonly string[] = selfIdentificationOptions[first.question];
		const hiddenCount = small.length + options.filter((option) => !given.has(option)).length;
		if (hiddenCount === 1)
			hidden.add(others.reduce((smallest, counter) => (counter.count < smallest.count ? counter : smallest), first));
	}
	return counters.filter((counter) => !hidden.has(counter));
}

function nameQuarter({ year, month }: { year: number; month: number }): string {
	return `${year}-Q${Math.ceil(month / 3)}`;
}

function quarterOf(now: Temporal.Instant, timeZone: string): string {
	return nameQuarter(now.toZonedDateTimeISO(timeZone));
}
