import {
	createAppointmentChanges,
	type AppointmentChanges,
} from "../../core/appointments/change-appointment.server.ts";
import {
	demoTypeOf,
	findCallType,
	listCallTypes,
	toOfferedCall,
	type CallType,
	type OfferedCall,
} from "../../shared/call-type.ts";
import { listStarts } from "./availability.ts";
import { findAvailabilityInputs, type BookingDeps } from "./booking-deps.server.ts";
import type { BookingRecord } from "./booking-record.server.ts";
import { listCallDays, type CallDay, type CallDaysFilter } from "./call-days.server.ts";
import { createCallKind } from "./call-kind.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { createBookingValidation, type FieldError } from "./rules.ts";
import { createSubmitBooking } from "./submit-booking.server.ts";

type BookedByStaff = { ok: true; reference: string } | { ok: false; errors: FieldError[] };

/** Staff's actions on calls beyond those on every record. */
export type DeskCalls = AppointmentChanges<BookingRecord, BookingRecord> & {
	/** Finds when a call begins; undefined when it does not exist. */
	findStart(reference: string): Promise<Temporal.Instant | undefined>;
	/** The types of calls that can be booked, the demo call first. */
	callTypes: readonly OfferedCall[];
	listDays(
		first: string,
		count: number,
		filter?: CallDaysFilter,
	): Promise<{ hosts: { id: string; name: string }[]; days: CallDay[] }>;
	/**
	 * Lists possible starts of a new call, in milliseconds since 1970.
	 * @param callType slug of its type; the demo call for an unknown one
	 */
	listFree(callType: string): Promise<number[]>;
	/**
	 * Books a call for a visitor by the rules of the public form, without its questions; they get the same invitation.
	 * @param callType as for listFree
	 * @param input unchecked
	 */
	book(
		callType: string,
		input: unknown,
		options: { idempotencyKey: string | undefined; by: string },
	): Promise<BookedByStaff>;
};

/** Staff know the visitor, so nothing has to be confirmed. */
const noLimits: BookingDeps["limits"] = { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0 };

/** The visitor saw no form. */
const noteNotice = async () => undefined;

/** Creates what staff do with calls. */
export function createDeskCalls(deps: BookingDeps): DeskCalls {
	const { database, clock, company } = deps;
	const findType = (slug: string) => findCallType(company, slug) ?? demoTypeOf(company);

	return {
		...createAppointmentChanges(createCallKind(deps), deps),
		findStart: async (reference) => (await findBooking(database.db, reference))?.startsAt,
		callTypes: listCallTypes(company).map(toOfferedCall),
		listDays: (first, count, filter) => listCallDays(deps, first, count, filter),
		async listFree(slug) {
			const question = { ...deps, callType: findType(slug), now: clock.now() };
			return listStarts(await findAvailabilityInputs(database.db, question));
		},
		async book(slug, input, options) {
			const callType: CallType = { ...findType(slug), questions: [], owners: [] };
			const checked = createBookingValidation(company, callType)(input);
			if (!checked.ok) return checked;
			const result = await createSubmitBooking({ ...deps, limits: noLimits, noteNotice }, callType)(
				{ ...checked, looksLikeSpam: false },
				options,
			);
			if (result.ok) return { ok: true, reference: result.confirmation.reference };
			if (result.kind === "invalid") return { ok: false, errors: result.errors };
			const message =
				result.kind === "limit-reached" ? result.message : "That time is no longer free. Choose another one";
			return { ok: false, errors: [{ field: "slot", message }] };
		},
	};
}
