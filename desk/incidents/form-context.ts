import { createContext, useContext } from "react";
import type { IncidentPart } from "../../core/incidents/revise-incident.server.ts";

/** The context of every form of an incident. */
export type IncidentFormData = {
	/** Of the incident's page. */
	path: string;
	/** The newest revision that each form edits. */
	revisions: Readonly<Record<IncidentPart, string>>;
	/** The revision that a form is based on which was refused. */
	refused: Readonly<Partial<Record<IncidentPart, string>>>;
};

export const IncidentFormContext = createContext<IncidentFormData | undefined>(undefined);

/** @throws outside the page of an incident */
export function useIncidentForm(): IncidentFormData {
	const data = useContext(IncidentFormContext);
	if (!data) throw new Error("A form of an incident belongs on the incident's page");
	return data;
}
