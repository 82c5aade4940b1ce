import { sql, type ExpressionBuilder } from "kysely";
import type { Connection } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Stage } from "../../shared/desk.ts";
import { toInterval, type Period } from "../../shared/periods.ts";
import { dayMs } from "../../shared/zoned-time.ts";
import { findStage, listSourceKeys, type RecordDeclaration, type RecordKind } from "./record-kind.ts";
import { contactSource } from "./record-sources.ts";
import { toFirstRecordId } from "./record-store.server.ts";
import { findPercentile } from "./reply-times.server.ts";
import { listSourceLinks, listSources, toSourceKey, type SourceLink } from "./source-links.server.ts";

/** Records at a stage or from a source. */
export type RecordCount = { label: string; count: number };

/** How long the records of a period took to reach a stage of some. */
export type StageTimes = { count: number; medianDays: number | undefined };

function selectReceived(db: Connection, { name }: Pick<RecordKind, "name">, within: Period, timeZone: string) {
	const { from, until } = toInterval(within, timeZone);
	return db
		.selectFrom("records")
		.where("kind", "=", name)
		.where("spam", "=", 0)
		.where("source", "<>", contactSource.key)
		.where("id", ">=", toFirstRecordId(from))
		.where("id", "<", toFirstRecordId(until));
}

