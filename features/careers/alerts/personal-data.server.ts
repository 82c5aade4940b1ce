import { listLowerCaseAddresses } from "../../../core/people/list-addresses.ts";
import type { PersonalRecords } from "../../../core/people/personal-records.ts";
import { deleteAlerts, listAlertReferences, listAlertsOf } from "./store.server.ts";

/** A job alert stores when it expires. */
export const jobAlertPersonalData: PersonalRecords = {
	kind: "jobAlerts",
	name: "job alert",
	names: "job alerts",
	listExpired: (db, { now, limit }) => listAlertReferences(db, { lapsedBy: now, limit }),
	listOfAddress: (db, email, { before, limit }) => listAlertReferences(db, { email, wantedBefore: before, limit }),
	listAddresses: (db, range) => listLowerCaseAddresses(db, "jobAlerts", range),
	listExisting: (db, among) => listAlertReferences(db, { among, limit: among.length }),
	async describe(db, references) {
		const alerts = await listAlertsOf(db, references);
		return alerts.map((stored) => ({
			reference: stored.reference,
			email: stored.email,
			at: undefined,
			fields: [
				{ label: "Words", value: stored.search.q || "any" },
				{ label: "Location", value: stored.search.location || "any" },
				{ label: "Confirmed", value: stored.confirmed ? "yes" : "no" },
				{ label: "Ends", value: stored.expiresAt },
			],
			text: undefined,
			stored,
			files: [],
			work: [],
		}));
	},
	delete: async (transaction, references) => ({ count: await deleteAlerts(transaction, references) }),
};
