import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { ManageBooking } from "./manage-booking.server.ts";

export type ManageOutcome =
	| { kind: "moved" | "cancelled" | "unknown" }
	/** The time that was asked for has gone. */
	| { kind: "taken" }
	/** What was asked for cannot be done, with the reason for the visitor. */
	| { kind: "refused"; message: string }
	| { kind: "failed" };

/** Does what a form on the private page asks for: intent "move", with date and time, or "cancel". */
export async function managePostedForm(
	form: FormData,
	token: string,
	manageBooking: ManageBooking,
): Promise<ManageOutcome> {
	try {
		if (form.get("intent") === "cancel") {
			const result = await manageBooking.cancel(token);
			if (result.ok) return { kind: "cancelled" };
			return result.kind === "unknown"
				? { kind: "unknown" }
				: { kind: "refused", message: "The call has already begun, so it cannot be cancelled any more." };
		}
		if (form.get("intent") !== "move")
			return { kind: "refused", message: "Choose whether to move the call or to cancel it." };
		const result = await manageBooking.move(token, {
			date: form.get("date") ?? undefined,
			time: form.get("time") ?? undefined,
		});
		if (result.ok) return { kind: "moved" };
		switch (result.kind) {
			case "unknown":
			case "taken":
				return { kind: result.kind };
			case "invalid":
				return { kind: "refused", message: `${result.errors[0]?.message ?? "Choose another time"}.` };
			case "started":
				return { kind: "refused", message: "The call has already begun, so it cannot be moved any more." };
			case "cancelled":
				return { kind: "refused", message: "The call was cancelled before. You can book a new one." };
		}
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed" };
	}
}
