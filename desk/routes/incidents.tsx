import { Link } from "react-router";
import { incidentsChangeKey, listIncidents } from "../../core/incidents/incident-store.server.ts";
import { showClock } from "../incidents/show-incident.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { showValue } from "../records/show-values.server.ts";
import { StateCell, ValueCell } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/incidents.ts";

/** The incidents, latest first, each with its clock. */
export async function loader({ context }: Route.LoaderArgs) {
	const { deps, now } = beginWork(context);
	const incidents = (await listIncidents(deps.database.db)).map((incident) => ({
		id: incident.id,
		title: incident.title,
		from: showValue(incident.from, deps.company),
		awareAt: showValue(incident.awareAt, deps.company),
		state: showClock(incident, now, deps.company).shown,
	}));
	return { incidents, changeKey: incidentsChangeKey };
}

export default function IncidentsPage({ loaderData: { incidents, changeKey } }: Route.ComponentProps) {
	useLive((key) => key === changeKey);
	return (
		<Page
			title="Incidents"
			subtitle="Lost a laptop, a password or a token? Find out whose data was touched, and notify the people affected."
			actions={
				<Link className="button button-main" to="/incidents/new">
					Open incident
				</Link>
			}
		>
			<DataTable
				caption="Incidents"
				columns={["Incident", "Access from", "Became aware", "Authority"]}
				empty="No incidents. Open one as soon as you suspect that somebody else used an account or a token."
			>
				{incidents.map(({ id, title, from, awareAt, state }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`/incidents/${id}`} prefetch="intent" data-row dir="auto">
								{title}
							</Link>
						</th>
						<ValueCell label="Access from" value={from} />
						<ValueCell label="Became aware" value={awareAt} />
						<StateCell label="Authority" state={state} />
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
