import type { ImportPreset } from "../../core/imports/match-columns.ts";

/**
 * Exports of contacts, whose columns have the names of properties as HubSpot documents them: Record ID, First Name, Last Name, Email, Phone
 * Number, Contact owner, Lead Status, Lifecycle Stage, Create Date, Company name, Country/Region, Original Traffic Source.
 * https://knowledge.hubspot.com/properties/hubspots-default-contact-properties
 */
export const hubspotPreset: ImportPreset = {
	key: "hubspot",
	name: "HubSpot",
	marks: [
		"contact owner",
		"lead status",
		"lifecycle stage",
		"original traffic source",
		"associated company",
		"country region",
	],
	columns: {
		"record id": "externalId",
		"contact owner": "owner",
		"lead status": "stage",
		"create date": "receivedAt",
		"original traffic source": "source",
		"lifecycle stage": "notes",
	},
};
