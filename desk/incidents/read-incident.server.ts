import { LRUCache } from "lru-cache";
import { data, type RouterContextProvider } from "react-router";
import { findAffected, type Affected } from "../../core/incidents/affected-people.server.ts";
import type { DraftSource } from "../../core/incidents/draft-notices.server.ts";
import { findIncident } from "../../core/incidents/incident-store.server.ts";
import type { Incident } from "../../core/incidents/incident.ts";
import { listMeasures } from "../../core/incidents/measures.server.ts";
import { beginWork } from "../work.server.ts";
import type { ShownActor } from "./actors-section.tsx";
import { countActors } from "./show-incident.server.ts";

type Context = Readonly<RouterContextProvider>;

const sessionsRemembered = 1_000;
/** As long as a session can stay unused. */
const rememberedMs = 12 * 60 * 60_000;

/** Which session has seen which incident; an open page reads it again with every change. */
const readings = new LRUCache<string, true>({ max: sessionsRemembered, ttl: rememberedMs });

/** @throws a 404 response for an unknown incident */
export async function getIncident(context: Context, id: string): Promise<Incident> {
	const incident = await findIncident(beginWork(context).deps.database.db, id);
	if (!incident) throw data(null, { status: 404 });
	return incident;
}

/** Finds whose data an incident touched. The audit log gets one entry for each session that looks, before anything is shown. */
export async function readAffected(context: Context, incident: Incident): Promise<Affected> {
	const { deps, signedIn, note, now } = beginWork(context);
	const reading = `${signedIn.session.id} ${incident.id}`;
	if (!readings.has(reading)) {
		await note({ action: "incident.read", subject: incident.id });
		readings.set(reading, true);
	}
	await deps.readLog.flush();
	return findAffected(deps.database.db, incident, now);
}

/** Collects what the drafts of an incident's notices say. */
export async function readDraftSource(
	context: Context,
	{ incident, affected, actors }: { incident: Incident; affected: Affected; actors: readonly ShownActor[] },
): Promise<DraftSource> {
	const { deps } = beginWork(context);
	const { company } = deps;
	return {
		company,
		incident,
		affected,
		...countActors(actors),
		nameKinds: Object.fromEntries(deps.records.kinds.map(({ name, names }) => [name, names])),
		measures: await listMeasures(deps.database.db, incident, company),
	};
}
