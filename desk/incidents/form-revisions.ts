import type { IncidentPart } from "../../core/incidents/revise-incident.server.ts";

/** The newest revision that each form of an incident edits. */
export type FormRevisions = Readonly<Record<IncidentPart, string>>;

/** The revision that a form is based on which was refused. */
export type RefusedRevisions = Readonly<Partial<Record<IncidentPart, string>>>;
