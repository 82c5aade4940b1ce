import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import { listAvailability, listSlots, type Availability } from "./availability.ts";
import { findAvailabilityFacts } from "./booking-deps.server.ts";

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
}: {
	database: Database;
	clock: Clock;
	company: Company;
}): FreeSlots {
	return {
		onDate: async (date) =>
			listSlots(date, await findAvailabilityFacts(database.db, { company, now: clock.now() }, date)),
		inWindow: async () => listAvailability(await findAvailabilityFacts(database.db, { company, now: clock.now() })),
	};
}
