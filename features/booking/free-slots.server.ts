import { listAvailability, listSlots, type Availability } from "./availability.ts";
import { findAvailabilityFacts, type BookingDeps } from "./booking-deps.server.ts";

/** Says what can be booked at this moment. */
export type FreeSlots = {
	/** The slots of one date, none when it cannot be booked. */
	onDate(date: string): Promise<string[]>;
	/** The slots of the whole window. */
	inWindow(): Promise<Availability>;
};

/** Makes the functions that list what is free. */
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
