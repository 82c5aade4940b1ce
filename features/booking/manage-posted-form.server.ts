import {
	respondToGuestForm,
	type GuestFormOutcome,
	type GuestFormWords,
} from "../../core/appointments/respond-to-guest-form.server.ts";
import type { Company } from "../../shared/company.ts";
import type { CallState } from "./call-kind.server.ts";
import type { ManageBooking } from "./manage-booking.server.ts";

/** Handles the form of a call's private page. */
export function managePostedForm(
	form: FormData,
	token: string,
	manageBooking: ManageBooking,
	{ email, phone }: Pick<Company, "email" | "phone">,
): Promise<GuestFormOutcome> {
	return respondToGuestForm(form, token, manageBooking, {
		subject: "The call",
		contact: { email, phone: phone.display },
		choose: "Choose whether to move the call or to cancel it.",
		refuse,
	});
}

const refuse: GuestFormWords<CallState>["refuse"] = (state, verb) => {
	switch (state) {
		case "started":
			return `The call has already begun, so it can no longer be ${verb}.`;
		case "cancelled":
			return "The call was already cancelled. You can book a new one.";
		case "unconfirmed":
			return verb === "confirmed"
				? "This link does not confirm the call. Open the link in the e-mail we sent you."
				: "Confirm the call first, with the link in the e-mail we sent you. Then you can move it.";
		case "lapsed":
			return "The call was not confirmed in time, so the slot was released. You can book a new one.";
		case "quarantined":
			return "The call is not booked yet: we could not confirm that a person sent it.";
	}
};
