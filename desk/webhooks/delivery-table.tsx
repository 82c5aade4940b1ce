import { Form } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { StateCell, ValueCell } from "../records/shown-value.tsx";
import type { ShownDelivery } from "./show-delivery.server.ts";

/** Deliveries of a webhook, each to be sent again. */
export function DeliveryTable({
	deliveries,
	path,
	canSend,
	empty,
}: {
	deliveries: readonly ShownDelivery[];
	path: string;
	canSend: boolean;
	/** Stands in place of the table when nothing is in it. */
	empty: string;
}) {
	return (
		<DataTable
			caption="Deliveries"
			columns={["Event", "When", "Status", "Response", ...(canSend ? ["Action"] : [])]}
			empty={empty}
		>
			{deliveries.map((delivery) => (
				<tr key={delivery.id}>
					<th scope="row">
						{delivery.event}
						{delivery.about !== "" && <span className="aside">{delivery.about}</span>}
					</th>
					<ValueCell label="When" value={delivery.at} />
					<StateCell state={delivery.state} />
					<td data-label="Response">{delivery.response}</td>
					{canSend && (
						<td>
							<SendAgain delivery={delivery} path={path} />
						</td>
					)}
				</tr>
			))}
		</DataTable>
	);
}

function SendAgain({ delivery: { id, event, about }, path }: { delivery: ShownDelivery; path: string }) {
	return (
		<Form method="post" action={path} preventScrollReset>
			<input type="hidden" name="delivery" value={id} />
			<button name="do" value="send-again">
				Send again<span className="sr-only">: {`${event} ${about}`}</span>
			</button>
		</Form>
	);
}
