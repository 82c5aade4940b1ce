import type { WriteTransaction } from "../../platform/database/database.ts";
import { enqueueEmail } from "../../platform/email/outbox-store.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { createChangeEmail, type AccountChange } from "./emails.server.tsx";
import type { Account } from "./store.server.ts";

/** Prepares the e-mail that tells somebody what has changed of their account; what it gives puts it into the outbox. */
export async function prepareTelling(
	{ config, company, clock, messageIdDomain }: AccountsDeps,
	account: Pick<Account, "id" | "email" | "name">,
	change: AccountChange,
): Promise<(transaction: WriteTransaction) => Promise<void>> {
	const at = clock.now();
	const email = await createChangeEmail(account, { change, at, company, deskUrl: config.deskUrl });
	return (transaction) => enqueueEmail(transaction, email, { now: at, messageIdDomain });
}

/** Writes in one transaction, and lets the e-mails in it go out. */
export async function writeAndSend<Result>(
	{ database, onEmails }: Pick<AccountsDeps, "database" | "onEmails">,
	work: (transaction: WriteTransaction) => Promise<Result>,
): Promise<Result> {
	const result = await database.write(work);
	onEmails();
	return result;
}
