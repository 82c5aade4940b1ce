import { enqueueEntryEmails } from "../../core/records/enqueue-entry-emails.server.ts";
import type { EnteredRecord, EnterOptions } from "../../core/records/record-kind.ts";
import { splitName } from "../../core/records/split-name.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { createUnusedReference } from "../../platform/ids/reference.ts";
import { listEnquiryEmails } from "./email-intents.server.ts";
import { enquiryNames } from "./enquiry-names.ts";
import { enquiryStore, insertEnquiry, type EnquiryRecord } from "./store.server.ts";

/**
 * Stores an enquiry that came by e-mail or that a member entered, with its e-mails, and returns its reference. Of suspected spam they are
 * held.
 */
export async function enterEnquiry(
	transaction: WriteTransaction,
	entered: EnteredRecord,
	{ salesEmail, ...options }: EnterOptions & { salesEmail: string },
): Promise<string> {
	const { senderName, email, phone, text, source, consent, isSpam } = entered;
	const { now, ownerId } = options;
	const enquiry: EnquiryRecord = {
		reference: await createUnusedReference(enquiryNames.prefix, (candidate) =>
			enquiryStore.find(transaction, candidate),
		),
		receivedAt: now,
		state: isSpam ? "quarantined" : "accepted",
		...splitName(senderName),
		email,
		phone,
		message: text,
		source,
		consent,
	};
	await insertEnquiry(transaction, enquiry, { ownerId });
	const emails = listEnquiryEmails(enquiry, { salesEmail });
	await enqueueEntryEmails(transaction, { emails, notice: "enquiry-notice" }, entered, options);
	return enquiry.reference;
}
