import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { isIdempotencyKey } from "../../platform/http/idempotency.ts";
import type { BookingRefusal } from "./booking-calls.ts";
import type { CallBooking } from "./demo-booking.server.ts";

export type PostedBookingOutcome =
	/** `nextUrl` is the call's page, or the page that asks whether a person booked it. */
	| { kind: "booked"; nextUrl: string }
	| (BookingRefusal & { values: Record<string, string>; retryAfterSeconds?: number });

/**
 * Accepts a booking from a form without scripts; errors come back with the typed values.
 * The form's idempotencyKey makes a second submission harmless.
 * @param client the client's address
 */
export async function acceptPostedBooking(
	form: FormData,
	{ validateBooking, submitBooking }: Pick<CallBooking, "validateBooking" | "submitBooking">,
	client: string | undefined,
): Promise<PostedBookingOutcome> {
	const values = Object.fromEntries(
		[...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
	const checked = validateBooking(values);
	if (!checked.ok) return { kind: "rejected", errors: checked.errors, values };
	try {
		const { idempotencyKey = "" } = values;
		const result = await submitBooking(checked, {
			idempotencyKey: isIdempotencyKey(idempotencyKey) ? idempotencyKey : undefined,
			client,
		});
		if (result.ok) {
			const { manageUrl, confirmBy, personCheckUrl } = result.confirmation;
			return { kind: "booked", nextUrl: personCheckUrl ?? `${manageUrl}?done=${confirmBy ? "asked" : "booked"}` };
		}
		if (result.kind === "capped") {
			const { message, retryAfterSeconds } = result;
			return { kind: "capped", message, retryAfterSeconds, values };
		}
		return result.kind === "invalid"
			? { kind: "rejected", errors: result.errors, values }
			: { kind: "taken", freeSlots: result.availableSlots, values };
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed", values };
	}
}
