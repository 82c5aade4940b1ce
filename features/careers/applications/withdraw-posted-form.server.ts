import { unlessUnavailable } from "../../../platform/pages/unless-unavailable.server.ts";
import { readFormText } from "../../../shared/form-text.ts";
import type { ManageApplication } from "./manage-application.server.ts";

/** Handles the form of an application's private page. */
export async function withdrawPostedForm(
	{ token, form }: { token: string; form: FormData },
	manageApplication: ManageApplication,
): Promise<"withdrawn" | "unknown" | "failed"> {
	const isDone = await unlessUnavailable(manageApplication.withdraw(token, readFormText(form, "reason")));
	if (isDone === undefined) return "failed";
	return isDone ? "withdrawn" : "unknown";
}
