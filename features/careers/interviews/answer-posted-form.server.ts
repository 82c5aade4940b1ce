import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { Company } from "../../../shared/company.ts";
import { maxInterviewMoves } from "./rules.ts";
import type { InterviewResult, ManageInterview } from "./manage-interview.server.ts";

export type InterviewOutcomeOfForm =
	| { kind: "booked" | "moved" | "cancelled" | "unknown" }
	/** The time that was asked for has gone. */
	| { kind: "taken" }
	/** It was moved as often as it may be. */
	| { kind: "limited"; message: string }
	/** What was asked for cannot be done, with the reason for the applicant. */
	| { kind: "refused"; message: string }
	| { kind: "failed" };

const refusals = {
	started: "The interview has already begun, so nothing about it can be changed any more.",
	expired: "The days that we offered are over. Write to us, and we find another one.",
	cancelled: "The interview was cancelled before.",
	closed: "The application is not open any more.",
} as const;

/** Does what a form on the private page asks for: intent "choose", with a start in milliseconds, or "cancel". */
export async function answerPostedForm(
	form: FormData,
	token: string,
	manageInterview: ManageInterview,
	{ careersEmail, phone }: Pick<Company, "careersEmail" | "phone">,
): Promise<InterviewOutcomeOfForm> {
	try {
		const intent = form.get("intent");
		if (intent === "cancel") return describe(await manageInterview.cancel(token), "cancelled");
		const start = form.get("start");
		if (intent !== "choose") return { kind: "refused", message: "Choose a time, or cancel the interview." };
		if (typeof start !== "string" || !/^\d{1,15}$/.test(start))
			return { kind: "refused", message: "Choose one of the times." };
		const hadTime = (await manageInterview.find(token))?.state === "upcoming";
		return describe(await manageInterview.choose(token, Number(start)), hadTime ? "moved" : "booked");
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed" };
	}

	function describe(result: InterviewResult, done: "booked" | "moved" | "cancelled"): InterviewOutcomeOfForm {
		if (result.ok) return { kind: done };
		switch (result.kind) {
			case "unknown":
			case "taken":
				return { kind: result.kind };
			case "moved-enough":
				return {
					kind: "limited",
					message: `The interview has been moved ${maxInterviewMoves} times, which is as often as it can be here. Write to ${careersEmail} or call ${phone.display}, and we find a time for you.`,
				};
			case "started":
			case "cancelled":
			case "expired":
			case "closed":
				return { kind: "refused", message: refusals[result.kind] };
		}
	}
}
