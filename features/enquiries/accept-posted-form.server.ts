import { createHash } from "node:crypto";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { Company } from "../../shared/company.ts";
import { enquiryFieldNames } from "./enquiry-fields.ts";
import { validateEnquiry, type Enquiry, type FieldError } from "./rules.ts";
import type { SubmitEnquiry } from "./submit-enquiry.server.ts";

export type PostedFormOutcome =
	/** `personCheckUrl` asks whether a person sent it, for a suspicious enquiry. */
	| { kind: "stored"; personCheckUrl?: string | undefined }
	| { kind: "rejected" | "failed"; errors: FieldError[]; values: Partial<Enquiry> };

/**
 * Accepts an enquiry from a form without scripts, through the same function as POST /contactus/submit.
 *
 * The same form sent again within a day is the same enquiry: on prerendered pages it cannot carry its own key, so the key is derived from
 * the typed values.
 * @returns after an error, the typed values too, so that nothing has to be typed again
 */
export async function acceptPostedForm(
	form: FormData,
	submitEnquiry: SubmitEnquiry,
	company: Pick<Company, "locale">,
): Promise<PostedFormOutcome> {
	const fields = Object.fromEntries(
		[...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
	);
	const values: Partial<Enquiry> = Object.fromEntries(enquiryFieldNames.map((name) => [name, fields[name] ?? ""]));
	const checked = validateEnquiry(fields, company);
	if (!checked.ok) return { kind: "rejected", errors: checked.errors, values };
	try {
		const typed = JSON.stringify({ ...values, leaveEmpty: fields.leaveEmpty ?? "" });
		const result = await submitEnquiry(checked, {
			idempotencyKey: `form-${createHash("sha256").update(typed).digest("hex")}`,
		});
		return result.ok
			? { kind: "stored", personCheckUrl: result.personCheckUrl }
			: { kind: "rejected", errors: result.errors, values };
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed", errors: [], values };
	}
}
