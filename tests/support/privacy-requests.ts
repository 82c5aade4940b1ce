import { insertPrivacyRequest, type PrivacyRequest } from "../../features/privacy-requests/store.server.ts";
import type { Database } from "../../platform/database/database.ts";

/** Stores a request about data as it stands once its address is confirmed. */
export async function storePrivacyRequest(
	database: Pick<Database, "write">,
	change: Pick<PrivacyRequest, "reference" | "receivedAt"> & Partial<PrivacyRequest>,
): Promise<void> {
	const request: PrivacyRequest = {
		requestKind: "see",
		name: "Asha Rao",
		email: "asha@visitor.example",
		phone: "",
		message: "Tell me all of it.",
		state: "received",
		source: "site",
		consent: "",
		...change,
	};
	await database.write((transaction) => insertPrivacyRequest(transaction, request));
}
