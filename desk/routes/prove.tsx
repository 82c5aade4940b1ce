import { data, Form, redirect } from "react-router";
import type { ProofOutcome } from "../../core/accounts/sign-in.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { confirmed } from "../accounts/confirmed.ts";
import { CredentialFields, KnownUsername } from "../accounts/credential-fields.tsx";
import { credentials, describeWait } from "../accounts/credentials.server.ts";
import { PasskeyButton } from "../accounts/passkey-button.tsx";
import { listProblems } from "../forms/list-problems.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readReturnPath, writeReturnPath } from "../return-path.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/prove.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, signedIn } = beginWork(context);
	const { accounts } = deps;
	const ways = await accounts.own.findWays(signedIn.account.id);
	return {
		to: readReturnPath(new URL(request.url).searchParams.get("to")),
		email: signedIn.account.email,
		hasPassword: ways.hasPassword,
		hasPasskeys: ways.passkeys > 0 && accounts.passkeys.isPossible,
		provider: ways.usesProvider ? accounts.provider?.name : undefined,
	};
}

/** Checks again who a signed-in person is, before actions that cannot be undone. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, deskRequest, signedIn } = beginWork(context);
	const { passkeys, password } = deps.accounts;
	const form = await readForm(request);
	if (form.get("action") === "passkey-begin") {
		const { options, challenge } = await passkeys.beginProof(signedIn);
		return { passkey: { asks: options, challenge } };
	}
	if (form.get("action") === "passkey") {
		const answer = { challenge: form.get("challenge") ?? "", response: form.get("response") ?? "" };
		return finish(await passkeys.prove(signedIn, answer), "This passkey is not registered to your account");
	}
	const read = credentials.safeParse({ password: form.get("password") ?? "", code: form.get("code") ?? "" });
	if (!read.success) return data({ errors: listProblems(read.error) }, { status: 422 });
	return finish(
		await password.prove(deskRequest.browser, signedIn, read.data),
		"Wrong password or code. Each code works once, so wait for the next one",
	);

	function finish(outcome: ProofOutcome, refusal: string) {
		if (outcome.kind === "proven") {
			deskRequest.setCookies(outcome.cookies);
			deskRequest.notices.leave(confirmed);
			throw redirect(readReturnPath(form.get("to")), 303);
		}
		const isWait = outcome.kind === "wait";
		const message = isWait ? describeWait(outcome.seconds) : refusal;
		return data({ errors: [{ field: "password", message }] }, { status: isWait ? 429 : 422 });
	}
}

export default function ProvePage({ loaderData, actionData }: Route.ComponentProps) {
	const { to, email, hasPassword, hasPasskeys, provider } = loaderData;
	const errors = actionData && "errors" in actionData ? actionData.errors : [];
	return (
		<Page title="Confirm it’s you">
			<ErrorSummary errors={errors} />
			<p className="remark">Sign in again before you continue with a sensitive action.</p>
			<Form method="post" className="form" noValidate>
				<input type="hidden" name="to" value={to} />
				{hasPasskeys && (
					<PasskeyButton action="/prove" fields={["to"]} isMain={!hasPassword}>
						Use your passkey
					</PasskeyButton>
				)}
				{provider !== undefined && (
					<p>
						<a className="button button-main" href={writeReturnPath("/sign-in/provider", to)}>
							Continue with {provider}
						</a>
					</p>
				)}
				{hasPassword && (
					<>
						<KnownUsername email={email} />
						<CredentialFields errors={errors} />
						<button className="button-main">Continue</button>
					</>
				)}
			</Form>
		</Page>
	);
}
