import { data, Form, Link, redirect } from "react-router";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import {
	addApiToken,
	apiTokensChangeKey,
	findApiToken,
	revokeApiToken,
	type ApiToken,
} from "../../core/api-tokens/api-token-store.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { showToken } from "../api-tokens/show-token.server.ts";
import { termDays, TokenFields, type TypedToken } from "../api-tokens/token-fields.tsx";
import { describeTokenFault, listTokenErrors, readTokenForm } from "../api-tokens/token-form.server.ts";
import { keepTyped } from "../forms/keep-typed.ts";
import { hideCopiedSecret } from "../guard/hide-copied-secret.server.ts";
import { NewSecret } from "../layout/new-secret.tsx";
import { Page } from "../layout/page.tsx";
import { ProofLink } from "../layout/proof-link.tsx";
import { readForm } from "../read-form.server.ts";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/api-token.ts";

const nothingTyped: TypedToken = { name: "", days: termDays[1], scopes: [] };

/** One token, or the form of a new one. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, deskRequest, now, signedIn } = beginWork(context);
	const stored = await findStored({ context, id: params.id });
	if (!stored) return { changeKey: apiTokensChangeKey };
	const accounts = await deps.accounts.administration.list();
	return {
		changeKey: apiTokensChangeKey,
		token: showToken(stored, { accounts, company: deps.company, now }),
		secret: deskRequest.secrets.find(stored.id),
		isProven: hasFreshProof(signedIn.session, now),
	};
}

type ActionData = { errors: FieldError[]; typed: TypedToken; needsProof?: undefined };

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deskRequest, now, noting, notingNew, signedIn } = beginWork(context);
	const stored = await findStored({ context, id: params.id });
	const form = await readForm(request);
	const asked = form.get("do");
	if (!stored && asked === "add") {
		const typed = readTokenForm(form);
		const errors = listTokenErrors(typed);
		if (errors.length > 0) return data<ActionData>({ errors, typed }, { status: 422 });
		const { name, scopes, days } = typed;
		const settings = { name, scopes, endsAt: now.add({ hours: 24 * days }), by: signedIn.account.id };
		const { added } = await notingNew("api-token.add").write(async (transaction) => {
			const result = await addApiToken(transaction, settings, now);
			return { reference: result.ok ? result.id : "", isNew: result.ok, added: result };
		});
		if (!added.ok) return data<ActionData>({ errors: [describeTokenFault(added.why)], typed }, { status: 422 });
		deskRequest.secrets.keep(added.id, added.secret);
		deskRequest.notices.leave("Token added.");
		throw redirect(`/api-tokens/${added.id}`, 303);
	}
	if (stored) hideCopiedSecret(deskRequest, form, `/api-tokens/${stored.id}`);
	if (!stored || asked !== "revoke") throw data(null, { status: 400 });
	const { database } = noting({ action: "api-token.revoke", subject: stored.id });
	await database.write((transaction) => revokeApiToken(transaction, stored.id, now));
	deskRequest.notices.leave("Token revoked. Its requests are refused from now on.");
	throw redirect("/api-tokens", 303);
}

export async function clientAction({ params, serverAction }: Route.ClientActionArgs) {
	return params.id === undefined ? keepTyped(() => serverAction()) : serverAction();
}

/** @throws a 404 response for an unknown token */
async function findStored({
	context,
	id,
}: Pick<Route.LoaderArgs, "context"> & { id: string | undefined }): Promise<ApiToken | undefined> {
	if (id === undefined) return undefined;
	const token = await findApiToken(beginWork(context).deps.database.db, id);
	if (!token) throw data(null, { status: 404 });
	return token;
}

export default function ApiTokenPage({ loaderData, actionData }: Route.ComponentProps) {
	const { token, secret, isProven, changeKey } = loaderData;
	const { errors = [], typed = nothingTyped } = actionData ?? {};
	// A form that is being filled in shows nothing that changes.
	useLive((key) => key === changeKey, { isOn: token !== undefined });
	if (!token)
		return (
			<Page title="Add token" subtitle="For one program. Give it only what the program needs.">
				<ErrorSummary errors={errors} />
				{actionData?.needsProof && (
					<ProofLink to="/api-tokens" isNewTab>
						to add this token.
					</ProofLink>
				)}
				<Form method="post" action="/api-tokens/new" className="form" noValidate preventScrollReset>
					<TokenFields typed={typed} errors={errors} />
					<button name="do" value="add" className="button-main">
						Add token
					</button>
				</Form>
			</Page>
		);
	return (
		<Page title={token.name} subtitle={<StateLabel state={token.state} />}>
			{secret !== undefined && (
				<NewSecret title="Token" secret={secret} path={`/api-tokens/${token.id}`}>
					The program sends it as <code>Authorization: Bearer</code> with each request. Whoever has it can do what the
					program can.
				</NewSecret>
			)}
			{token.hasLostCreator && (
				<p className="remark">
					{token.createdBy}, who created it, is no longer an admin but may still have it. If so, revoke it and add
					another one.
				</p>
			)}
			<dl className="fields">
				<div>
					<dt>Access</dt>
					<dd>{token.scopes}</dd>
				</div>
				<div>
					<dt>Last used</dt>
					<dd>
						<ValueText value={token.usedAt} />
					</dd>
				</div>
				<div>
					<dt>Expires</dt>
					<dd>
						<ValueText value={token.endsAt} />
					</dd>
				</div>
				<div>
					<dt>Created</dt>
					<dd>
						<ValueText value={token.createdAt} /> by {token.createdBy}
					</dd>
				</div>
			</dl>
			<p>
				<Link to={`/audit-log?of=${token.id}`}>See its activity in the audit log</Link>
			</p>
			{token.isUsable && !isProven && <ProofLink to={`/api-tokens/${token.id}`}>to revoke this token.</ProofLink>}
			{token.isUsable && isProven && (
				<details className="danger">
					<summary>Revoke token</summary>
					<p>The program that uses it is refused at once. This cannot be undone.</p>
					<Form method="post" action={`/api-tokens/${token.id}`}>
						<button name="do" value="revoke">
							Revoke token
						</button>
					</Form>
				</details>
			)}
		</Page>
	);
}
