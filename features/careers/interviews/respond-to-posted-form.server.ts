import {
	respondToGuestForm,
	type GuestFormOutcome,
	type GuestFormWords,
} from "../../../core/appointments/respond-to-guest-form.server.ts";
import type { Company } from "../../../shared/company.ts";
import type { InterviewLinkState } from "./interview-kind.server.ts";
import type { ManageInterview } from "./manage-interview.server.ts";

const refusals: Record<Parameters<GuestFormWords<InterviewLinkState>["refuse"]>[0], string> = {
	started: "The interview has already begun, so it can no longer be changed.",
	expired: "The days we offered have passed. Write to us, and we will find another one.",
	cancelled: "The interview was already cancelled.",
	closed: "The application is no longer open.",
};

/** Handles the form of an interview's private page. */
export function respondToPostedForm(
	form: FormData,
	token: string,
	manageInterview: ManageInterview,
	{ careersEmail, phone }: Pick<Company, "careersEmail" | "phone">,
): Promise<GuestFormOutcome> {
	return respondToGuestForm(form, token, manageInterview, {
		subject: "The interview",
		contact: { email: careersEmail, phone: phone.display },
		choose: "Choose a time, or cancel the interview.",
		refuse: (state) => refusals[state],
	});
}
