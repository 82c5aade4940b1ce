import { hash } from "node:crypto";
import { unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import type { Company } from "../../shared/company.ts";
import { noticeField } from "../../shared/notices.ts";
import { readPreferredTimes } from "./preferred-times.ts";
import type { FieldError } from "./rules.ts";
import type { SubmitEnquiry } from "./submit-enquiry.server.ts";

export type PreferredTimesOutcome =
	/** `personCheckUrl` asks whether a person sent it, for a suspicious one. */
	| { kind: "stored"; personCheckUrl?: string | undefined }
	/** `values` are the pairs of names and values that were typed. */
	| { kind: "rejected" | "failed"; errors: FieldError[]; values: [string, string][] };

/**
 * Accepts the preferred times of a visitor who finds none for a call, as an enquiry, through the same function as every enquiry.
 *
 * The same form sent again within a day is the same enquiry: the key is derived from the typed values.
 */
export async function acceptPreferredTimes(
	form: FormData,
	{ title, submitEnquiry, company }: { title: string; submitEnquiry: SubmitEnquiry; company: Pick<Company, "locale"> },
): Promise<PreferredTimesOutcome> {
	const values = [...form].flatMap(([name, value]): [string, string][] =>
		typeof value === "string" ? [[name, value]] : [],
	);
	const checked = readPreferredTimes(form, title, company);
	if (!checked.ok) return { kind: "rejected", errors: checked.errors, values };
	const typed = hash("sha256", JSON.stringify([title, values]), "hex");
	const submitting = submitEnquiry(checked, {
		idempotencyKey: `times-${typed}`,
		asksQuestions: false,
		notice: values.find(([name]) => name === noticeField)?.[1],
	});
	const result = await unlessUnavailable(submitting);
	if (!result) return { kind: "failed", errors: [], values };
	return result.ok
		? { kind: "stored", personCheckUrl: result.personCheckUrl }
		: { kind: "rejected", errors: result.errors, values };
}
