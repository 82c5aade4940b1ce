import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { ManageApplication } from "./manage-application.server.ts";

/** Does what the form on an application's private page asks for. */
export async function withdrawPostedForm(
	token: string,
	manageApplication: ManageApplication,
): Promise<"withdrawn" | "unknown" | "failed"> {
	try {
		return (await manageApplication.withdraw(token)) ? "withdrawn" : "unknown";
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return "failed";
	}
}
