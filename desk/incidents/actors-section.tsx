import { Form, Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { StateCell } from "../records/shown-value.tsx";
import type { ShownState } from "../records/values.ts";

/** An account or token of an incident; gone: a deleted account. */
export type ShownActor = {
	id: string;
	kind: "account" | "token" | "gone";
	name: string;
	path: string;
	state: ShownState;
	/** Whether it can be used. */
	isOpen: boolean;
};

/** The accounts and tokens of an incident, and what ends their access at once. */
export function ActorsSection({
	path,
	actors,
	isProven,
	isOwn,
}: {
	path: string;
	actors: ShownActor[];
	/** Whether the member has proved who they are, as ending access needs. */
	isProven: boolean;
	/** Whether the member's own account is among them. */
	isOwn: boolean;
}) {
	const hasAccount = actors.some(({ kind, isOpen }) => kind === "account" && isOpen);
	const hasToken = actors.some(({ kind, isOpen }) => kind === "token" && isOpen);
	return (
		<section aria-labelledby="access">
			<h2 id="access">1. Stop the access</h2>
			<DataTable caption="Accounts and tokens" columns={["Account or token", "Status", "Log"]}>
				{actors.map(({ id, kind, name, path: to, state }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={to}>{name}</Link>
							<span className="aside">{kind === "token" ? "API token" : "Account"}</span>
						</th>
						<StateCell state={state} />
						<td data-label="Log">
							<Link to={`/audit-log?of=${id}`}>Audit log</Link>
						</td>
					</tr>
				))}
			</DataTable>
			{!isProven && (
				<p className="remark">
					<Link className="button button-main" to={`/prove?to=${path}`}>
						Confirm it’s you
					</Link>{" "}
					to end access and to send notices.
				</p>
			)}
			{isProven && (hasAccount || hasToken) && (
				<>
					<Form method="post" action={path} className="actions" preventScrollReset>
						{hasAccount && (
							<button name="do" value="end-sessions" className="button-main">
								End all sessions
							</button>
						)}
						{hasToken && (
							<button name="do" value="revoke-tokens" className="button-main">
								Revoke tokens
							</button>
						)}
						{hasAccount && (
							<button name="do" value="disable-accounts">
								Disable accounts
							</button>
						)}
					</Form>
					<p className="remark">
						A thief who knows the password can sign in again: disable the account, or reset its sign-in on its page.
						{isOwn && " Your own account is among them: ending its sessions signs you out here, too."}
					</p>
				</>
			)}
		</section>
	);
}
