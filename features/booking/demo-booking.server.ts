import { policyOf, type BookingPolicy } from "./availability.ts";
import type { BookingDeps } from "./booking-deps.server.ts";
import { createFreeSlots, type FreeSlots } from "./free-slots.server.ts";
import { createManageBooking, type ManageBooking } from "./manage-booking.server.ts";
import { createBookingValidation, type ValidateBooking } from "./rules.ts";
import { createStaffCalendar, type StaffCalendar } from "./staff-calendar.server.ts";
import { createSubmitBooking, type SubmitBooking } from "./submit-booking.server.ts";

/** The server's functions of demo calls. */
export type DemoBooking = {
	policy: BookingPolicy;
	freeSlots: FreeSlots;
	validateBooking: ValidateBooking;
	submitBooking: SubmitBooking;
	manageBooking: ManageBooking;
	staffCalendar: StaffCalendar;
};

/** Dependencies of a host's calendar besides calls. */
export type HostFeedDeps = Pick<Parameters<typeof createStaffCalendar>[0], "listOthers" | "isHost">;

/** Creates the functions of demo calls for one server. */
export function createDemoBooking(parts: BookingDeps & HostFeedDeps): DemoBooking {
	return {
		policy: policyOf(parts.company),
		freeSlots: createFreeSlots(parts),
		validateBooking: createBookingValidation(parts.company),
		submitBooking: createSubmitBooking(parts),
		manageBooking: createManageBooking(parts),
		staffCalendar: createStaffCalendar(parts),
	};
}
