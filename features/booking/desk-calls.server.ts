import {
	createAppointmentChanges,
	type AppointmentChanges,
} from "../../core/appointments/change-appointment.server.ts";
import { listStarts } from "./availability.ts";
import { findAvailabilityFacts, type BookingDeps } from "./booking-deps.server.ts";
import type { BookingRecord } from "./booking-record.server.ts";
import { createCallDays, type ListCallDays } from "./call-days.server.ts";
import { createCallKind } from "./call-kind.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { createBookingValidation, type FieldError } from "./rules.ts";
import { createSubmitBooking } from "./submit-booking.server.ts";

/** What came of booking a call for somebody. */
type BookedByStaff = { ok: true; reference: string } | { ok: false; errors: FieldError[] };

/** What staff do with calls beside what they do with every record. */
export type DeskCalls = AppointmentChanges<BookingRecord, BookingRecord> & {
	/** Finds when a call begins; undefined when it is gone. */
	findStart(reference: string): Promise<Temporal.Instant | undefined>;
	/** What calls can be about. */
	domains: readonly string[];
	/** Lists days with their calls, from one on. */
	listDays: ListCallDays;
	/** Lists when a new call can begin, in milliseconds since 1970. */
	listFree(): Promise<number[]>;
	/**
	 * Books a call for somebody, by the rules of the form on the site; they get the same invitation.
	 *
	 * @param input unchecked
	 */
	book(input: unknown, options: { idempotencyKey: string | undefined }): Promise<BookedByStaff>;
};

/** Staff know whom they book for, so nothing has to be confirmed. */
const noCaps: BookingDeps["caps"] = { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0 };

/** Makes what staff do with calls. */
export function createDeskCalls(deps: BookingDeps): DeskCalls {
	const { database, clock, company } = deps;
	const validate = createBookingValidation(company);
	const submit = createSubmitBooking({ ...deps, caps: noCaps });

	return {
		...createAppointmentChanges(createCallKind(deps), deps),
		findStart: async (reference) => (await findBooking(database.db, reference))?.startsAt,
		domains: company.demo.domains,
		listDays: createCallDays(deps),
		async listFree() {
			return listStarts(await findAvailabilityFacts(database.db, { ...deps, now: clock.now() }));
		},
		async book(input, options) {
			const checked = validate(input);
			if (!checked.ok) return checked;
			const result = await submit({ ...checked, looksLikeSpam: false }, options);
			if (result.ok) return { ok: true, reference: result.confirmation.reference };
			if (result.kind === "invalid") return { ok: false, errors: result.errors };
			const message = result.kind === "capped" ? result.message : "That time is no longer free. Choose another one";
			return { ok: false, errors: [{ field: "slot", message }] };
		},
	};
}
