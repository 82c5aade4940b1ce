import { data, Form, redirect } from "react-router";
import { z } from "zod";
import type { SignInOutcome } from "../../core/accounts/begin-session.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { CredentialFields } from "../accounts/credential-fields.tsx";
import { credentials, describeWait } from "../accounts/credentials.server.ts";
import { PasskeyButton } from "../accounts/passkey-button.tsx";
import { listProblems } from "../forms/list-problems.server.ts";
import { deskContext, deskRequestContext } from "../guard/context.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { readReturnPath, writeReturnPath } from "../return-path.ts";
import type { Route } from "./+types/sign-in.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
	const to = readReturnPath(new URL(request.url).searchParams.get("to"));
	const { accounts } = context.get(deskContext);
	if (context.get(deskRequestContext).signedIn) throw redirect(to, 303);
	return {
		to,
		canSignIn: await accounts.hasAccounts(),
		canUsePasskeys: accounts.passkeys.isPossible,
		provider: accounts.provider?.name,
	};
}

const fields = z.object({
	email: z.string().trim().min(1, "Enter your e-mail address").max(254, "Enter your e-mail address"),
	...credentials.shape,
});

/** Signs in by password and second factor, or by passkey. The session is always new. */
export async function action({ request, context }: Route.ActionArgs) {
	const { accounts } = context.get(deskContext);
	const { browser, setCookies } = context.get(deskRequestContext);
	const form = await readForm(request);
	const email = form.get("email") ?? "";
	if (form.get("action") === "passkey-begin") {
		const { options, challenge } = await accounts.passkeys.beginSignIn();
		return { passkey: { asks: options, challenge } };
	}
	if (form.get("action") === "passkey") {
		const answer = { challenge: form.get("challenge") ?? "", response: form.get("response") ?? "" };
		return finish(await accounts.passkeys.signIn(browser, answer), "This passkey is not registered here");
	}
	const read = fields.safeParse({ email, password: form.get("password") ?? "", code: form.get("code") ?? "" });
	if (!read.success) return data({ email, errors: listProblems(read.error) }, { status: 422 });
	return finish(
		await accounts.password.signIn(browser, read.data),
		"Wrong e-mail address, password or code. Each code works once, so wait for the next one",
	);

	function finish(outcome: SignInOutcome, refusal: string) {
		if (outcome.kind === "signed-in") {
			setCookies(outcome.cookies);
			throw redirect(readReturnPath(form.get("to")), 303);
		}
		const isWait = outcome.kind === "wait";
		const message = isWait ? describeWait(outcome.seconds) : refusal;
		return data({ email, errors: [{ field: "email", message }] }, { status: isWait ? 429 : 422 });
	}
}

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
	const { to, canSignIn, canUsePasskeys, provider } = loaderData;
	const answer = actionData && "errors" in actionData ? actionData : undefined;
	const errors = answer?.errors ?? [];
	if (!canSignIn) return <HowToBegin />;
	return (
		<Page title="Sign in">
			<ErrorSummary errors={errors} />
			<Form method="post" className="form" noValidate>
				<input type="hidden" name="to" value={to} />
				{canUsePasskeys && (
					<PasskeyButton action="/sign-in" fields={["to"]}>
						Sign in with a passkey
					</PasskeyButton>
				)}
				{provider !== undefined && (
					<p>
						<a className="button" href={writeReturnPath("/sign-in/provider", to)}>
							Sign in with {provider}
						</a>
					</p>
				)}
				<TextField
					name="email"
					label="E-mail address"
					type="email"
					autoComplete="username"
					defaultValue={answer?.email}
					required
					errors={errors}
				/>
				<CredentialFields errors={errors} />
				<button className="button-main">Sign in</button>
			</Form>
			<p className="remark">No account, or lost your password or authenticator? Ask an admin.</p>
		</Page>
	);
}

/** Shown while no account exists. */
function HowToBegin() {
	return (
		<Page title="Create the first admin">
			<p>There is no account yet. To create the first admin:</p>
			<ol className="steps">
				<li>Open the server’s log and find the one-time link from its last start.</li>
				<li>Open the link in this browser and choose how you sign in.</li>
			</ol>
			<p className="remark">Each start creates a new link; older links stop working.</p>
		</Page>
	);
}
