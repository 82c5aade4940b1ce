import { sql } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";

/** How often a page was opened on one day from one place. Nothing else is known of a visit. */
export type VisitCount = {
	/** In the company's zone, as 2026-11-23. */
	day: string;
	/** A path without its query, or a name for what is not a page of its own. */
	page: string;
	/** "internal", "direct", "other", or the host name of the site whose link was followed. */
	source: string;
	count: number;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		visitCounts: VisitCount;
	}
}

/** Adds to the sums of days. */
export async function addVisits(transaction: WriteTransaction, counts: readonly VisitCount[]): Promise<void> {
	for (const count of counts)
		await transaction
			.insertInto("visitCounts")
			.values(count)
			.onConflict((conflict) =>
				conflict.columns(["day", "page", "source"]).doUpdateSet({ count: sql`visit_counts.count + ${count.count}` }),
			)
			.execute();
}

/** Stands in for a page: the form of a call was opened. */
export const openedBookingForm = "form:booking";

/** Which openings of pages are meant; the given conditions together. */
export type VisitFilter = {
	/** Days, both included. */
	first: string;
	last: string;
	/** Openings of the form of a call alone; without it, of pages alone. */
	ofBookingForm?: boolean;
	/** Without those that followed a link on the site itself: each is the beginning of a visit. */
	fromOutside?: boolean;
};

/**
 * Sums openings of pages.
 *
 * @param by what the sums are of
 * @returns the largest first
 */
export async function sumVisits(
	db: Connection,
	by: "day" | "page" | "source",
	{ first, last, ofBookingForm = false, fromOutside = false }: VisitFilter,
): Promise<{ value: string; count: number }[]> {
	const rows = await db
		.selectFrom("visitCounts")
		.select([by, sql<number | string>`sum(count)`.as("count")])
		.where("day", ">=", first)
		.where("day", "<=", last)
		.where("page", ofBookingForm ? "=" : "<>", openedBookingForm)
		.$if(fromOutside, (query) => query.where("source", "<>", "internal"))
		.groupBy(by)
		.orderBy("count", "desc")
		.orderBy(by)
		.execute();
	return rows.map((row) => ({ value: row[by], count: Number(row.count) }));
}

/** Deletes the sums of days before one, and tells how many there were. */
export async function deleteVisitsBefore(db: Connection, day: string): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom("visitCounts").where("day", "<", day).executeTakeFirst();
	return Number(numDeletedRows);
}
