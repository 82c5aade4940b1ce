import { data, Form, Link } from "react-router";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { AuthenticatorFields } from "../accounts/authenticator-fields.tsx";
import { KnownUsername, NewPasswordField } from "../accounts/credential-fields.tsx";
import { respondToRefusal, type RefusedForm } from "../accounts/finish-change.server.ts";
import { RecoveryCodes } from "../accounts/recovery-codes.tsx";
import { showAuthenticator } from "../accounts/show-authenticator.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/account-authenticator.ts";

const path = "/account/authenticator";

export async function loader({ context }: Route.LoaderArgs) {
	const { deps, signedIn } = beginWork(context);
	return {
		email: signedIn.account.email,
		authenticator: showAuthenticator(await deps.accounts.own.beginAuthenticator(signedIn)),
	};
}

/** Sets password, authenticator app and recovery codes; every other session ends. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest } = beginWork(context);
	const { own } = deps.accounts;
	const form = await readForm(request);
	const text = (name: string) => form.get(name) ?? "";
	const input = { password: text("password"), setup: text("setup"), code: text("code") };
	const outcome = await own.setPassword(signedIn, deskRequest.browser, input);
	if (outcome.kind === "done") return { recoveryCodes: outcome.recoveryCodes };
	if (outcome.kind !== "problems") return respondToRefusal(outcome, { to: path, field: "password" });
	const again = await own.findAuthenticator(signedIn, input.setup);
	const refused: RefusedForm = { errors: outcome.problems, authenticator: again && showAuthenticator(again) };
	return data(refused, { status: 422 });
}

export default function AuthenticatorPage({ loaderData, actionData }: Route.ComponentProps) {
	if (actionData && "recoveryCodes" in actionData)
		return (
			<Page title="Your recovery codes">
				<RecoveryCodes codes={actionData.recoveryCodes} next="/account" nextName="I have saved them" />
			</Page>
		);
	const errors = actionData?.errors ?? [];
	return (
		<Page title="Reset password and authenticator">
			<ErrorSummary errors={errors} />
			<p className="remark">
				Your current authenticator and recovery codes stop working, and you are signed out everywhere else.{" "}
				<Link to="/account">Back</Link>
			</p>
			<Form method="post" className="form" noValidate>
				<KnownUsername email={loaderData.email} />
				<NewPasswordField errors={errors} />
				<AuthenticatorFields authenticator={actionData?.authenticator ?? loaderData.authenticator} errors={errors} />
				<button className="button-main">Save both</button>
			</Form>
		</Page>
	);
}
