import { data, redirect } from "react-router";
import type { ChangeOutcome } from "../../core/accounts/signed-in.server.ts";
import type { WaysOutcome } from "../../core/accounts/own-account.server.ts";
import type { ShownAuthenticator } from "./authenticator-fields.tsx";
import type { FieldError } from "../../shared/text-rules.ts";

/** What a page shows of a form that was refused. */
export type RefusedForm = { errors: FieldError[]; authenticator?: ShownAuthenticator | undefined };

/**
 * Gives what came of a change of an account that was not done: the form with what is wrong with it, or the way to a fresh proof.
 *
 * @param to page that the form stands on
 * @param field that the refusal is shown at
 */
export function answerRefusal(
	outcome: Exclude<ChangeOutcome, { kind: "done" }> | Exclude<WaysOutcome, { kind: "done" }>,
	{ to, field }: { to: string; field: string },
) {
	if (outcome.kind === "prove-first") throw redirect(`/prove?${new URLSearchParams({ to }).toString()}`, 303);
	const errors = outcome.kind === "problems" ? outcome.problems : [{ field, message: outcome.message }];
	return data<RefusedForm>({ errors }, { status: 422 });
}
