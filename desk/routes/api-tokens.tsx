import { Link } from "react-router";
import { apiTokensChangeKey, listApiTokens } from "../../core/api-tokens/api-token-store.server.ts";
import { showToken } from "../api-tokens/show-token.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { StateCell, ValueCell } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/api-tokens.ts";

/** The tokens of the API, latest first. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, now } = beginWork(context);
	const accounts = await deps.accounts.administration.list();
	const tokens = await listApiTokens(deps.database.db);
	return {
		tokens: tokens.map((token) => showToken(token, { accounts, company: deps.company, now })),
		changeKey: apiTokensChangeKey,
	};
}

export default function ApiTokensPage({ loaderData: { tokens, changeKey } }: Route.ComponentProps) {
	useLive((key) => key === changeKey);
	return (
		<Page
			title="API tokens"
			subtitle="Let other programs read records, add them and change them."
			actions={
				<>
					<Link className="button" to="/api-reference">
						API reference
					</Link>
					<Link className="button button-main" to="/api-tokens/new">
						Add token
					</Link>
				</>
			}
		>
			<DataTable
				caption="API tokens"
				columns={["Token", "Access", "Last used", "Expires", "Status"]}
				empty="No tokens yet. Add one for each program that works with the desk, such as a CRM."
			>
				{tokens.map(({ id, name, scopes, createdBy, usedAt, endsAt, state }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`/api-tokens/${id}`} prefetch="intent" data-row>
								{name}
							</Link>
							<span className="aside">By {createdBy}</span>
						</th>
						<td data-label="Access">{scopes}</td>
						<ValueCell label="Last used" value={usedAt} />
						<ValueCell label="Expires" value={endsAt} />
						<StateCell state={state} />
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
