import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { Company } from "../../shared/company.ts";
import { maxMoves } from "./booking-caps.server.ts";
import type { ManageBooking } from "./manage-booking.server.ts";

export type ManageOutcome =
	| { kind: "moved" | "cancelled" | "confirmed" | "unknown" }
	/** The call was moved as often as it may be. */
	| { kind: "limited"; message: string }
	/** The time that was asked for has gone. */
	| { kind: "taken" }
	/** What was asked for cannot be done, with the reason for the visitor. */
	| { kind: "refused"; message: string }
	| { kind: "failed" };

const lapsed = "The call was not confirmed in time, so its time has gone back to others. You can book a new one.";
const doubtful = "The call is not booked yet: we do not know whether a person sent it.";

const cancelRefusals = {
	started: "The call has already begun, so it cannot be cancelled any more.",
	lapsed,
	doubtful,
} as const;

const moveRefusals = {
	started: "The call has already begun, so it cannot be moved any more.",
	cancelled: "The call was cancelled before. You can book a new one.",
	unconfirmed: "Confirm the call first, by the link in the e-mail that we have sent you. Then you can move it.",
	lapsed,
	doubtful,
} as const;

const confirmRefusals = {
	started: "The call has already begun, so it cannot be confirmed any more.",
	cancelled: "The call was cancelled before. You can book a new one.",
	unconfirmed: "This link does not confirm the call. Open the one in the e-mail that we have sent you.",
	lapsed,
	doubtful,
} as const;

function describeMoves({ email, phone }: Pick<Company, "email" | "phone">): string {
	return `The call has been moved ${maxMoves} times, which is as often as it can be here. Write to ${email} or call ${phone.display}, and we find a time for you.`;
}

/** Does what a form on the private page asks for: intent "move", with date and time, "cancel", or "confirm", with the code of the e-mail. */
export async function managePostedForm(
	form: FormData,
	token: string,
	manageBooking: ManageBooking,
	company: Pick<Company, "email" | "phone">,
): Promise<ManageOutcome> {
	try {
		if (form.get("intent") === "cancel") {
			const result = await manageBooking.cancel(token);
			if (result.ok) return { kind: "cancelled" };
			return result.kind === "unknown"
				? { kind: "unknown" }
				: { kind: "refused", message: cancelRefusals[result.kind] };
		}
		if (form.get("intent") === "confirm") {
			const code = form.get("code");
			const result = await manageBooking.confirm(token, typeof code === "string" ? code : "");
			if (result.ok) return { kind: "confirmed" };
			return result.kind === "unknown"
				? { kind: "unknown" }
				: { kind: "refused", message: confirmRefusals[result.kind] };
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
			case "moved-enough":
				return { kind: "limited", message: describeMoves(company) };
			case "started":
			case "cancelled":
			case "unconfirmed":
			case "lapsed":
			case "doubtful":
				return { kind: "refused", message: moveRefusals[result.kind] };
		}
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed" };
	}
}
