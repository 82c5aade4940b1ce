import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { Subscriptions } from "./subscriptions.server.ts";

/** Handles the form of a subscription's private page, and the one-click request of mail programs (RFC 8058). */
export async function respondToSubscriptionForm(
	form: FormData,
	token: string,
	subscriptions: Pick<Subscriptions<object, unknown>, "confirm" | "end">,
): Promise<"confirmed" | "ended" | "kept" | "unknown" | "failed"> {
	try {
		if (form.get("intent") === "confirm") return (await subscriptions.confirm(token)) ? "confirmed" : "unknown";
		const isOwn = form.get("intent") === "end";
		if (!isOwn && form.get("List-Unsubscribe") !== "One-Click") return "unknown";
		return (await subscriptions.end(token, isOwn ? "private-page" : "one-click")) ? "ended" : "kept";
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return "failed";
	}
}
