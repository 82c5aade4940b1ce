import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { ManageApplication } from "./manage-application.server.ts";

/** Handles the form of an application's private page. */
export async function withdrawPostedForm(
	{ token, form }: { token: string; form: FormData },
	manageApplication: ManageApplication,
): Promise<"withdrawn" | "unknown" | "failed"> {
	try {
		const reason = form.get("reason");
		return (await manageApplication.withdraw(token, typeof reason === "string" ? reason : ""))
			? "withdrawn"
			: "unknown";
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return "failed";
	}
}
