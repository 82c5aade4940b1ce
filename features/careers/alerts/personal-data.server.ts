import type { PersonalRecords } from "../../../platform/retention/personal-records.ts";
import { deleteAlerts, listAlertReferences } from "./store.server.ts";

/** Each job alert says itself when it lapses. */
export const jobAlertPersonalData: PersonalRecords = {
	kind: "jobAlerts",
	name: "job alert",
	names: "job alerts",
	listExpired: (db, { now, limit }) => listAlertReferences(db, { lapsedBy: now, limit }),
	listOfAddress: (db, email, limit) => listAlertReferences(db, { email, limit }),
	listExisting: (db, among) => listAlertReferences(db, { among, limit: among.length }),
	delete: async (transaction, references) => ({ count: await deleteAlerts(transaction, references) }),
};
