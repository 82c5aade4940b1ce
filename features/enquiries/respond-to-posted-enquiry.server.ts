import { data, redirect, type RouterContextProvider } from "react-router";
import { formRefusedContext } from "../../platform/pages/live-page-context.server.ts";
import type { PostedFormOutcome } from "./accept-posted-form.server.ts";

type Stored = Extract<PostedFormOutcome, { kind: "stored" }>;

/**
 * Returns the response of a page to a form that became an enquiry, or the form again with what is wrong.
 * @throws a redirect to the page that says thank you, or that asks whether a person sent it
 */
export function respondToPostedEnquiry<Refused extends { kind: "rejected" | "failed" }>(
	outcome: Stored | Refused,
	context: Pick<RouterContextProvider, "set">,
) {
	if (outcome.kind === "stored")
		throw redirect(
			outcome.personCheckUrl === undefined ? "/contactUs/thank-you" : new URL(outcome.personCheckUrl).pathname,
			303,
		);
	context.set(formRefusedContext, true);
	return data(
		outcome,
		outcome.kind === "rejected" ? { status: 422 } : { status: 503, headers: { "Retry-After": "30" } },
	);
}
