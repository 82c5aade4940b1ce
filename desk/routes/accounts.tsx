import { data, Form, Link, redirect } from "react-router";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { respondToRefusal } from "../accounts/finish-change.server.ts";
import { RoleFields } from "../accounts/role-fields.tsx";
import { hideCopiedSecret } from "../guard/hide-copied-secret.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { NewSecret } from "../layout/new-secret.tsx";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { showState, showValue } from "../records/show-values.server.ts";
import { StateCell, ValueCell } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/accounts.ts";

const path = "/accounts";

/** Members and invitations. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, signedIn, deskRequest, now } = beginWork(context);
	const { accounts, company } = deps;
	const { administration } = accounts;
	const list = await administration.list();
	const invitations = await administration.listInvitations();
	return {
		isProven: hasFreshProof(signedIn.session, now),
		newLink: invitations.map(({ id }) => deskRequest.secrets.find(id)).find((link) => link !== undefined),
		accounts: list.map(({ id, name, email, roles, disabledAt, usedAt }) => ({
			id,
			name,
			email,
			roles: roles.join(", "),
			state: showState(disabledAt ? "disabled" : "active"),
			used: usedAt ? showValue(usedAt, company) : { text: "Unknown" },
		})),
		invitations: invitations.map(({ id, email = "", roles, expiresAt }) => ({
			id,
			email,
			roles: roles.join(", "),
			expires: showValue(expiresAt, company),
		})),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, deskRequest } = beginWork(context);
	const { administration } = deps.accounts;
	const form = await readForm(request);
	hideCopiedSecret(deskRequest, form, path);
	const email = form.get("email") ?? "";
	switch (form.get("action") ?? "") {
		case "invite": {
			const outcome = await administration.invite(signedIn, { email, roles: form.getAll("role") });
			if (outcome.kind !== "done") return respondToRefusal(outcome, { to: path, field: "email" });
			deskRequest.secrets.keep(outcome.id, outcome.url);
			deskRequest.notices.leave(`${email} invited by e-mail.`);
			throw redirect(path, 303);
		}
		case "withdraw": {
			const outcome = await administration.withdrawInvitation(signedIn, form.get("invitation") ?? "");
			if (outcome.kind !== "done") return respondToRefusal(outcome, { to: path, field: "invitations" });
			deskRequest.notices.leave("Link revoked.");
			throw redirect(path, 303);
		}
		default:
			throw data(null, { status: 400 });
	}
}

export default function AccountsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { isProven, newLink, accounts, invitations } = loaderData;
	const errors = actionData?.errors ?? [];
	return (
		<Page title="Accounts">
			<ErrorSummary errors={errors} />
			{newLink !== undefined && (
				<NewSecret title="Invitation link" secret={newLink} path={path}>
					It works once, within a week.
				</NewSecret>
			)}
			<DataTable caption="Accounts" columns={["Name", "E-mail", "Roles", "Last seen", "Status"]}>
				{accounts.map(({ id, name, email, roles, state, used }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`${path}/${id}`}>{name}</Link>
						</th>
						<td data-label="E-mail">{email}</td>
						<td data-label="Roles">{roles}</td>
						<ValueCell label="Last seen" value={used} />
						<StateCell state={state} />
					</tr>
				))}
			</DataTable>

			{invitations.length > 0 && (
				<section aria-labelledby="invitations">
					<h2 id="invitations">Pending links</h2>
					<DataTable caption="Pending links" columns={["E-mail", "Roles", "Expires", "Actions"]}>
						{invitations.map(({ id, email, roles, expires }) => (
							<tr key={id}>
								<th scope="row">{email}</th>
								<td data-label="Roles">{roles}</td>
								<ValueCell label="Expires" value={expires} />
								<td data-label="Actions">
									{isProven ? (
										<Form method="post" action={path}>
											<input type="hidden" name="action" value="withdraw" />
											<button name="invitation" value={id}>
												Revoke<span className="sr-only"> the link of {email}</span>
											</button>
										</Form>
									) : (
										"Confirm it’s you first"
									)}
								</td>
							</tr>
						))}
					</DataTable>
				</section>
			)}

			<section aria-labelledby="invite" className="panel">
				<h2 id="invite">Invite a member</h2>
				{isProven ? (
					<Form key={newLink} method="post" action={path} className="form" noValidate>
						<TextField name="email" label="E-mail address" type="email" autoComplete="off" required errors={errors} />
						<RoleFields chosen={[]} />
						<button className="button-main" name="action" value="invite">
							Send invitation
						</button>
					</Form>
				) : (
					<>
						<p>Inviting members needs a fresh sign-in.</p>
						<Link className="button button-main" to={`/prove?to=${path}`}>
							Confirm it’s you
						</Link>
					</>
				)}
			</section>
		</Page>
	);
}
