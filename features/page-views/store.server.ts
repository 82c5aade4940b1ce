import { sql } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";

/** How often a page was opened on a day from a source. */
export type PageViewCount = {
	/** In the company's zone, as 2026-11-23. */
	day: string;
	/** A path without its query, or a name for anything but a page of its own. */
	page: string;
	/** "internal", "direct", "other", or the hostname of the referring site. */
	source: string;
	count: number;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		visitCounts: PageViewCount;
	}
}

/** Adds to the counts of days. */
export async function addPageViews(transaction: WriteTransaction, counts: readonly PageViewCount[]): Promise<void> {
	for (const count of counts)
		await transaction
			.insertInto("visitCounts")
			.values(count)
			.onConflict((conflict) =>
				conflict.columns(["day", "page", "source"]).doUpdateSet({ count: sql`visit_counts.count + ${count.count}` }),
			)
			.execute();
}

/** The pseudo-page of an opened booking form. */
export const openedBookingForm = "form:booking";

/** All given conditions have to hold. */
export type PageViewFilter = {
	/** Days, both included. */
	first: string;
	last: string;
	/** Only booking forms; without it, only pages. */
	ofBookingForm?: boolean;
	/** Without links within the site. */
	fromOutside?: boolean;
};

/**
 * Sums up page views.
 * @param by the grouping
 * @returns the largest first
 */
export async function sumPageViews(
	db: Connection,
	by: "page" | "source",
	{ first, last, ofBookingForm = false, fromOutside = false }: PageViewFilter,
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

/** Long enough to compare a month with the year before. */
const keptMonths = 25;

/** Finds the first day whose counts are kept. */
export function findFirstKeptDay(today: Temporal.PlainDate): Temporal.PlainDate {
	return today.subtract({ months: keptMonths });
}

/** Deletes counts from before a day and returns their number. */
export async function deletePageViewsBefore(db: Connection, day: string): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom("visitCounts").where("day", "<", day).executeTakeFirst();
	return Number(numDeletedRows);
}
