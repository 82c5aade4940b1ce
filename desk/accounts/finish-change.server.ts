import { data, redirect } from "react-router";
import type { WaysOutcome } from "../../core/accounts/own-account.server.ts";
import type { ChangeOutcome } from "../../core/accounts/signed-in.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { ShownAuthenticator } from "./authenticator-fields.tsx";

/** A refused form. */
export type RefusedForm = { errors: FieldError[]; authenticator?: ShownAuthenticator | undefined };

/**
 * Returns the response to a refused change of an account: the form with its errors, or a redirect to a fresh proof.
 * @param to page of the form
 * @param field that shows the refusal
 */
export function respondToRefusal(
	outcome: Exclude<ChangeOutcome, { kind: "done" }> | Exclude<WaysOutcome, { kind: "done" }>,
	{ to, field }: { to: string; field: string },
) {
	if (outcome.kind === "prove-first") throw redirect(`/prove?${new URLSearchParams({ to }).toString()}`, 303);
	const errors = outcome.kind === "problems" ? outcome.problems : [{ field, message: outcome.message }];
	return data<RefusedForm>({ errors }, { status: 422 });
}
