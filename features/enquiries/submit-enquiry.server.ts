import type { NoteNotice } from "../../core/notices/note-notice.ts";
import { rememberPersonCheck } from "../../core/people/person-check.server.ts";
import { insertAnswerFiles, matchAnswerFiles } from "../../core/records/answer-files.server.ts";
import { findFirstOwner } from "../../core/records/find-first-owner.server.ts";
import { notifyMember } from "../../core/records/notifications.server.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import { submitRecord } from "../../core/records/submit-record.server.ts";
import { noteTrialRecord } from "../../core/self-trial/trial-store.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { describeKeyReuse, findStoredResponse } from "../../platform/http/idempotency.ts";
import type { UploadedFile } from "../../platform/http/receive-files.ts";
import { createUnusedReference } from "../../platform/ids/reference.ts";
import type { Company } from "../../shared/company.ts";
import { findEnquiryForm } from "../../shared/enquiry-form.ts";
import {
	askForAnswer,
	findAnswerOwner,
	listAnswered,
	validateAnswers,
	type QuestionAnswers,
} from "../../shared/question-answers.ts";
import { listEnquiryEmails } from "./email-intents.server.ts";
import { enquiryNames } from "./enquiry-names.ts";
import type { CheckedEnquiry, FieldError } from "./rules.ts";
import { enquiryStore, insertEnquiry, type EnquiryRecord, type EnquiryState } from "./store.server.ts";

type Receipt = {
	reference: string;
	receivedAt: string;
	/** Where the visitor can say that a person sent a suspicious enquiry, which stays in quarantine until then. */
	personCheckUrl?: string;
};

type SubmitEnquiryResult = ({ ok: true } & Receipt) | { ok: false; errors: FieldError[] };

/**
 * Stores a valid enquiry with its e-mails and its idempotency key in one transaction.
 *
 * Suspected spam is quarantined with its e-mails held; the sender is told and can object.
 * @param idempotencyKey the same key with the same enquiry returns the first result, for the page's form and the JSON route alike
 * @returns the reference, the errors of answers, or an error of the field "Idempotency-Key" when the key came with another enquiry
 * @throws StorageUnavailableError when nothing can be stored
 */
export type SubmitEnquiry = (checked: CheckedEnquiry, options?: EnquiryOptions) => Promise<SubmitEnquiryResult>;

type EnquiryOptions = {
	/** Version of the notice that the form showed. */
	notice?: string | undefined;
	idempotencyKey?: string | undefined;
	/** Slug of the service whose form it is; a service without questions of its own stands for none. */
	service?: string | undefined;
	/** Whether the form asks the company's own questions; by default it does. */
	asksQuestions?: boolean | undefined;
	/** The trial of the site whose enquiry it is: nobody is told of it, and its confirmation goes to the trial's own address. */
	trial?: { id: string; email: string | undefined } | undefined;
	/** To the company's own questions. */
	answers?: QuestionAnswers | undefined;
	/** The caller discards those that are not kept. */
	files?: readonly UploadedFile[] | undefined;
};

export type SubmitEnquiryDeps = {
	database: Database;
	clock: Clock;
	company: Pick<Company, "enquiryForms">;
	files: Pick<FileStore, "keep" | "remove">;
	salesEmail: string;
	/** Origin of the page that asks whether a person sent it, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	noteNotice: NoteNotice;
	/** Called after every stored enquiry, but not for a repeated one. */
	onStored(state: EnquiryState | "trial"): void;
};

/** Creates the function that accepts enquiries. */
export function createSubmitEnquiry({
	database,
	clock,
	company,
	files,
	salesEmail,
	publicUrl,
	messageIdDomain,
	noteNotice,
	onStored,
}: SubmitEnquiryDeps): SubmitEnquiry {
	return async (
		checked,
		{ idempotencyKey, service, asksQuestions = true, answers: posted = {}, files: uploaded = [], trial, notice } = {},
	) => {
		const now = clock.now();
		// In quarantine nobody is told of it, and no list but that of spam has it for the seconds that it exists.
		const state = checked.looksLikeSpam || trial ? "quarantined" : "accepted";
		const found = asksQuestions ? findEnquiryForm(company, service) : undefined;
		const form = found ?? { service: "", title: "", questions: [], owners: [] };
		const given = matchAnswerFiles(form.questions, posted, uploaded);
		const answers = listAnswered(form.questions, given.answers);
		const request = {
			route: "enquiries",
			key: idempotencyKey,
			body: {
				...checked.enquiry,
				state,
				...(form.service !== "" && { service: form.service }),
				...(Object.keys(given.answers).length > 0 && { answers: given.answers }),
				...(given.files.length > 0 && { files: given.files.map(({ file }) => file.sha256) }),
			},
		};
		const enquiry: EnquiryRecord = {
			...checked.enquiry,
			reference: await createUnusedReference(enquiryNames.prefix, (reference) =>
				enquiryStore.find(database.db, reference),
			),
			receivedAt: now,
			state,
			source: recordSources.site.key,
			consent: "",
			...(form.title !== "" && { service: form.title }),
			...(answers.length > 0 && { answers }),
		};
		const { reference } = enquiry;
		try {
			const errors = validateAnswers(form.questions, given.answers, askForAnswer);
			if (errors.length > 0) {
				// The questions may have changed since it was first sent.
				const stored = await findStoredResponse<Receipt>(database.db, request, now);
				return stored ? { ok: true, ...stored } : { ok: false, errors };
			}
			const { receipt, isNew } = await submitRecord(
				{ database, files },
				{ request, reference, uploaded: given.files, now },
				async (transaction): Promise<Receipt> => {
					const ownerId = await findFirstOwner(transaction, enquiryNames, findAnswerOwner(form, given.answers));
					await insertEnquiry(transaction, enquiry, { ownerId });
					await noteNotice(transaction, { reference, shown: notice }, now);
					await insertAnswerFiles(transaction, reference, given.files);
					if (ownerId !== undefined && state !== "quarantined")
						await notifyMember(transaction, { accountId: ownerId, reference, kind: "new", cause: reference }, now);
					if (trial) {
						await noteTrialRecord(transaction, trial.id, "enquiry", reference);
						const emails = listEnquiryEmails(enquiry, { salesEmail }).filter(
							({ kind, recipient }) => kind === "enquiry-confirmation" && recipient === trial.email,
						);
						await enqueueEmails(transaction, emails, { now, messageIdDomain });
						return { reference, receivedAt: toInstantText(now) };
					}
					await enqueueEmails(transaction, listEnquiryEmails(enquiry, { salesEmail }), {
						now,
						messageIdDomain,
						state: state === "quarantined" ? "held" : "waiting",
					});
					return {
						reference,
						receivedAt: toInstantText(now),
						...(state === "quarantined" && {
							personCheckUrl: await rememberPersonCheck(transaction, reference, { publicUrl, now }),
						}),
					};
				},
			);
			if (isNew) onStored(trial ? "trial" : state);
			return { ok: true, ...receipt };
		} catch (error) {
			return { ok: false, errors: describeKeyReuse(error, "send this as a new message") };
		}
	};
}
