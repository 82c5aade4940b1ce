import * as z from "zod/mini";
import { checkAddresses, splitAddresses } from "../../shared/address-list.ts";
import type { CallType } from "../../shared/call-type.ts";
import { createFieldRules, sentAnswers, sentNotice } from "../../shared/field-rules.ts";
import {
	askForAnswer,
	isQuestionField,
	joinAnswers,
	readQuestionAnswers,
	validateAnswers,
	type QuestionAnswers,
} from "../../shared/question-answers.ts";
import { isCalendarDate, parseSlotLabel } from "../../shared/slot-times.ts";
import { honeypot, listFieldErrors, missingOr, type FieldError } from "../../shared/text-rules.ts";
import { visitorFields, type VisitorField } from "./visitor-fields.ts";

export type { FieldError } from "../../shared/text-rules.ts";

const dateShape = "The date must be a calendar date such as 2026-11-23";
const timeShape = "The time must be written as 10:00 AM";

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
			answers: sentAnswers,
			guests: z
				.optional(z.array(z.string(), { error: "Send guests as a list of e-mail addresses" }))
				.check(z.describe("E-mail addresses of guests, where the type of call allows them.")),
			notice: sentNotice,
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

export type CheckedBooking = {
	booking: Booking;
	looksLikeSpam: boolean;
	/** To the questions of its type. */
	answers?: QuestionAnswers;
	/** E-mail addresses of the visitor's guests. */
	guests?: string[];
	/** Version of the notice that the form showed. */
	notice?: string;
};

/** Reads the input of the check from the fields of a form. */
export function toBookingInput(fields: Record<string, string>) {
	const { guests = "", ...others } = fields;
	const answers = readQuestionAnswers(fields);
	const addresses = splitAddresses(guests);
	return {
		...Object.fromEntries(Object.entries(others).filter(([name]) => !isQuestionField(name))),
		...(addresses.length > 0 && { guests: addresses }),
		...(Object.keys(answers).length > 0 && { answers }),
	};
}

/** Separates the booking from its answers and from the field that gives programs away. */
function readBooking({
	leaveEmpty,
	answers,
	guests,
	notice,
	...booking
}: z.output<ReturnType<typeof createBookingSchema>>): CheckedBooking {
	return {
		booking,
		looksLikeSpam: leaveEmpty !== "",
		...(answers && { answers: joinAnswers(answers) }),
		...(guests && { guests }),
		...(notice !== undefined && { notice }),
	};
}

const withAnswers = z.object({ answers: sentAnswers });

/** Checks the visitor's guests: other people than the visitor, and no more than the type allows. */
function checkGuests(
	written: readonly string[],
	email: string,
	most: number,
): { guests: string[] } | { error: string } {
	const checked = checkAddresses(written);
	if ("error" in checked) return checked;
	const guests = checked.addresses.filter((address) => address.toLowerCase() !== email.toLowerCase());
	return guests.length > most ? { error: `Invite at most ${most} ${most === 1 ? "guest" : "guests"}` } : { guests };
}

/**
 * Checks input of a form or program.
 * @param options whether the questions of the type are asked; by default they are
 * @returns the booking and whether it looks like spam, or the first error of each field in the order of the form; an error about the whole
 * has an empty field name
 */
export type ValidateBooking = (
	input: unknown,
	options?: { asksQuestions?: boolean },
) => ({ ok: true } & CheckedBooking) | { ok: false; errors: FieldError[] };

/** Creates the check of bookings of a type of call. */
export function createBookingValidation(
	{ locale }: { locale: string },
	{ domains, questions, mostGuests }: Pick<CallType, "domains" | "questions" | "mostGuests">,
): ValidateBooking {
	const schema = createBookingSchema(domains);
	return (input, { asksQuestions = true } = {}) => {
		const result = z.safeParse(schema, input);
		const { answers = {} } = z.safeParse(withAnswers, input).data ?? {};
		const { guests: written = [], email = "" } = result.data ?? {};
		const checked = mostGuests === 0 ? { guests: [] } : checkGuests(written, email, mostGuests);
		const errors = [
			...(result.success ? [] : listFieldErrors(result.error.issues, locale)),
			...("error" in checked ? [{ field: "guests", message: checked.error }] : []),
			...(asksQuestions ? validateAnswers(questions, joinAnswers(answers), askForAnswer) : []),
		];
		if (!result.data || "error" in checked || errors.length > 0) return { ok: false, errors };
		const { guests } = checked;
		return { ok: true, ...readBooking({ ...result.data, guests: guests.length > 0 ? guests : undefined }) };
	};
}
