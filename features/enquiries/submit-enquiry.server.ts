import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { answerOnce, IdempotencyKeyReusedError } from "../../platform/http/idempotency.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { rememberPersonCheck } from "../../core/people/person-check.server.ts";
import { createUnusedReference } from "../../platform/ids/reference.ts";
import { listEnquiryEmails } from "./emails.server.tsx";
import type { CheckedEnquiry, FieldError } from "./rules.ts";
import { enquiryStore, insertEnquiry, type EnquiryRecord, type EnquiryState } from "./store.server.ts";
import { enquiryNames } from "./enquiry-names.ts";

type SubmitEnquiryResult =
	| {
			ok: true;
			reference: string;
			receivedAt: string;
			/** Where somebody says that a person sent it, where that is in doubt; nobody reads it until then. */
			personCheckUrl?: string;
	  }
	| { ok: false; errors: FieldError[] };

/**
 * Takes an enquiry that keeps the rules: stores it with its e-mails and its idempotency key in one transaction.
 *
 * One that looks like spam is stored as quarantined, with its e-mails held; its sender is told so, and can say that it was a person.
 *
 * @param idempotencyKey the same key with the same enquiry gives the first result again, through the page's form and the
 * JSON route alike
 * @returns the reference, or an error of the field "Idempotency-Key" when the key came with another enquiry before
 * @throws StorageUnavailableError when nothing can be stored now
 */
export type SubmitEnquiry = (
	checked: CheckedEnquiry,
	options?: { idempotencyKey?: string | undefined },
) => Promise<SubmitEnquiryResult>;

export type SubmitEnquiryDeps = {
	database: Database;
	clock: Clock;
	salesEmail: string;
	/** Origin of the page that asks whether a person sent it, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	/** Called after every enquiry that was stored, never for a repeated one. */
	onStored(state: EnquiryState): void;
};

/** Makes the function that takes enquiries. */
export function createSubmitEnquiry({
	database,
	clock,
	salesEmail,
	publicUrl,
	messageIdDomain,
	onStored,
}: SubmitEnquiryDeps): SubmitEnquiry {
	return async (checked, { idempotencyKey } = {}) => {
		const now = clock.now();
		const state = checked.looksLikeSpam ? "quarantined" : "accepted";
		const enquiry: EnquiryRecord = {
			...checked.enquiry,
			reference: await createUnusedReference(enquiryNames.prefix, (reference) =>
				enquiryStore.find(database.db, reference),
			),
			receivedAt: now,
			state,
		};
		try {
			const answer = await database.write((transaction) =>
				answerOnce(
					transaction,
					{ route: "enquiries", key: idempotencyKey, body: { ...checked.enquiry, state } },
					now,
					async () => {
						await insertEnquiry(transaction, enquiry);
						await enqueueEmails(transaction, listEnquiryEmails(enquiry, { salesEmail }), {
							now,
							messageIdDomain,
							state: state === "quarantined" ? "held" : "waiting",
						});
						const { reference } = enquiry;
						return {
							reference,
							receivedAt: toInstantText(now),
							...(state === "quarantined" && {
								personCheckUrl: await rememberPersonCheck(transaction, reference, { publicUrl, now }),
							}),
						};
					},
				),
			);
			if (answer.reference === enquiry.reference) onStored(state);
			return { ok: true, ...answer };
		} catch (error) {
			if (!(error instanceof IdempotencyKeyReusedError)) throw error;
			return {
				ok: false,
				errors: [
					{
						field: "Idempotency-Key",
						message: "This form was already sent with other content. Send it once more to send this as a new message.",
					},
				],
			};
		}
	};
}
