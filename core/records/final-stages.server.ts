import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { listDoneKeys, type RecordKind } from "./record-kind.ts";

type Kind = Pick<RecordKind, "stages" | "ownStages">;

/** Returns a condition for records of a kind in final stages: those of their topic where it has its own, otherwise the kind's. */
export function whereDone({ ownStages: own, ...kind }: Kind) {
	return (where: ExpressionBuilder<Tables, "records">): Expression<SqlBool> => {
		const keys = listDoneKeys(kind);
		const isDone = where("stage", "in", keys);
		if (!own) return isDone;
		return where.and([
			// Excludes nothing more, but lets the index on stages find them; most records are at none of these.
			sql<boolean>`stage in (${own.finalKeys} union select ${sql.join(keys, sql` union select `)})`,
			where.or([where.and([isDone, where.not(own.exist)]), own.areFinal]),
		]);
	};
}

/** Returns the opposite condition, for records in open stages. */
export function whereOpen({ ownStages: own, ...kind }: Kind) {
	return (where: ExpressionBuilder<Tables, "records">): Expression<SqlBool> => {
		const isOpen = where("stage", "not in", listDoneKeys(kind));
		return own ? where.and([where.or([isOpen, own.exist]), where.not(own.areFinal)]) : isOpen;
	};
}
