import { sql, type Expression } from "kysely";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { toInterval, type Period } from "../../shared/periods.ts";
import { bookingNames } from "./booking-names.ts";

/** Outcomes of the calls of one period, by their time. */
export type CallOutcomes = {
	/** Calls at the stage held or a later one. */
	held: number;
	noShow: number;
	cancelled: number;
	/** Past calls without an outcome, except those that were past when they were imported. */
	unsaid: number;
	/** Of all these, the calls that were moved at least once. */
	moved: number;
};

/**
 * Counts the outcomes of calls by period, without those to come, in quarantine or never confirmed, and without those that were past when
 * they were imported and have no outcome: calendars know none.
 * @param firstStage the stage of a call without an outcome
 */
export async function listCallOutcomes(
	db: Connection,
	periods: readonly Period[],
	{ now, timeZone, firstStage }: { now: Temporal.Instant; timeZone: string; firstStage: string },
): Promise<CallOutcomes[]> {
	const intervals = periods.map((period) => toInterval(period, timeZone));
	const [first, last] = [intervals[0], intervals.at(-1)];
	if (!first || !last) return [];
	const open = ["", firstStage];
	// One pass over all periods: finding each call's stage takes the time.
	const period = sql<number | string>`case ${sql.join(
		intervals.map(({ until }, index) => sql`when starts_at < ${toInstantText(until)} then ${sql.lit(index)}`),
		sql` `,
	)} end`;
	const rows = await db
		.selectFrom("bookings")
		// SQLite reads the first table of a cross join first: the calls of these periods.
		.crossJoin("records")
		.whereRef("records.reference", "=", "bookings.reference")
		.leftJoin(
			(of) =>
				of
					.selectFrom("callChanges")
					.select("callChanges.reference")
					.distinct()
					.where("deed", "=", "move")
					.where("undoneAt", "is", null)
					.as("movedByStaff"),
			(join) => join.onRef("movedByStaff.reference", "=", "bookings.reference"),
		)
		.where("records.kind", "=", bookingNames.name)
		.where("bookings.startsAt", ">=", toInstantText(first.from))
		.where("bookings.startsAt", "<", toInstantText(Temporal.Instant.compare(last.until, now) < 0 ? last.until : now))
		.where("bookings.state", "<>", "quarantined")
		.where("bookings.confirmBy", "is", null)
		.where("bookings.confirmHash", "is", null)
		.where((of) => {
			const wasPastWhenImported = of.exists(
				of
					.selectFrom("imports")
					.select("imports.number")
					.whereRef("imports.number", "=", "records.importNumber")
					.whereRef("imports.begunAt", ">", "bookings.startsAt"),
			);
			return of.not(of.and([of("bookings.state", "<>", "cancelled"), of("stage", "in", open), wasPastWhenImported]));
		})
		.select((of) => {
			const count = (condition: Expression<unknown>) =>
				sql<number | string>`sum(case when ${condition} then 1 else 0 end)`;
			const isCancelled = of.or([of("bookings.state", "=", "cancelled"), of("stage", "=", callOutcomes.cancelled)]);
			return [
				period.as("period"),
				of.fn.countAll<number | string>().as("all"),
				count(isCancelled).as("cancelled"),
				count(of.and([of.not(isCancelled), of("stage", "=", callOutcomes.noShow)])).as("noShow"),
				count(of.and([of.not(isCancelled), of("stage", "in", open)])).as("unsaid"),
				count(of.or([of("moves", ">", 0), of("movedByStaff.reference", "is not", null)])).as("moved"),
			];
		})
		.groupBy(sql`1`)
		.execute();
	return periods.map((_, index): CallOutcomes => {
		const row = rows.find((one) => Number(one.period) === index);
		const [cancelled, noShow, unsaid] = [
			Number(row?.cancelled ?? 0),
			Number(row?.noShow ?? 0),
			Number(row?.unsaid ?? 0),
		];
		const held = Number(row?.all ?? 0) - cancelled - noShow - unsaid;
		return { held, noShow, cancelled, unsaid, moved: Number(row?.moved ?? 0) };
	});
}
