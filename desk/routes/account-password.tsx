import { Form, Link, redirect } from "react-router";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { KnownUsername, NewPasswordField } from "../accounts/credential-fields.tsx";
import { respondToRefusal } from "../accounts/finish-change.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/account-password.ts";

const path = "/account/password";

export function loader({ context }: Route.LoaderArgs) {
	return { email: beginWork(context).signedIn.account.email };
}

/** Changes only the password; every other session ends. */
export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest } = beginWork(context);
	const form = await readForm(request);
	const outcome = await deps.accounts.own.changePassword(signedIn, deskRequest.browser, form.get("password") ?? "");
	if (outcome.kind !== "done") return respondToRefusal(outcome, { to: path, field: "password" });
	deskRequest.notices.leave("Password changed. You are signed out everywhere else.");
	throw redirect("/account", 303);
}

export default function PasswordPage({ loaderData, actionData }: Route.ComponentProps) {
	const errors = actionData?.errors ?? [];
	return (
		<Page title="Change password">
			<ErrorSummary errors={errors} />
			<p className="remark">
				Your authenticator app stays the same. You are signed out everywhere else. <Link to="/account">Back</Link>
			</p>
			<Form method="post" className="form" noValidate>
				<KnownUsername email={loaderData.email} />
				<NewPasswordField errors={errors} />
				<button className="button-main">Change password</button>
			</Form>
		</Page>
	);
}
