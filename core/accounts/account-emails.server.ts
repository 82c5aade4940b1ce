import type { WriteTransaction } from "../../platform/database/database.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import type { AccountChange, AccountEmailKind } from "./emails.server.tsx";
import type { Account } from "./store.server.ts";

/** An e-mail about an account, or to somebody who shall have one; its reference is the id of the account or of the invitation. */
export type AccountEmail = EmailIntent<AccountEmailKind>;

type Recipient = Pick<Account, "id" | "email" | "name">;
type Link = { url: string; expiresAt: Temporal.Instant };

/** Invites somebody to make an account. */
export function createInvitationEmail(
	{ id, email }: { id: string; email: string },
	{ url, expiresAt }: Link,
): AccountEmail {
	return {
		kind: "account-invitation",
		reference: id,
		recipient: email,
		parameters: { url, until: expiresAt.toString() },
		expiresAt,
	};
}

/** Lets somebody set anew how they sign in. */
export function createResetEmail({ id, email, name }: Recipient, { url, expiresAt }: Link): AccountEmail {
	return {
		kind: "account-reset",
		reference: id,
		recipient: email,
		parameters: { name, url, until: expiresAt.toString() },
		expiresAt,
	};
}

/** Tells somebody of a change to their account which they should have made themselves. */
export function createChangeEmail(
	{ id, email, name }: Recipient,
	change: AccountChange,
	at: Temporal.Instant,
): AccountEmail {
	return {
		kind: "account-changed",
		reference: id,
		recipient: email,
		parameters: { name, change, at: at.toString() },
	};
}

/** Tells somebody that they have signed in from a browser that was not known. */
export function createNewBrowserEmail(
	{ id, email, name }: Recipient,
	device: string,
	at: Temporal.Instant,
): AccountEmail {
	return {
		kind: "account-new-browser",
		reference: id,
		recipient: email,
		parameters: { name, device, at: at.toString() },
	};
}

/** Puts an e-mail into the outbox, as part of the transaction that it tells of. */
export async function sendEmail(
	{ clock, messageIdDomain }: Pick<AccountsDeps, "clock" | "messageIdDomain">,
	transaction: WriteTransaction,
	email: AccountEmail,
): Promise<void> {
	await enqueueEmail(transaction, email, { now: clock.now(), messageIdDomain });
}

/** Tells somebody what has changed of their account. */
export function tellOwner(
	deps: Pick<AccountsDeps, "clock" | "messageIdDomain">,
	transaction: WriteTransaction,
	account: Recipient,
	change: AccountChange,
): Promise<void> {
	return sendEmail(deps, transaction, createChangeEmail(account, change, deps.clock.now()));
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
