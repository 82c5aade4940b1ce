import { data, Form, Link, redirect } from "react-router";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { respondToRefusal } from "../accounts/finish-change.server.ts";
import { RoleFields } from "../accounts/role-fields.tsx";
import { SessionTable } from "../accounts/session-table.tsx";
import { showSession } from "../accounts/show-session.server.ts";
import { describeLeftBehind } from "../calls/affected.server.ts";
import { hideCopiedSecret } from "../guard/hide-copied-secret.server.ts";
import { NewSecret } from "../layout/new-secret.tsx";
import { Page } from "../layout/page.tsx";
import { ProofLink } from "../layout/proof-link.tsx";
import { readForm } from "../read-form.server.ts";
import { showState } from "../records/show-values.server.ts";
import { StateLabel } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/account-of.ts";

/** An account, as an admin sees it. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, signedIn, deskRequest, now } = beginWork(context);
	const { administration, provider } = deps.accounts;
	const account = (await administration.list()).find(({ id }) => id === params.id);
	if (!account) throw data(null, { status: 404 });
	const sessions = await administration.listSessions(account.id);
	return {
		id: account.id,
		name: account.name,
		email: account.email,
		roles: account.roles,
		isDisabled: account.disabledAt !== undefined,
		state: showState(account.disabledAt ? "disabled" : "active"),
		usesProvider: account.usesProvider,
		provider: provider?.name,
		isProven: hasFreshProof(signedIn.session, now),
		newLink: deskRequest.secrets.find(account.id),
		sessions: sessions.map((session) => showSession(session, deps.company, signedIn.session.id)),
	};
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
	const work = beginWork(context);
	const { deps, signedIn, deskRequest } = work;
	const { administration } = deps.accounts;
	const form = await readForm(request);
	const path = `/accounts/${encodeURIComponent(id)}`;
	hideCopiedSecret(deskRequest, form, path);
	switch (form.get("action") ?? "") {
		case "roles":
			return finish(
				await administration.changeRoles(signedIn, id, form.getAll("role")),
				`Roles changed.${await describeLeftBehind(work, id)}`,
			);
		case "disable":
			return finish(
				await administration.disable(signedIn, id),
				`Account disabled. Its sessions have ended.${await describeLeftBehind(work, id)}`,
			);
		case "enable":
			return finish(await administration.enable(signedIn, id), "Account enabled.");
		case "hand-to-provider":
			return finish(await administration.handToProvider(signedIn, id), "They now sign in through your company.");
		case "end-session":
			return finish(
				await administration.endSessions(signedIn, id, { session: form.get("session") ?? "" }),
				"Session ended.",
			);
		case "reset": {
			const outcome = await administration.reset(signedIn, id);
			if (outcome.kind === "done") deskRequest.secrets.keep(id, outcome.url);
			return finish(outcome, "Reset link sent by e-mail.");
		}
		default:
			throw data(null, { status: 400 });
	}

	function finish(outcome: Awaited<ReturnType<typeof administration.enable>>, notice: string) {
		if (outcome.kind !== "done") return respondToRefusal(outcome, { to: path, field: "account" });
		deskRequest.notices.leave(notice);
		throw redirect(path, 303);
	}
}

export default function AccountOfPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, name, email, roles, isDisabled, state, usesProvider, provider, isProven, newLink, sessions } = loaderData;
	const path = `/accounts/${id}`;
	const errors = actionData?.errors ?? [];
	const followsProvider = usesProvider && provider !== undefined;
	return (
		<Page
			title={name}
			subtitle={
				<>
					{email} <StateLabel state={state} /> <Link to={`/audit-log?of=${id}`}>Audit log</Link>
				</>
			}
		>
			<ErrorSummary errors={errors} />
			{newLink !== undefined && (
				<NewSecret title="Reset link" secret={newLink} path={path}>
					It works once, within an hour.
				</NewSecret>
			)}
			{!isProven && <ProofLink to={path}>to change this account.</ProofLink>}
			{isProven && (
				<section aria-labelledby="account" className="panel">
					<h2 id="account">Manage account</h2>
					{followsProvider ? (
						<p className="remark">Roles follow the person’s groups in your company’s sign-in.</p>
					) : (
						<Form method="post" action={path} className="form">
							<RoleFields chosen={roles} />
							<button className="button-main" name="action" value="roles">
								Save roles
							</button>
						</Form>
					)}
					<Form method="post" action={path} className="actions">
						{!isDisabled && !followsProvider && (
							<button name="action" value="reset">
								Send reset link
							</button>
						)}
						{!isDisabled && provider !== undefined && (
							<button name="action" value="hand-to-provider">
								{usesProvider ? `Link to ${provider} again` : `Switch to ${provider} sign-in`}
							</button>
						)}
						<button name="action" value={isDisabled ? "enable" : "disable"}>
							{isDisabled ? "Enable account" : "Disable account"}
						</button>
					</Form>
				</section>
			)}
			<section aria-labelledby="sessions">
				<h2 id="sessions">Sessions</h2>
				{sessions.length === 0 ? (
					<p className="empty">Not signed in anywhere.</p>
				) : (
					<SessionTable sessions={sessions} action={path} />
				)}
			</section>
		</Page>
	);
}