/** Counts the records of a kind received in an interval of seconds, without quarantined ones. */
export async function countReceivedRecords(
	db: Connection,
	{ name, countReceived }: Pick<RecordDeclaration, "name" | "countReceived">,
	interval: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<number> {
	if (countReceived) return countReceived(db, interval);
	const { count } = await db
		.selectFrom("records")
		.select((of) => of.fn.countAll<number | string>().as("count"))
		.where("kind", "=", name)
		.where("spam", "=", 0)
		.where("source", "<>", contactSource.key)
		.where("id", ">=", toFirstRecordId(interval.from))
		.where("id", "<", toFirstRecordId(interval.until))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Counts the records of some days by stage, in the kind's order; stages of a single topic come last. */
export async function countByStage(
	db: Connection,
	kind: RecordKind,
	within: Period,
	timeZone: string,
): Promise<(RecordCount & { isOpen: boolean })[]> {
	const rows = await selectReceived(db, kind, within, timeZone)
		.select((of) => ["topic", "stage", of.fn.countAll<number | string>().as("count")])
		.groupBy(["topic", "stage"])
		.execute();
	const own = await kind.listStagesOf?.(db, [...new Set(rows.map(({ topic }) => topic))]);
	const counts = new Map(kind.stages.map(({ label, open }) => [label, { label, count: 0, isOpen: open }]));
	for (const { topic, stage: key, count } of rows) {
		const { label, open } = findStage({ stages: own?.get(topic) ?? kind.stages }, key === "" ? undefined : key);
		const entry = counts.get(label) ?? { label, count: 0, isOpen: open };
		counts.set(label, { ...entry, count: entry.count + Number(count) });
	}
	return [...counts.values()];
}

/** Counts the records of some days at a stage by reason, in the stage's order, and those without one last. */
export async function countByReason(
	db: Connection,
	kind: RecordKind,
	{ within, stage, timeZone }: { within: Period; stage: string; timeZone: string },
): Promise<RecordCount[]> {
	const rows = await selectReceived(db, kind, within, timeZone)
		.select((of) => ["reason", of.fn.countAll<number | string>().as("count")])
		.where("stage", "=", stage)
		.groupBy("reason")
		.execute();
	return nameReasons(findStage(kind, stage), new Map(rows.map(({ reason, count }) => [reason ?? "", Number(count)])));
}

/** Names counts by key of a stage's reasons; keys of other reasons, or of none, are summed up last. */
export function nameReasons(
	{ reasons = [] }: Pick<Stage, "reasons">,
	counts: ReadonlyMap<string, number>,
): RecordCount[] {
	const named = reasons.map(({ key, label }) => ({ label, count: counts.get(key) ?? 0 }));
	const sum = (of: Iterable<number>) => [...of].reduce((before, count) => before + count, 0);
	return [...named, { label: noReason, count: sum(counts.values()) - sum(named.map(({ count }) => count)) }];
}

const noReason = "Not stated";

/** Counts the records of a group at a stage. */
const countAt = (stage: string) => sql<number | string>`sum(case when stage = ${stage} then 1 else 0 end)`;

/** Records from a source, and those among them that have reached a stage. */
export type SourceCount = RecordCount & { key: string; reached: number };

/** Counts the records of some days by source, in the kind's order, and of each source those at a stage now. */
export async function countBySource(
	db: Connection,
	kind: RecordKind,
	{ within, stage, timeZone }: { within: Period; stage: string; timeZone: string },
): Promise<SourceCount[]> {
	const rows = await selectReceived(db, kind, within, timeZone)
		.select((of) => ["source", of.fn.countAll<number | string>().as("count"), countAt(stage).as("reached")])
		.groupBy("source")
		.execute();
	return (await listSources(db, kind)).map(({ key, label }) => {
		const keys = listSourceKeys(kind, key);
		const own = rows.filter(({ source }) => keys.includes(source));
		return {
			key,
			label,
			count: own.reduce((sum, { count }) => sum + Number(count), 0),
			reached: own.reduce((sum, { reached }) => sum + Number(reached), 0),
		};
	});
}

/** Counts all stored records of a kind by source link, links without any included, and of each those at a stage now. */
export async function countByLink(
	db: Connection,
	{ name }: Pick<RecordKind, "name">,
	stage: string,
): Promise<{ link: SourceLink; count: number; reached: number }[]> {
	const rows = await db
		.selectFrom("records")
		.select((of) => ["source", of.fn.countAll<number | string>().as("count"), countAt(stage).as("reached")])
		.where("kind", "=", name)
		.where("spam", "=", 0)
		.where("source", "like", toSourceKey("%"))
		.groupBy("source")
		.execute();
	return (await listSourceLinks(db)).map((link) => {
		const own = rows.find(({ source }) => source === toSourceKey(link.name));
		return { link, count: Number(own?.count ?? 0), reached: Number(own?.reached ?? 0) };
	});
}

/** Leaves out changes that were undone, and those that undid them: a record has been at its stage as if neither had happened. */
function standsAsChange(where: ExpressionBuilder<Tables, "recordChanges">) {
	const undoing = where
		.selectFrom("recordChanges as undoing")
		.select("undoing.id")
		.whereRef("undoing.undoes", "=", "recordChanges.id");
	return where.and([where("recordChanges.undoes", "is", null), where.not(where.exists(undoing))]);
}

/** Finds when records came to their present stages, by reference; those that never moved are left out. */
export async function findStageMoves(
	db: Connection,
	references: readonly string[],
): Promise<Map<string, Temporal.Instant>> {
	if (references.length === 0) return new Map();
	const rows = await db
		.selectFrom("recordChanges")
		.where("reference", "in", references)
		.where("field", "=", "stage")
		.where(standsAsChange)
		.select((of) => ["reference", of.fn.max("at").as("at")])
		.groupBy("reference")
		.execute();
	return new Map(rows.map(({ reference, at }) => [reference, Temporal.Instant.from(at)]));
}

/**
 * Sums up how long records took from receipt to their current stage, by the period of the move.
 * @param among the kinds, each with the stages that count
 */
export async function listStageTimes(
	db: Connection,
	among: readonly { kind: Pick<RecordKind, "name">; stages: readonly string[] }[],
	periods: readonly Period[],
	timeZone: string,
): Promise<StageTimes[]> {
	if (among.length === 0) return periods.map(() => ({ count: 0, medianDays: undefined }));
	const rows = await db
		.selectFrom("records")
		.innerJoin("recordChanges", "recordChanges.reference", "records.reference")
		.where((where) =>
			where.or(
				among.map(({ kind, stages }) =>
					where.and([where("records.kind", "=", kind.name), where("records.stage", "in", stages)]),
				),
			),
		)
		.where("records.spam", "=", 0)
		.where("recordChanges.field", "=", "stage")
		.whereRef("recordChanges.after", "=", "records.stage")
		.where(standsAsChange)
		.select((of) => ["records.receivedAt", of.fn.max("recordChanges.at").as("at")])
		.groupBy(["records.reference", "records.receivedAt"])
		.execute();
	const times = rows.map(({ receivedAt, at }) => ({ receivedMs: Date.parse(receivedAt), atMs: Date.parse(at) }));
	return periods.map((period) => {
		const { from, until } = toInterval(period, timeZone);
		const days = times
			.filter(({ atMs }) => atMs >= from.epochMilliseconds && atMs < until.epochMilliseconds)
			.map(({ receivedMs, atMs }) => (atMs - receivedMs) / dayMs)
			.toSorted((a, b) => a - b);
		return { count: days.length, medianDays: findPercentile(days, 50) };
	});
}
