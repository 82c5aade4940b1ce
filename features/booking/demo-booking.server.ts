import { listAvailability, listSlots, policyOf } from "./availability.ts";
import { findAvailabilityInputs, type BookingDeps } from "./booking-deps.server.ts";
import { createManageBooking } from "./manage-booking.server.ts";
import { createBookingValidation } from "./rules.ts";
import { createStaffCalendar } from "./staff-calendar.server.ts";
import { createSubmitBooking } from "./submit-booking.server.ts";

/** The server's functions of demo calls. */
export type DemoBooking = ReturnType<typeof createDemoBooking>;

/** Dependencies of a host's calendar besides calls. */
export type HostFeedDeps = Pick<Parameters<typeof createStaffCalendar>[0], "listOthers" | "isHost">;

/** Creates the functions of demo calls for one server. */
export function createDemoBooking(parts: BookingDeps & HostFeedDeps) {
	const { database, clock, company, hosts } = parts;
	const findFacts = (date?: string) => findAvailabilityInputs(database.db, { company, hosts, now: clock.now() }, date);
	return {
		policy: policyOf(company),
		/** Slots that are free now. */
		freeSlots: {
			/** The slots of one date, none when it cannot be booked. */
			onDate: async (date: string) => listSlots(date, await findFacts(date)),
			/** The slots of the whole window. */
			inWindow: async () => listAvailability(await findFacts()),
		},
		validateBooking: createBookingValidation(company),
		submitBooking: createSubmitBooking(parts),
		manageBooking: createManageBooking(parts),
		staffCalendar: createStaffCalendar(parts),
	};
}
