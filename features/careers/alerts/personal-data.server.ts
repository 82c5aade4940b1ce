import { createSubscriptionRecords } from "../../../core/subscriptions/subscription-records.server.ts";
import { alertTables, toJobAlert } from "./store.server.ts";

/** A job alert stores when it expires. */
export const jobAlertPersonalData = createSubscriptionRecords({
	kind: "jobAlerts",
	name: "job alert",
	names: "job alerts",
	tables: alertTables,
	read: toJobAlert,
	describe: ({ search }) => [
		{ label: "Words", value: search.q || "any" },
		{ label: "Location", value: search.location || "any" },
	],
});
