import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { respondOnce, describeKeyReuse } from "../../platform/http/idempotency.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { rememberPersonCheck } from "../../core/people/person-check.server.ts";
import { recordSources } from "../../core/records/record-sources.ts";
import { createUnusedReference } from "../../platform/ids/reference.ts";
import { listEnquiryEmails } from "./email-intents.server.ts";
import type { CheckedEnquiry, FieldError } from "./rules.ts";
import { enquiryStore, insertEnquiry, type EnquiryRecord, type EnquiryState } from "./store.server.ts";
import { enquiryNames } from "./enquiry-names.ts";

type SubmitEnquiryResult =
	| {
			ok: true;
			reference: string;
			receivedAt: string;
			/** Where the visitor can say that a person sent a suspicious enquiry, which stays in quarantine until then. */
			personCheckUrl?: string;
	  }
	| { ok: false; errors: FieldError[] };

/**
 * Stores a valid enquiry with its e-mails and its idempotency key in one transaction.
 *
 * Suspected spam is quarantined with its e-mails held; the sender is told and can object.
 * @param idempotencyKey the same key with the same enquiry returns the first result, for the page's form and the JSON route alike
 * @returns the reference, or an error of the field "Idempotency-Key" when the key came with another enquiry
 * @throws StorageUnavailableError when nothing can be stored
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
	/** Called after every stored enquiry, but not for a repeated one. */
	onStored(state: EnquiryState): void;
};

/** Creates the function that accepts enquiries. */
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
			source: recordSources.site.key,
			consent: "",
		};
		try {
			const answer = await database.write((transaction) =>
				respondOnce(
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
			return { ok: false, errors: describeKeyReuse(error, "send this as a new message") };
		}
	};
}
