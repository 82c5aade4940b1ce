import { enqueueEntryEmails } from "../../../core/records/enqueue-entry-emails.server.ts";
import type { EnteredRecord, EnterOptions } from "../../../core/records/record-kind.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { createUnusedReference } from "../../../platform/ids/reference.ts";
import { createToken, hashToken } from "../../../platform/ids/secret-token.ts";
import { findJob } from "../jobs/jobs-store.server.ts";
import { emptyLines } from "./application-fields.ts";
import { applicationNames } from "./application-names.ts";
import { listApplicationEmails } from "./email-intents.server.ts";
import {
	applicationStore,
	insertApplication,
	toJobColumns,
	type ApplicationRecord,
	type StoredAnswers,
} from "./store.server.ts";

/** The answers that only the site's form asks for. */
export const notAsked: StoredAnswers = {
	...emptyLines,
	country: "",
	coverLetter: "",
	education: [],
	workExperience: [],
	preferredLocation: "",
	minimumQualifications: [],
	eligibleToWork: "",
	requiresSponsorship: "",
	referred: "",
	referrerName: "",
};

/**
 * Stores an application that came by e-mail or that a member entered, with its e-mails, and returns its reference. Of suspected spam they
 * are held. It may have no job and no resume yet; an unknown job counts as none.
 */
export async function enterApplication(
	transaction: WriteTransaction,
	entered: EnteredRecord,
	{ careersEmail, ...options }: EnterOptions & { careersEmail: string },
): Promise<string> {
	const { senderName, email, phone, text, source, consent, topic, file, isSpam } = entered;
	const { now, ownerId } = options;
	const token = createToken();
	const application: ApplicationRecord = {
		reference: await createUnusedReference(applicationNames.prefix, (candidate) =>
			applicationStore.find(transaction, candidate),
		),
		receivedAt: now,
		...toJobColumns(topic === "" ? undefined : await findJob(transaction, topic)),
		answers: { ...notAsked, fullName: senderName, email, phone, coverLetter: text, entered: { source, consent } },
		resume: file && { file: file.storedAs, name: file.name, bytes: file.bytes, sha256: file.sha256 },
		tokenHash: hashToken(token),
		state: isSpam ? "quarantined" : "received",
	};
	await insertApplication(transaction, application, { ownerId });
	const emails = listApplicationEmails(application, { careersEmail, token });
	await enqueueEntryEmails(transaction, { emails, notice: "application-notice" }, entered, options);
	return application.reference;
}
