import { createHash } from "node:crypto";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { FileForm } from "../../platform/http/receive-files.ts";
import type { Company } from "../../shared/company.ts";
import { findEnquiryForm } from "../../shared/enquiry-form.ts";
import { isQuestionField, questionField, readFormFields, readQuestionAnswers } from "../../shared/question-answers.ts";
import { answerFilesTooLarge } from "../../shared/questions.ts";
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
	/** The files that came with the form, if it could hold some. */
	upload?: Pick<FileForm, "files" | "refused"> | undefined;
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
	{ company, service, upload: { files, refused } = { files: [], refused: [] } }: AcceptOptions,
): Promise<PostedFormOutcome> {
	const typedFields = readFormFields([...form].filter(([, value]) => typeof value === "string"));
	const questions = findEnquiryForm(company, service)?.questions ?? [];
	const values: PostedValues = Object.fromEntries([
		...enquiryFieldNames.map((name) => [name, typedFields[name] ?? ""]),
		...Object.entries(typedFields).filter(([name]) => isQuestionField(name)),
	]);
	const fields = { ...typedFields, ...Object.fromEntries(files.map(({ field, name }) => [field, name])) };
	const checked = validateEnquiryForm(fields, company, questions);
	const tooLarge = refused.length > 0 ? questions.filter(({ kind }) => kind === "file").slice(0, 1) : [];
	const errors = [
		...(checked.ok ? [] : checked.errors).filter(
			({ field }) => !tooLarge.some(({ key }) => field === questionField(key)),
		),
		...tooLarge.map(({ key }) => ({ field: questionField(key), message: answerFilesTooLarge })),
	];
	if (!checked.ok || errors.length > 0) return { kind: "rejected", errors, values };
	try {
		const typed = JSON.stringify({
			...values,
			leaveEmpty: fields.leaveEmpty ?? "",
			...(service !== undefined && { service }),
			...(files.length > 0 && { files: files.map(({ file }) => file.sha256) }),
		});
		const result = await submitEnquiry(checked, {
			idempotencyKey: `form-${createHash("sha256").update(typed).digest("hex")}`,
			service,
			answers: readQuestionAnswers(fields),
			files,
		});
		return result.ok
			? { kind: "stored", personCheckUrl: result.personCheckUrl }
			: { kind: "rejected", errors: result.errors, values };
	} catch (error) {
		if (!isStorageUnavailable(error)) throw error;
		return { kind: "failed", errors: [], values };
	}
}
