import * as z from "zod/mini";
import { createFieldRules } from "../../shared/field-rules.ts";
import { honeypot, listFieldErrors, missingOr, type FieldError } from "../../shared/text-rules.ts";
import { isCalendarDate, parseSlotLabel } from "../../shared/slot-times.ts";
import type { CallType } from "../../shared/call-type.ts";
import { visitorFields, type VisitorField } from "./visitor-fields.ts";

export type { FieldError } from "../../shared/text-rules.ts";

const dateShape = "The date must be a day of the calendar, written like 2026-11-23";
const timeShape = "The time must be written like 10:00 AM";

const date = z
	.string({ error: missingOr("Choose a date", dateShape) })
	.check(z.minLength(1, "Choose a date"), z.refine(isCalendarDate, dateShape));

const time = z.string({ error: missingOr("Choose a time", timeShape) }).check(
	z.minLength(1, "Choose a time"),
	z.refine((text) => parseSlotLabel(text) !== undefined, timeShape),
);

/**
 * The booking form: firstName, email, phone, date and time are required; lastName, message and domain are optional.
 *
 * availability.ts and the store decide whether the slot is free. `leaveEmpty` is hidden from people; a program fills it in.
 * Source: docs/product/booking.md, Details and Validation.
 * @param domains topics of calls, the default first
 */
export function createBookingSchema(domains: CallType["domains"]) {
	return z.object(
		{
			...createFieldRules(visitorFields),
			domain: z._default(z.enum(domains, { error: `The domain must be one of: ${domains.join(", ")}` }), domains[0]),
			date,
			time,
			leaveEmpty: honeypot("leaveEmpty"),
		},
		{ error: "Send an object with firstName, email, phone, date and time" },
	);
}

/** A date and a start time, both in the company's zone. */
export type Slot = {
	/** YYYY-MM-DD */
	date: string;
	/** Such as "10:00 AM". */
	time: string;
};

/** A valid booking. */
export type Booking = Record<VisitorField, string> & Slot & { domain: string };

export type CheckedBooking = { booking: Booking; looksLikeSpam: boolean };

/** Separates the booking from the field that gives programs away. */
export function readBooking({
	leaveEmpty,
	...booking
}: z.output<ReturnType<typeof createBookingSchema>>): CheckedBooking {
	return { booking, looksLikeSpam: leaveEmpty !== "" };
}

/**
 * Checks input of a form or program.
 * @returns the booking and whether it looks like spam, or the first error of each field in the order of the form; an error about the whole
 * has an empty field name
 */
export type ValidateBooking = (input: unknown) => ({ ok: true } & CheckedBooking) | { ok: false; errors: FieldError[] };

/** Creates the check of bookings of a type of call. */
export function createBookingValidation(
	{ locale }: { locale: string },
	{ domains }: Pick<CallType, "domains">,
): ValidateBooking {
	const schema = createBookingSchema(domains);
	return (input) => {
		const result = z.safeParse(schema, input);
		return result.success
			? { ok: true, ...readBooking(result.data) }
			: { ok: false, errors: listFieldErrors(result.error.issues, locale) };
	};
}
