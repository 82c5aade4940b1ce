import { toInstantText } from "../../platform/database/instant-text.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { getKind } from "./changes.server.ts";
import { listMembers } from "./members.server.ts";
import { nameOf } from "./name-of.ts";
import { tidy } from "./notes.server.ts";
import { findCriteria, type Criterion } from "./record-kind.ts";
import { findRecord, lockRecord } from "./record-store.server.ts";
import type { RecordsDeps } from "./records-deps.ts";
import { noteRecordChange } from "./work-store.server.ts";

/** Worst to best. */
export const scores = [1, 2, 3, 4, 5] as const;
const maxScoreTextLength = 2_000;

/** A reviewer's advice, best first. */
export const recommendations = [
	{ key: "strong-yes", label: "Strong yes" },
	{ key: "yes", label: "Yes" },
	{ key: "no", label: "No" },
	{ key: "strong-no", label: "Strong no" },
] as const;

/** One reviewer's score of one criterion. */
type Score = { criterion: string; score: number; text: string };
type GivenScore = Score & { label: string };

type Scorecard = {
	accountId: string;
	author: string;
	scores: GivenScore[];
	/** Key of a recommendation; undefined in scorecards of earlier releases. */
	recommendation: string | undefined;
};

/** A record's scorecards as a member may see them. */
export type ShownScorecards = {
	/** Of the member's scorecard: once given it keeps its own. */
	criteria: readonly Criterion[];
	own: Scorecard | undefined;
	/** The number of other reviewers' cards. */
	otherCount: number;
	/** Names of the other expected reviewers who have not given theirs. */
	missing: string[];
	/** Undefined until a reviewer has given their own, so that nobody copies. */
	all: Scorecard[] | undefined;
	/** By criterion, and overall; undefined like all cards. */
	averages: { key: string; label: string; average: number }[] | undefined;
	average: number | undefined;
};

type ScorecardResult =
	| { ok: true }
	| { ok: false; why: "gone" }
	| { ok: false; why: "refused"; errors: { field: string; message: string }[] };

export type Scorecards = {
	/**
	 * Finds what a member may see; undefined where nothing is reviewed, or the record is gone.
	 * @param expected accounts of the expected reviewers; others see every card at once, and without any everybody is a reviewer
	 */
	find(reference: string, accountId: string, expected?: readonly string[]): Promise<ShownScorecards | undefined>;
	/** Lists those of the records that a member has scored. */
	listGiven(references: readonly string[], accountId: string): Promise<Set<string>>;
	/** Finds the averages of records, by reference, among those that the member has reviewed: the others' scores are hidden till then. */
	findAverages(references: readonly string[], accountId: string): Promise<Map<string, number>>;
	/** Stores a member's scorecard in place of an earlier one; it needs a score of every criterion, and a recommendation. */
	give(
		reference: string,
		card: { scores: readonly Score[]; recommendation: string; by: string },
	): Promise<ScorecardResult>;
};

