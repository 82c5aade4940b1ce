import { Form } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownDelivery } from "./show-delivery.server.ts";

/** The last deliveries of a webhook, each to be sent again. */
export function DeliveryTable({ deliveries, path }: { deliveries: readonly ShownDelivery[]; path: string }) {
	if (deliveries.length === 0) return <p className="empty">Nothing sent yet. Events appear here as they happen.</p>;
	return (
		<DataTable caption="Last deliveries" columns={["Event", "When", "Status", "Response", "Action"]}>
			{deliveries.map(({ id, event, about, at, state, response }) => (
				<tr key={id}>
					<th scope="row">
						{event}
						{about !== "" && <span className="aside">{about}</span>}
					</th>
					<td data-label="When">
						<ValueText value={at} />
					</td>
					<td data-label="Status">
						<StateLabel state={state} />
					</td>
					<td data-label="Response">{response}</td>
					<td>
						<Form method="post" action={path} preventScrollReset>
							<input type="hidden" name="delivery" value={id} />
							<button name="do" value="send-again">
								Send again<span className="sr-only">: {`${event} ${about}`}</span>
							</button>
						</Form>
					</td>
				</tr>
			))}
		</DataTable>
	);
}
