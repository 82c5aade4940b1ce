import { demoSlug, listCallTypes, type CallType } from "../../shared/call-type.ts";
import { listAvailability, listSlots, policyOf } from "./availability.ts";
import { findAvailabilityInputs, type BookingDeps } from "./booking-deps.server.ts";
import { createManageBooking } from "./manage-booking.server.ts";
import { createBookingValidation } from "./rules.ts";
import { createStaffCalendar } from "./staff-calendar.server.ts";
import { createSubmitBooking, type BookingNotice } from "./submit-booking.server.ts";

/** The server's functions of one type of call. */
export type CallBooking = ReturnType<typeof createCallBooking>;

/** The server's functions of calls: of the demo call, of the other types, and of every booked call. */
export type DemoBooking = ReturnType<typeof createDemoBooking>;

/** Dependencies of a host's calendar besides calls. */
export type HostFeedDeps = Pick<Parameters<typeof createStaffCalendar>[0], "listOthers" | "isHost" | "maySeeCalls">;

/** Creates the functions that list free slots of a type of call and book one. */
function createCallBooking(parts: BookingDeps & BookingNotice, callType: CallType) {
	const { database, clock, company, hosts } = parts;
	const findInputs = (date?: string) =>
		findAvailabilityInputs(database.db, { company, callType, hosts, now: clock.now() }, date);
	return {
		callType,
		policy: policyOf(company, callType),
		/** Slots that are free now. */
		freeSlots: {
			/** The slots of one date, none when it cannot be booked. */
			onDate: async (date: string) => listSlots(date, await findInputs(date)),
			/** The slots of the whole window. */
			inWindow: async () => listAvailability(await findInputs()),
		},
		validateBooking: createBookingValidation(company, callType),
		submitBooking: createSubmitBooking(parts, callType),
	};
}

/** Creates the functions of calls for one server. */
export function createDemoBooking(parts: BookingDeps & BookingNotice & HostFeedDeps) {
	const bookings = new Map(
		listCallTypes(parts.company).map((callType) => [callType.slug, createCallBooking(parts, callType)]),
	);
	return {
		...(bookings.get(demoSlug) as CallBooking),
		/** Finds the functions of a type of call; undefined when the company does not offer it. */
		findCalls: (slug: string) => bookings.get(slug),
		manageBooking: createManageBooking(parts),
		staffCalendar: createStaffCalendar(parts),
	};
}