/** Creates the scorecards: members see others' after giving their own. */
export function createScorecards({
	database,
	clock,
	kinds,
}: Pick<RecordsDeps, "database" | "clock" | "kinds">): Scorecards {
	return {
		async find(reference, accountId, expected = []) {
			const record = await findRecord(database.db, reference);
			const current = record && (await findCriteria(database.db, getKind(kinds, record), record.topic));
			if (!current) return undefined;
			const stored = await database.db
				.selectFrom("scorecards")
				.selectAll()
				.where("reference", "=", reference)
				.orderBy("at")
				.orderBy("accountId")
				.execute();
			const rows = inOrder(stored, current);
			const members = await listMembers(database.db);
			const authors = [...new Set(rows.map((row) => row.accountId))];
			const cards = authors.map((author): Scorecard => {
				const ofAuthor = rows.filter((row) => row.accountId === author);
				return {
					accountId: author,
					author: nameOf(members, author),
					scores: ofAuthor.map(({ criterion, label, score, text }) => ({ criterion, label, score, text })),
					recommendation: ofAuthor[0]?.recommendation ?? undefined,
				};
			});
			const own = cards.find((card) => card.accountId === accountId);
			const seesAll = own !== undefined || (expected.length > 0 && !expected.includes(accountId));
			const given = seesAll ? rows : undefined;
			return {
				criteria: own ? listCriteriaOfCard(own.scores, current) : current,
				own,
				otherCount: cards.filter((card) => card.accountId !== accountId).length,
				missing: [...new Set(expected)]
					.filter((id) => id !== accountId && !authors.includes(id))
					.map((id) => nameOf(members, id)),
				all: seesAll ? cards : undefined,
				averages:
					given &&
					[...Map.groupBy(given, ({ criterion }) => criterion)].map(([key, ofCriterion]) => ({
						key,
						label: ofCriterion.at(-1)?.label ?? key,
						average: averageOf(ofCriterion) ?? 0,
					})),
				average: given && averageOf(given),
			};
		},

		async listGiven(references, accountId) {
			if (references.length === 0) return new Set();
			const rows = await database.db
				.selectFrom("scorecards")
				.select("reference")
				.distinct()
				.where("accountId", "=", accountId)
				.where("reference", "in", references)
				.execute();
			return new Set(rows.map(({ reference }) => reference));
		},

		async findAverages(references, accountId) {
			if (references.length === 0) return new Map();
			const rows = await database.db
				.selectFrom("scorecards")
				.select(["reference", "accountId", "score"])
				.where("reference", "in", references)
				.execute();
			return new Map(
				[...Map.groupBy(rows, ({ reference }) => reference)].flatMap(([reference, given]) => {
					const average = given.some((row) => row.accountId === accountId) ? averageOf(given) : undefined;
					return average === undefined ? [] : [[reference, average] as const];
				}),
			);
		},

		async give(reference, { scores: given, recommendation, by }) {
			return database.write(async (transaction): Promise<ScorecardResult> => {
				// The same card sent twice would delete nothing twice, and then insert twice.
				const record = await lockRecord(transaction, reference);
				const current = record && (await findCriteria(transaction, getKind(kinds, record), record.topic));
				if (!record || !current) return { ok: false, why: "gone" };
				const stored = await transaction
					.selectFrom("scorecards")
					.select(["criterion", "label"])
					.where("reference", "=", reference)
					.where("accountId", "=", by)
					.execute();
				const criteria = stored.length > 0 ? listCriteriaOfCard(inOrder(stored, current), current) : current;
				const cards = criteria.map(({ key, label }) => {
					const { score = 0, text = "" } = given.find(({ criterion }) => criterion === key) ?? {};
					return { criterion: key, label, score, text: tidy(text) };
				});
				const errors = cards.flatMap(({ criterion, label, score, text }) => [
					...(scores.some((one) => one === score) ? [] : [{ field: `score-${criterion}`, message: `Score ${label}` }]),
					...(text.length > maxScoreTextLength
						? [{ field: `text-${criterion}`, message: `Shorten this to ${maxScoreTextLength} characters` }]
						: []),
				]);
				if (!recommendations.some(({ key }) => key === recommendation))
					errors.push({ field: "recommendation", message: "Choose a recommendation" });
				if (errors.length > 0) return { ok: false, why: "refused", errors };
				const now = clock.now();
				await transaction
					.deleteFrom("scorecards")
					.where("reference", "=", reference)
					.where("accountId", "=", by)
					.execute();
				await transaction
					.insertInto("scorecards")
					.values(
						cards.map(({ criterion, label, score, text }) => ({
							reference,
							accountId: by,
							criterion,
							label,
							score,
							text,
							at: toInstantText(now),
							recommendation,
						})),
					)
					.execute();
				await noteRecordChange(transaction, record, now);
				await writeAuditEntry(
					transaction,
					{ actor: by, action: `${record.kind}.score`, subject: reference },
					clock.now(),
				);
				return { ok: true };
			});
		},
	};
}

/** Sorts scores by the order of the current criteria, removed ones last, and names each. */
function inOrder<Row extends { criterion: string; label: string | null }>(
	rows: readonly Row[],
	current: readonly Criterion[],
): (Row & { label: string })[] {
	const keys = current.map(({ key }) => key);
	const placeOf = (key: string) => (keys.includes(key) ? keys.indexOf(key) : keys.length);
	return rows
		.map((row) => ({
			...row,
			label: row.label ?? current.find(({ key }) => key === row.criterion)?.label ?? row.criterion,
		}))
		.toSorted((one, other) => placeOf(one.criterion) - placeOf(other.criterion));
}

/** Lists the criteria that a scorecard was given on. */
function listCriteriaOfCard(
	scored: readonly { criterion: string; label: string }[],
	current: readonly Criterion[],
): Criterion[] {
	return scored.map(({ criterion: key, label }) => ({
		key,
		label,
		question: current.find((criterion) => criterion.key === key)?.question,
	}));
}

function averageOf(given: readonly { score: number }[]): number | undefined {
	if (given.length === 0) return undefined;
	return given.reduce((sum, { score }) => sum + score, 0) / given.length;
}
