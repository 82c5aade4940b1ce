import { listAvailability, type Availability } from "./availability.ts";
import { createCallDays, type ListCallDays } from "./call-days.server.ts";
import { findAvailabilityFacts, type BookingDeps } from "./booking-deps.server.ts";
import { createCallChanges, type CallChanges } from "./change-call.server.ts";
import { createBookingValidation, type FieldError } from "./rules.ts";
import { createSubmitBooking } from "./submit-booking.server.ts";

/** What came of booking a call for somebody. */
type BookedByStaff = { ok: true; reference: string } | { ok: false; errors: FieldError[] };

/** What staff do with calls beside what they do with every record. */
export type DeskCalls = CallChanges & {
	/** What calls can be about. */
	domains: readonly string[];
	/** Lists days with their calls, from one on. */
	listDays: ListCallDays;
	/** Lists the times at which a new call can begin, by date. */
	listFree(): Promise<Availability["days"]>;
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
		...createCallChanges(deps),
		domains: company.demo.domains,
		listDays: createCallDays(deps),
		async listFree() {
			return listAvailability(await findAvailabilityFacts(database.db, { ...deps, now: clock.now() })).days;
		},
		async book(input, options) {
			const checked = validate(input);
			if (!checked.ok) return checked;
			const result = await submit({ ...checked, looksLikeSpam: false }, options);
			if (result.ok) return { ok: true, reference: result.confirmation.reference };
			if (result.kind === "invalid") return { ok: false, errors: result.errors };
			const message = result.kind === "capped" ? result.message : "That time is not free any more. Choose another one";
			return { ok: false, errors: [{ field: "slot", message }] };
		},
	};
}
