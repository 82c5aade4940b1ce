import { Link } from "react-router";
import { listDeliveries } from "../../core/webhooks/delivery-store.server.ts";
import { eventNames } from "../../core/webhooks/event-types.ts";
import { listWebhooks, maxWebhooks, webhooksChangeKey } from "../../core/webhooks/webhook-store.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { StateCell, ValueText } from "../records/shown-value.tsx";
import { nameWebhook, showDelivery, showWebhookState } from "../webhooks/show-delivery.server.ts";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/webhooks.ts";

/** The webhooks with how the last event of each went. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const { db } = deps.database;
	const webhooks = [];
	for (const webhook of await listWebhooks(db)) {
		const [latest] = await listDeliveries(db, webhook.id, { limit: 1 });
		const last = latest && showDelivery(latest, deps.company);
		webhooks.push({
			id: webhook.id,
			name: nameWebhook(webhook),
			events: webhook.events.map((type) => eventNames[type]).join(", "),
			state: showWebhookState(webhook, last),
			last,
		});
	}
	return { webhooks, changeKey: webhooksChangeKey, isFull: webhooks.length >= maxWebhooks };
}

export default function WebhooksPage({ loaderData: { webhooks, changeKey, isFull } }: Route.ComponentProps) {
	useLive((key) => key === changeKey);
	return (
		<Page
			title="Webhooks"
			subtitle="Tell other programs, or a channel in Slack or Teams, what happens here."
			actions={
				!isFull && (
					<Link className="button button-main" to="/webhooks/new">
						Add webhook
					</Link>
				)
			}
		>
			<DataTable
				caption="Webhooks"
				columns={["Webhook", "Events", "Last delivery", "Status"]}
				empty="No webhooks yet. Add one to hear of new enquiries, booked calls, applications and more in another program."
			>
				{webhooks.map(({ id, name, events, state, last }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`/webhooks/${id}`} prefetch="intent" data-row>
								{name}
							</Link>
						</th>
						<td data-label="Events">{events}</td>
						<td data-label="Last delivery">
							{last ? (
								<>
									<ValueText value={last.at} />
									<span className="aside">{[last.event, last.response].filter(Boolean).join(" · ")}</span>
								</>
							) : (
								"None"
							)}
						</td>
						<StateCell state={state} />
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
