import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { isIdempotencyKey } from "../../platform/http/idempotency.ts";
import type { FieldError } from "./rules.ts";
import type { DemoBooking } from "./demo-booking.server.ts";

export type PostedBookingOutcome =
	| { kind: "booked"; manageUrl: string }
	| { kind: "rejected"; errors: FieldError[]; values: Record<string, string> }
	| { kind: "taken"; freeSlots: string[]; values: Record<string, string> }
	| { kind: "failed"; values: Record<string, string> };

/**
 * Takes a booking from a form that was sent without scripts; whatever stands against it comes back with what was typed.
 *
 * The form's idempotencyKey makes sending it twice harmless.
 */
export async function acceptPostedBooking(
	form: FormData,
	{ validateBooking, submitBooking }: Pick<DemoBooking, "validateBooking" | "submitBooking">,
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
		});
		if (result.ok) return { kind: "booked", manageUrl: result.confirmation.manageUrl };
		return result.kind === "invalid"
			? { kind: "rejected", errors: result.errors, values }
			: { kind: "taken", freeSlots: result.availableSlots, values };
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed", values };
	}
}
