import { hash } from "node:crypto";
import { readAnswerForm, type AnswerUpload } from "../../core/records/answer-files.server.ts";
import { unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import type { Company } from "../../shared/company.ts";
import { findEnquiryForm } from "../../shared/enquiry-form.ts";
import { noticeField } from "../../shared/notices.ts";
import { isQuestionField, readQuestionAnswers } from "../../shared/question-answers.ts";
import { enquiryFieldNames, type EnquiryField } from "./enquiry-fields.ts";
import { validateEnquiryForm, type FieldError } from "./rules.ts";
import type { SubmitEnquiry } from "./submit-enquiry.server.ts";

/** The values of the fields, with those of the company's own questions. */
export type PostedValues = Partial<Record<EnquiryField | `question-${string}`, string>>;

export type PostedFormOutcome =
	/** `personCheckUrl` asks whether a person sent it, for a suspicious enquiry. */
	| { kind: "stored"; personCheckUrl?: string | undefined }
	| { kind: "rejected" | "failed"; errors: FieldError[]; values: PostedValues };

type AcceptOptions = {
	company: Pick<Company, "locale" | "enquiryForms">;
	/** Slug of the service whose form it is. */
	service?: string | undefined;
	upload?: AnswerUpload | undefined;
};

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
	{ company, service, upload }: AcceptOptions,
): Promise<PostedFormOutcome> {
	const questions = findEnquiryForm(company, service)?.questions ?? [];
	const { typed: typedFields, fields, files, addFileErrors } = await readAnswerForm(form, questions, upload);
	const values: PostedValues = Object.fromEntries([
		...enquiryFieldNames.map((name) => [name, typedFields[name] ?? ""]),
		...Object.entries(typedFields).filter(([name]) => isQuestionField(name)),
	]);
	const checked = validateEnquiryForm(fields, company, questions);
	const errors = addFileErrors(checked.ok ? [] : checked.errors);
	if (!checked.ok || errors.length > 0) return { kind: "rejected", errors, values };
	const typed = JSON.stringify({
		...values,
		leaveEmpty: fields.leaveEmpty ?? "",
		...(service !== undefined && { service }),
		...(files.length > 0 && { files: files.map(({ file }) => file.sha256) }),
	});
	const submitting = submitEnquiry(checked, {
		idempotencyKey: `form-${hash("sha256", typed, "hex")}`,
		service,
		notice: fields[noticeField],
		answers: readQuestionAnswers(fields),
		files,
	});
	const result = await unlessUnavailable(submitting);
	if (!result) return { kind: "failed", errors: [], values };
	return result.ok
		? { kind: "stored", personCheckUrl: result.personCheckUrl }
		: { kind: "rejected", errors: result.errors, values };
}
