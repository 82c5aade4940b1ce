import { Link } from "react-router";
import { countMessages, listMailboxes } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { showMailbox } from "../mailboxes/show-mailbox.server.ts";
import { NumberCell, StateLabel, ValueText } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/mailboxes.ts";

/** The mailboxes whose messages arrive in the desk. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, now } = beginWork(context);
	const { db } = deps.database;
	const counts = await countMessages(db);
	return {
		mailboxes: (await listMailboxes(db)).map((mailbox) => ({
			id: mailbox.id,
			address: mailbox.address,
			target: capitalise(deps.records.kinds.find(({ name }) => name === mailbox.kind)?.names ?? mailbox.kind),
			status: showMailbox(mailbox, { now, place: deps.company }),
			count: counts.get(mailbox.id)?.all ?? 0,
		})),
	};
}

export default function MailboxesPage({ loaderData: { mailboxes } }: Route.ComponentProps) {
	useLive((key) => key === "mailboxes");
	return (
		<Page
			title="Mailboxes"
			subtitle="E-mail that visitors send arrives in the desk, in the conversation it belongs to."
			actions={
				<>
					<Link to="/messages" className="button">
						Unfiled messages
					</Link>
					<Link to="/mailboxes/new" className="button button-main">
						Connect a mailbox
					</Link>
				</>
			}
		>
			<DataTable
				caption="Mailboxes"
				columns={["Address", "New messages become", "Status", "Messages"]}
				empty="No mailbox yet. Connect the ones that visitors write to, such as sales@ and careers@, and their replies appear with their records."
			>
				{mailboxes.map(({ id, address, target, status, count }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`/mailboxes/${id}`} prefetch="intent" data-row>
								{address}
							</Link>
						</th>
						<td data-label="New messages become">{target}</td>
						<td data-label="Status">
							<StateLabel state={status} />
							{status.read && (
								<span className="aside">
									Last read <ValueText value={status.read} />
								</span>
							)}
						</td>
						<NumberCell label="Messages">{count}</NumberCell>
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
