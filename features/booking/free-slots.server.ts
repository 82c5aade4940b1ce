import { listAvailability, listSlots, type Availability } from "./availability.ts";
import { findAvailabilityFacts, type BookingDeps } from "./booking-deps.server.ts";

export type FreeSlots = {
	/** The free slots of one date; empty when it cannot be booked. */
	onDate(date: string): Promise<string[]>;
	/** The free slots of the whole window. */
	inWindow(): Promise<Availability>;
};

/** Creates the readers of free slots. */
export function createFreeSlots({
	database,
	clock,
	company,
	hosts,
}: Pick<BookingDeps, "database" | "clock" | "company" | "hosts">): FreeSlots {
	return {
		onDate: async (date) =>
			listSlots(date, await findAvailabilityFacts(database.db, { company, hosts, now: clock.now() }, date)),
		inWindow: async () =>
			listAvailability(await findAvailabilityFacts(database.db, { company, hosts, now: clock.now() })),
	};
}
