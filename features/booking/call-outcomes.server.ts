import { sql, type Expression } from "kysely";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { toInterval, type Period } from "../../platform/staff/periods.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { bookingKind } from "./store.server.ts";

/** What became of the calls of one period, by when they were to take place. */
export type CallOutcomes = {
	/** Calls that stand at held, or at any stage that comes after a call. */
	held: number;
	noShow: number;
	cancelled: number;
	/** Calls that are over and of which nobody has said how they went. */
	unsaid: number;
	/** Those of all of these that were moved once or more, by the visitor or by staff. */
	moved: number;
};

/**
 * Sums up what became of the calls of some periods; those to come, in quarantine, and never confirmed count nowhere.
 *
 * @param firstStage where a call stands of which nothing has been said
 */
export async function listCallOutcomes(
	db: Connection,
	periods: readonly Period[],
	{ now, timeZone, firstStage }: { now: Temporal.Instant; timeZone: string; firstStage: string },
): Promise<CallOutcomes[]> {
	const outcomes: CallOutcomes[] = [];
	for (const period of periods) outcomes.push(await sumUp(toInterval(period, timeZone)));
	return outcomes;

	async function sumUp({ from, until }: { from: Temporal.Instant; until: Temporal.Instant }): Promise<CallOutcomes> {
		const row = await db
			.selectFrom("bookings")
			.innerJoin("records", "records.reference", "bookings.reference")
			.where("records.kind", "=", bookingKind)
			.where("bookings.startsAt", ">=", toInstantText(from))
			.where("bookings.startsAt", "<", toInstantText(Temporal.Instant.compare(until, now) < 0 ? until : now))
			.where("bookings.state", "<>", "quarantined")
			.where("bookings.confirmBy", "is", null)
			.select((of) => {
				const count = (condition: Expression<unknown>) =>
					sql<number | string | null>`sum(case when ${condition} then 1 else 0 end)`;
				const isCancelled = of.or([of("bookings.state", "=", "cancelled"), of("stage", "=", callOutcomes.cancelled)]);
				const isUnsaid = of("stage", "in", ["", firstStage]);
				const isNoShow = of("stage", "=", callOutcomes.noShow);
				const wasMovedByStaff = of.exists(
					of
						.selectFrom("callChanges")
						.select("callChanges.id")
						.whereRef("callChanges.reference", "=", "bookings.reference")
						.where("deed", "=", "move")
						.where("undoneAt", "is", null),
				);
				return [
					of.fn.countAll<number | string>().as("all"),
					count(isCancelled).as("cancelled"),
					count(of.and([of.not(isCancelled), isNoShow])).as("noShow"),
					count(of.and([of.not(isCancelled), isUnsaid])).as("unsaid"),
					count(of.or([of("moves", ">", 0), wasMovedByStaff])).as("moved"),
				];
			})
			.executeTakeFirstOrThrow();
		const [all, cancelled, noShow, unsaid] = [row.all, row.cancelled, row.noShow, row.unsaid].map(Number) as [
			number,
			number,
			number,
			number,
		];
		return { held: all - cancelled - noShow - unsaid, noShow, cancelled, unsaid, moved: Number(row.moved) };
	}
}
