import { Readable } from "node:stream";
import { writeAffectedCsv } from "../../core/incidents/incident-csv.server.ts";
import { findNoticeStates } from "../../core/incidents/notices.server.ts";
import { getIncident, readAffected } from "../incidents/read-incident.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/incident-csv.ts";

/** The people of an incident as CSV, one record a row. The audit log gets its entry before anything is sent. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, note } = beginWork(context);
	const incident = await getIncident(context, params.id);
	await note({ action: "incident.export", subject: incident.id });
	const { people } = await readAffected(context, incident);
	const states = await findNoticeStates(deps.database.db, incident);
	return new Response(Readable.toWeb(writeAffectedCsv(people, states)) as ReadableStream, {
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="incident-${incident.id}.csv"`,
		},
	});
}
