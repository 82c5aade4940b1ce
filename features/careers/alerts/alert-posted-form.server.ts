import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { JobAlerts } from "./job-alerts.server.ts";

/** Handles the form of the private page, and the one-click request of mail programs (RFC 8058). */
export async function alertPostedForm(
	form: FormData,
	token: string,
	jobAlerts: JobAlerts,
): Promise<"confirmed" | "ended" | "unknown" | "failed"> {
	try {
		if (form.get("intent") === "confirm") return (await jobAlerts.confirm(token)) ? "confirmed" : "unknown";
		if (form.get("intent") !== "end" && form.get("List-Unsubscribe") !== "One-Click") return "unknown";
		await jobAlerts.end(token);
		return "ended";
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return "failed";
	}
}
