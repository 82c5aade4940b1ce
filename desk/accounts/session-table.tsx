import { Form } from "react-router";
import { ValueCell } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

export type ShownSession = {
	id: string;
	device: string;
	begun: ShownValue;
	used: ShownValue;
	/** Whether it is the current session. */
	isThis: boolean;
};

/** The sessions of an account; each can be ended. */
export function SessionTable({ sessions, action }: { sessions: ShownSession[]; action: string }) {
	return (
		<table>
			<caption className="sr-only">Sessions</caption>
			<thead>
				<tr>
					<th scope="col">Browser</th>
					<th scope="col">Signed in</th>
					<th scope="col">Last used</th>
					<th scope="col">
						<span className="sr-only">Actions</span>
					</th>
				</tr>
			</thead>
			<tbody>
				{sessions.map(({ id, device, begun, used, isThis }) => (
					<tr key={id}>
						<th scope="row">
							{device}
							{isThis && <span className="aside">This browser</span>}
						</th>
						<ValueCell label="Signed in" value={begun} />
						<ValueCell label="Last used" value={used} />
						<td>
							{!isThis && (
								<Form method="post" action={action}>
									<input type="hidden" name="action" value="end-session" />
									<button name="session" value={id}>
										End<span className="sr-only"> the session in {device}</span>
									</button>
								</Form>
							)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
