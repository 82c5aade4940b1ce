import type { WriteTransaction } from "../../platform/database/database.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import type { EnteredRecord, EnterOptions } from "./record-kind.ts";
import { recordSources } from "./record-sources.ts";

/**
 * Puts into the outbox the e-mails of a record that did not come through the site's form: the notice for an e-mail of the sender's own, as
 * members know what they have entered themselves, and those to the sender if wanted. Of suspected spam they are held.
 * @param notice the kind of those that are for the company
 */
export async function enqueueEntryEmails<Kind extends string>(
	transaction: WriteTransaction,
	{ emails, notice }: { emails: readonly EmailIntent<Kind>[]; notice: NoInfer<Kind> },
	{ source, consent, email, isSpam, isConfirmed }: EnteredRecord,
	{ now, messageIdDomain }: EnterOptions,
): Promise<void> {
	const isOwnEmail = source === recordSources.email.key && consent === "";
	const wanted = emails.filter(({ kind }) => (kind === notice ? isOwnEmail : isConfirmed && email !== ""));
	await enqueueEmails(transaction, wanted, { now, messageIdDomain, state: isSpam ? "held" : "waiting" });
}
