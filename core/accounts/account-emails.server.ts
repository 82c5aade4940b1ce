import type { WriteTransaction } from "../../platform/database/database.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import type { AccountChange, AccountEmailKind } from "./emails.server.tsx";
import type { Account } from "./store.server.ts";

/** An e-mail about an account. Its reference is the id of the account or of the invitation. */
export type AccountEmail = EmailIntent<AccountEmailKind>;

type Recipient = Pick<Account, "id" | "email" | "name">;
type Link = { url: string; expiresAt: Temporal.Instant };

/** Creates the e-mail that invites a person to make an account. */
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

/** Creates the e-mail with the link that resets the ways to sign in. */
export function createResetEmail({ id, email, name }: Recipient, { url, expiresAt }: Link): AccountEmail {
	return {
		kind: "account-reset",
		reference: id,
		recipient: email,
		parameters: { name, url, until: expiresAt.toString() },
		expiresAt,
	};
}

/** Creates the e-mail that reports a change of an account to its owner, in case somebody else made it. */
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

/** Creates the e-mail that reports a sign-in from an unknown browser. */
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

/** Adds an e-mail to the outbox within the transaction that it reports. */
export async function sendEmail(
	{ clock, messageIdDomain }: Pick<AccountsDeps, "clock" | "messageIdDomain">,
	transaction: WriteTransaction,
	email: AccountEmail,
): Promise<void> {
	await enqueueEmail(transaction, email, { now: clock.now(), messageIdDomain });
}

/** Sends an account's owner the e-mail about a change of the account. */
export function tellOwner(
	deps: Pick<AccountsDeps, "clock" | "messageIdDomain">,
	transaction: WriteTransaction,
	account: Recipient,
	change: AccountChange,
): Promise<void> {
	return sendEmail(deps, transaction, createChangeEmail(account, change, deps.clock.now()));
}

/** Runs `work` in one transaction, then lets the outbox send its e-mails. */
export async function writeAndSend<Result>(
	{ database, onEmails }: Pick<AccountsDeps, "database" | "onEmails">,
	work: (transaction: WriteTransaction) => Promise<Result>,
): Promise<Result> {
	const result = await database.write(work);
	onEmails();
	return result;
}
