import { data, Form, redirect } from "react-router";
import type { JoinOutcome, OpenedInvitation } from "../../core/accounts/joining.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { AuthenticatorFields } from "../accounts/authenticator-fields.tsx";
import { KnownUsername, NewPasswordField } from "../accounts/credential-fields.tsx";
import { PasskeyButton } from "../accounts/passkey-button.tsx";
import { RecoveryCodes } from "../accounts/recovery-codes.tsx";
import { showAuthenticator } from "../accounts/show-authenticator.server.ts";
import { deskContext, deskRequestContext } from "../guard/context.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import type { Route } from "./+types/join.ts";

/** The page behind a link: of the first admin, an invitation, or a reset. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
	const { accounts, company } = context.get(deskContext);
	const invitation = await accounts.joining.find(token);
	const authenticator = invitation && (await accounts.joining.beginAuthenticator(token));
	if (!invitation || !authenticator) return { companyName: company.name, invitation: undefined };
	return {
		companyName: company.name,
		invitation: describeInvitation(invitation),
		authenticator: showAuthenticator(authenticator),
		canUsePasskeys: accounts.passkeys.isPossible,
	};
}

function describeInvitation({ kind, email, roles, account }: OpenedInvitation) {
	return { kind, email, roles, name: account?.name };
}

/** Creates or resets the account and signs its owner in. */
export async function action({ request, context, params: { token } }: Route.ActionArgs) {
	const { accounts } = context.get(deskContext);
	const { browser, setCookies, notices } = context.get(deskRequestContext);
	const form = await readForm(request);
	const text = (name: string) => form.get(name) ?? "";
	const introduction = { email: text("email"), name: text("name") };
	if (form.get("action") === "passkey-begin") {
		const begun = await accounts.joining.beginPasskey(token, introduction);
		if (begun.kind === "done") return { passkey: { makes: begun.options, challenge: begun.challenge } };
		return refuse(begun);
	}
	if (form.get("action") === "passkey") {
		const outcome = await accounts.joining.joinByPasskey(token, browser, {
			...introduction,
			challenge: text("challenge"),
			response: text("response"),
			passkeyName: "",
		});
		if (outcome.kind !== "signed-in") return refuse(outcome);
		setCookies(outcome.cookies);
		notices.leave("You are signed in. Add a second passkey in your account in case you lose this one.");
		throw redirect("/", 303);
	}
	const outcome = await accounts.joining.joinByPassword(token, browser, {
		...introduction,
		password: text("password"),
		setup: text("setup"),
		code: text("code"),
	});
	if (outcome.kind !== "signed-in") return refuse(outcome);
	setCookies(outcome.cookies);
	return { recoveryCodes: outcome.recoveryCodes };

	async function refuse(refused: Exclude<JoinOutcome, { kind: "signed-in" }>) {
		if (refused.kind === "gone") throw redirect(`/join/${encodeURIComponent(token)}`, 303);
		const again = await accounts.joining.findAuthenticator(token, text("setup"));
		return data(
			{ ...introduction, errors: refused.problems, authenticator: again && showAuthenticator(again) },
			{ status: 422 },
		);
	}
}

const titles = { first: "Create the first admin", invite: "Join", reset: "Reset your sign-in" };

export default function JoinPage({ loaderData, actionData, params }: Route.ComponentProps) {
	const { companyName, invitation } = loaderData;
	if (actionData && "recoveryCodes" in actionData)
		return (
			<Page title="Your recovery codes">
				<RecoveryCodes codes={actionData.recoveryCodes} next="/" nextName="I have saved them. Open the desk" />
			</Page>
		);
	if (!invitation)
		return (
			<Page title="This link no longer works">
				<p>It was already used, has expired or was replaced. Ask an admin for a new one.</p>
				<p>
					<a className="button" href="/sign-in">
						Sign in
					</a>
				</p>
			</Page>
		);
	const refused = actionData && "errors" in actionData ? actionData : undefined;
	const errors = refused?.errors ?? [];
	const { kind, email, roles, name } = invitation;
	return (
		<Page title={kind === "invite" ? `Join ${companyName} Desk` : titles[kind]}>
			<ErrorSummary errors={errors} />
			<p>{describe(kind, email, roles)}</p>
			<Form method="post" className="form" noValidate>
				{kind === "first" && (
					<TextField
						name="email"
						label="E-mail address"
						type="email"
						autoComplete="username"
						defaultValue={refused?.email}
						required
						errors={errors}
					/>
				)}
				{email !== undefined && <KnownUsername email={email} />}
				{name === undefined && (
					<TextField
						name="name"
						label="Your name"
						hint="Shown to your team."
						autoComplete="name"
						defaultValue={refused?.name}
						required
						errors={errors}
					/>
				)}
				{loaderData.canUsePasskeys && (
					<PasskeyButton action={`/join/${params.token}`} fields={["email", "name"]}>
						Use a passkey instead of a password
					</PasskeyButton>
				)}
				<NewPasswordField label="Password" errors={errors} />
				<AuthenticatorFields authenticator={refused?.authenticator ?? loaderData.authenticator} errors={errors} />
				<button className="button-main">{kind === "reset" ? "Save sign-in" : "Create account"}</button>
			</Form>
		</Page>
	);
}

function describe(kind: "first" | "invite" | "reset", email: string | undefined, roles: string[]): string {
	if (kind === "first") return "The first admin sees everything and invites the others. Choose how you sign in.";
	if (kind === "invite") return `${email ?? ""} is invited as ${roles.join(", ")}.`;
	return `For ${email ?? ""}. Your old password, authenticator and passkeys stop working.`;
}
