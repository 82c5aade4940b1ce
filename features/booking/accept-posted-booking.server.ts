import { readAnswerForm, type AnswerUpload } from "../../core/records/answer-files.server.ts";
import { isIdempotencyKey } from "../../platform/http/idempotency.ts";
import { unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import type { BookingRefusal } from "./booking-calls.ts";
import type { CallBooking } from "./demo-booking.server.ts";
import { toBookingInput } from "./rules.ts";

export type PostedBookingOutcome =
	/** `nextUrl` is the call's page, or the page that asks whether a person booked it. */
	| { kind: "booked"; nextUrl: string }
	| (BookingRefusal & { values: Record<string, string>; retryAfterSeconds?: number });

/**
 * Accepts a booking from a form without scripts; errors come back with the typed values.
 * The form's idempotencyKey makes a second submission harmless.
 * @param sender the client's address, and the files that came with the form, if it could hold some
 */
export async function acceptPostedBooking(
	form: FormData,
	{ callType, validateBooking, submitBooking }: Pick<CallBooking, "callType" | "validateBooking" | "submitBooking">,
	{ client, upload }: { client?: string | undefined; upload?: AnswerUpload | undefined } = {},
): Promise<PostedBookingOutcome> {
	const { typed: values, fields, files, addFileErrors } = await readAnswerForm(form, callType.questions, upload);
	const checked = validateBooking(toBookingInput(fields));
	const errors = addFileErrors(checked.ok ? [] : checked.errors);
	if (!checked.ok || errors.length > 0) return { kind: "rejected", errors, values };
	const { idempotencyKey = "" } = values;
	const submitting = submitBooking(checked, {
		idempotencyKey: isIdempotencyKey(idempotencyKey) ? idempotencyKey : undefined,
		client,
		files,
	});
	const result = await unlessUnavailable(submitting);
	if (!result) return { kind: "failed", values };
	if (result.ok) {
		const { manageUrl, confirmBy, personCheckUrl } = result.confirmation;
		return { kind: "booked", nextUrl: personCheckUrl ?? `${manageUrl}?done=${confirmBy ? "asked" : "booked"}` };
	}
	if (result.kind === "limit-reached") {
		const { message, retryAfterSeconds } = result;
		return { kind: "limit-reached", message, retryAfterSeconds, values };
	}
	return result.kind === "invalid"
		? { kind: "rejected", errors: result.errors, values }
		: { kind: "taken", freeSlots: result.availableSlots, values };
}
