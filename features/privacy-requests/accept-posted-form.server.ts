import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { readFormText } from "../../shared/form-text.ts";
import { noticeField } from "../../shared/notices.ts";
import { listFieldErrors, type FieldError } from "../../shared/text-rules.ts";
import type { PrivacyRequests } from "./privacy-requests.server.ts";
import { requestSchema } from "./rules.ts";

const fields = ["requestKind", "name", "email", "message"] as const;

/** The outcome of a posted form, for its page. */
export type PostedRequestOutcome =
	| { kind: "sent" }
	| { kind: "rejected" | "failed"; errors: FieldError[]; values: Record<(typeof fields)[number], string> };

/**
 * Handles the form of a privacy request.
 * @param options locale: of numbers in messages
 */
export async function acceptPostedRequest(
	form: FormData,
	{ privacyRequests, locale }: { privacyRequests: Pick<PrivacyRequests, "ask">; locale: string },
): Promise<PostedRequestOutcome> {
	const values = Object.fromEntries(fields.map((name) => [name, readFormText(form, name)])) as Record<
		(typeof fields)[number],
		string
	>;
	const parsed = requestSchema.safeParse(values);
	if (!parsed.success) return { kind: "rejected", errors: listFieldErrors(parsed.error.issues, locale), values };
	try {
		await privacyRequests.ask({ ...parsed.data, notice: readFormText(form, noticeField) });
		return { kind: "sent" };
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed", errors: [], values };
	}
}
