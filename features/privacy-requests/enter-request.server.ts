import { enqueueEntryEmails } from "../../core/records/enqueue-entry-emails.server.ts";
import type { EnteredRecord, EnterOptions } from "../../core/records/record-kind.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { createUnusedReference } from "../../platform/ids/reference.ts";
import { listRequestEmails } from "./email-intents.server.ts";
import { readRequestKind } from "./request-kinds.ts";
import { requestNames } from "./request-names.ts";
import { insertPrivacyRequest, requestStore, type PrivacyRequest } from "./store.server.ts";

/** Returns a reference that no request has. */
export function createRequestReference(transaction: WriteTransaction): Promise<string> {
	return createUnusedReference(requestNames.prefix, (candidate) => requestStore.find(transaction, candidate));
}

/** Stores a request that came by e-mail, telephone or letter, with its e-mails, and returns its reference. Of suspected spam they are held. */
export async function enterRequest(
	transaction: WriteTransaction,
	entered: EnteredRecord,
	{ privacyEmail, ...options }: EnterOptions & { privacyEmail: string },
): Promise<string> {
	const { senderName, email, phone, text, source, consent, topic, isSpam } = entered;
	const { now, ownerId } = options;
	const request: PrivacyRequest = {
		reference: await createRequestReference(transaction),
		receivedAt: now,
		requestKind: readRequestKind(topic) ?? "",
		name: senderName,
		email,
		phone,
		message: text,
		state: isSpam ? "quarantined" : "received",
		source,
		consent,
	};
	await insertPrivacyRequest(transaction, request, { ownerId });
	const emails = listRequestEmails(request, { privacyEmail });
	await enqueueEntryEmails(transaction, { emails, notice: "privacy-request-notice" }, entered, options);
	return request.reference;
}
