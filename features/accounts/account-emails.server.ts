import type { WriteTransaction } from "../../platform/database/database.ts";
import { enqueueEmail } from "../../platform/email/outbox-store.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import type { AccountChange, AccountEmailKind } from "./emails.server.tsx";
import type { Account } from "./store.server.ts";

/** An e-mail about an account, or to somebody who shall have one: what it is about, and what its text needs. */
export type AccountEmail = {
	kind: AccountEmailKind;
	/** Id of the account or of the invitation. */
	reference: string;
	recipient: string;
	/** JSON. */
	parameters: Readonly<Record<string, string>>;
	expiresAt?: Temporal.Instant;
};

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

/** Prepares an e-mail; what it gives puts it into the outbox, as part of the transaction that it tells of. */
export async function prepareEmail(
	{ clock, messageIdDomain, renderEmail }: Pick<AccountsDeps, "clock" | "messageIdDomain" | "renderEmail">,
	email: AccountEmail,
): Promise<(transaction: WriteTransaction) => Promise<void>> {
	const rendered = await renderEmail?.(email);
	return async (transaction) => {
		if (rendered) await enqueueEmail(transaction, rendered, { now: clock.now(), messageIdDomain });
	};
}

/** Prepares the e-mail that tells somebody what has changed of their account. */
export function prepareTelling(
	deps: AccountsDeps,
	account: Recipient,
	change: AccountChange,
): Promise<(transaction: WriteTransaction) => Promise<void>> {
	return prepareEmail(deps, createChangeEmail(account, change, deps.clock.now()));
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
