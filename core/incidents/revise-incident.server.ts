import { hash } from "node:crypto";
import type { Incident } from "./incident.ts";

/** The part that a form of an incident changes; "sending" confirms its e-mail and whom it goes to. */
export type IncidentPart = "details" | "authorityText" | "authority" | "notice" | "sending";

/**
 * Returns the revision of each part of an incident, which changes whenever anything in it does. Colleagues work on several parts at once,
 * so a form is held to its own and not to the version of the whole.
 */
export function reviseIncident(incident: Incident): Record<IncidentPart, string> {
	const { title, notes, actors, from, until, awareAt, authorityText, authority, notice, noticesAskedAt } = incident;
	const revise = (part: IncidentPart, content: unknown[]) =>
		hash("sha256", JSON.stringify([part, ...content]), "hex").slice(0, 16);
	// Once people were told, the forms of the details and of the e-mail are others.
	return {
		details: revise("details", [title, notes, actors, from, until, awareAt, noticesAskedAt]),
		authorityText: revise("authorityText", [authorityText]),
		authority: revise("authority", [authority]),
		notice: revise("notice", [notice, noticesAskedAt]),
		sending: revise("sending", [notice, actors, from, until, noticesAskedAt]),
	};
}
