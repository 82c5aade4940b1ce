import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { listDoneKeys, type RecordKind } from "./record-kind.ts";

type Kind = Pick<RecordKind, "name" | "stages" | "ownStages">;
type Where = ExpressionBuilder<Tables, "records">;

/**
 * Returns a condition for records of these kinds in open stages: those of their topic where it has its own, otherwise their kind's.
 * @param column holds the name of the kind
 */
export function whereOpen(kinds: readonly Kind[], column?: RawBuilder<string>) {
	return whereAny(kinds, isOpen, column);
}

/** Returns the condition for records in final stages, as whereOpen does. */
export function whereDone(kinds: readonly Kind[], column?: RawBuilder<string>) {
	return whereAny(kinds, isDone, column);
}

/** Returns the condition for records of a kind at one of these stages; unchanged ones, without a key, are at the first of their topic. */
export function whereAtStage({ stages, ownStages: own }: Kind, keys: readonly string[]) {
	const first = stages[0]?.key ?? "";
	const isOfFirst = keys.includes(first);
	return (where: Where): Expression<SqlBool> => {
		if (!own || keys.length === 0) return where("stage", "in", isOfFirst ? [...keys, ""] : keys);
		const asked = sql.join(
			keys.map((key) => sql`select ${key}`),
			sql` union `,
		);
		const unchanged = isOfFirst
			? sql`select ''`
			: sql`select '' from (${own.firstKeys}) as of_topics where of_topics.key in (${sql.join(keys)})`;
		return where.and([
			// Excludes nothing more, but lets the index on stages find them.
			sql<boolean>`stage in (${asked} union ${unchanged})`,
			where.or([where("stage", "<>", ""), sql<boolean>`coalesce(${own.firstKey}, ${first}) in (${sql.join(keys)})`]),
		]);
	};
}

function whereAny(
	kinds: readonly Kind[],
	judge: (where: Where, kind: Kind) => Expression<SqlBool>,
	column = sql.ref<string>("kind"),
) {
	return (where: Where) =>
		where.or(kinds.map((kind) => where.and([where(column, "=", kind.name), judge(where, kind)])));
}

function isOpen(where: Where, { ownStages: own, ...kind }: Kind): Expression<SqlBool> {
	const isOpenByKind = where("stage", "not in", listDoneKeys(kind));
	return own ? where.and([where.or([isOpenByKind, own.exist]), where.not(own.areFinal)]) : isOpenByKind;
}

function isDone(where: Where, { ownStages: own, ...kind }: Kind): Expression<SqlBool> {
	const keys = listDoneKeys(kind);
	const isDoneByKind = where("stage", "in", keys);
	if (!own) return isDoneByKind;
	return where.and([
		// Excludes nothing more, but lets the index on stages find them; most records are at none of these.
		sql<boolean>`stage in (${own.finalKeys} union select ${sql.join(keys, sql` union select `)})`,
		where.or([where.and([isDoneByKind, where.not(own.exist)]), own.areFinal]),
	]);
}
