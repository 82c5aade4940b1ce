import { data, Form, Link, redirect } from "react-router";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import { answerRefusal } from "../accounts/finish-change.server.ts";
import { RoleFields } from "../accounts/role-fields.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { Page } from "../layout/page.tsx";
import { showState, showValue } from "../records/show-values.server.ts";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/accounts.ts";
import { DataTable } from "../layout/data-table.tsx";

const path = "/accounts";

/** Everybody who works here, and who is invited. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, signedIn, now } = beginWork(context);
	const { accounts, company } = deps;
	const { administration } = accounts;
	const list = await administration.list();
	const invitations = await administration.listInvitations();
	return {
		isProven: hasFreshProof(signedIn.session, now),
		accounts: list.map(({ id, name, email, roles, disabledAt, lastUsedAt }) => ({
			id,
			name,
			email,
			roles: roles.join(", "),
			state: showState(disabledAt ? "disabled" : "active"),
			used: lastUsedAt ? showValue(lastUsedAt, company) : { text: "not signed in" },
		})),
		invitations: invitations
			.filter(({ kind }) => kind !== "first")
			.map(({ id, kind, email = "", roles, expiresAt }) => ({
				id,
				kind,
				email,
				roles: roles.join(", "),
				expires: showValue(expiresAt, company),
			})),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const { deps, signedIn, visit } = beginWork(context);
	const { administration } = deps.accounts;
	const form = await readForm(request);
	const email = form.get("email") ?? "";
	switch (form.get("action") ?? "") {
		case "invite": {
			const outcome = await administration.invite(signedIn, { email, roles: form.getAll("role") });
			if (outcome.kind !== "done") return answerRefusal(outcome, { to: path, field: "email" });
			return { invited: { email, url: outcome.url } };
		}
		case "withdraw": {
			const outcome = await administration.withdrawInvitation(signedIn, form.get("invitation") ?? "");
			if (outcome.kind !== "done") return answerRefusal(outcome, { to: path, field: "invitations" });
			visit.notices.leave("The invitation opens nothing any more.");
			throw redirect(path, 303);
		}
		default:
			throw data(null, { status: 400 });
	}
}

export default function AccountsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { isProven, accounts, invitations } = loaderData;
	const errors = actionData && "errors" in actionData ? actionData.errors : [];
	const invited = actionData && "invited" in actionData ? actionData.invited : undefined;
	return (
		<Page title="Accounts">
			<ErrorSummary errors={errors} />
			{invited && (
				<div className="notice" role="status">
					<p>
						{invited.email} is invited. The e-mail holds this link, which is good for a week and can be used once; it is
						shown this one time:
					</p>
					<p>
						<code>{invited.url}</code>
					</p>
				</div>
			)}
			<DataTable caption="Accounts" columns={["Name", "E-mail", "Roles", "Last seen", "State"]}>
				{accounts.map(({ id, name, email, roles, state, used }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`${path}/${id}`}>{name}</Link>
						</th>
						<td data-label="E-mail">{email}</td>
						<td data-label="Roles">{roles}</td>
						<td data-label="Last seen">
							<ValueText value={used} />
						</td>
						<td data-label="State">
							<StateLabel state={state} />
						</td>
					</tr>
				))}
			</DataTable>

			{invitations.length > 0 && (
				<section aria-labelledby="invitations">
					<h2 id="invitations">Links that nobody has used yet</h2>
					<DataTable
						caption="Links that nobody has used yet"
						columns={["E-mail", "For", "Roles", "Good until", "What can be done"]}
					>
						{invitations.map(({ id, kind, email, roles, expires }) => (
							<tr key={id}>
								<th scope="row">{email}</th>
								<td data-label="For">{kind === "reset" ? "a reset" : "an invitation"}</td>
								<td data-label="Roles">{roles}</td>
								<td data-label="Good until">
									<ValueText value={expires} />
								</td>
								<td data-label="Change">
									{isProven ? (
										<Form method="post" action={path}>
											<input type="hidden" name="action" value="withdraw" />
											<button name="invitation" value={id}>
												Withdraw<span className="sr-only"> the link of {email}</span>
											</button>
										</Form>
									) : (
										"Say first who you are"
									)}
								</td>
							</tr>
						))}
					</DataTable>
				</section>
			)}

			<section aria-labelledby="invite" className="panel">
				<h2 id="invite">Invite somebody</h2>
				{isProven ? (
					<Form method="post" action={path} className="form" noValidate>
						<TextField name="email" label="E-mail address" type="email" autoComplete="off" required errors={errors} />
						<RoleFields chosen={[]} />
						<button className="button-main" name="action" value="invite">
							Invite
						</button>
					</Form>
				) : (
					<>
						<p>Accounts decide who sees everything here, so you are asked once more who you are.</p>
						<Link className="button button-main" to={`/prove?to=${path}`}>
							Say again who you are
						</Link>
					</>
				)}
			</section>
		</Page>
	);
}
