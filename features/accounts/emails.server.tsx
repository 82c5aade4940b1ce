import { Text } from "@react-email/components";
import { writeInstant } from "../../platform/clock.ts";
import {
	EmailLayout,
	EmailLines,
	EmailLink,
	emailText,
	renderEmail,
} from "../../platform/email/email-layout.server.tsx";
import type { Email } from "../../platform/email/outbox-store.ts";
import type { Company } from "../../shared/company.ts";
import type { Account } from "./store.server.ts";

export const accountEmailKinds = [
	"account-invitation",
	"account-reset",
	"account-changed",
	"account-new-browser",
] as const;
type AccountEmail = Email<(typeof accountEmailKinds)[number]>;

type EmailContext = { company: Company; deskUrl: string };
type Recipient = Pick<Account, "id" | "email" | "name">;

/** What of an account's own secrets has changed, in words that end a sentence. */
export const accountChanges = {
	"passkey-added": "a passkey was added",
	"passkey-removed": "a passkey was removed",
	"password-set": "the password was changed",
	"authenticator-set": "password and authenticator app were set anew",
	"recovery-codes-renewed": "new recovery codes were made, and the ones before are worth nothing",
	"recovery-code-used": "a recovery code was used to sign in",
	reset: "the account was reset, and how you sign in was set anew",
	"provider-linked": "the account signs in by the company's own sign-in from now on",
	"code-refused": "somebody gave the right password, but no right code, several times",
} as const;
export type AccountChange = keyof typeof accountChanges;

/** The e-mail that invites somebody to make an account. */
export async function createInvitationEmail(
	{ id, email }: { id: string; email: string },
	{ url, expiresAt, company }: { url: string; expiresAt: Temporal.Instant } & Pick<EmailContext, "company">,
): Promise<AccountEmail> {
	const title = `Your account at ${company.name}`;
	return {
		kind: "account-invitation",
		reference: id,
		recipient: email,
		subject: title,
		expiresAt,
		...(await renderEmail(
			<EmailLayout title={title} preview="Make it with one click." company={company}>
				<Text style={emailText}>Hello,</Text>
				<Text style={emailText}>
					somebody at {company.name} invites you to the desk, where enquiries, calls and applications are answered. Make
					your account here:
				</Text>
				<Text style={emailText}>
					<EmailLink href={url} />
				</Text>
				<Text style={emailText}>
					The link can be used once, until {writeInstant(expiresAt, company)}. If you expect no invitation, you need do
					nothing.
				</Text>
			</EmailLayout>,
		)),
	};
}

/** The e-mail that lets somebody set anew how they sign in. */
export async function createResetEmail(
	{ id, email, name }: Recipient,
	{ url, expiresAt, company }: { url: string; expiresAt: Temporal.Instant } & Pick<EmailContext, "company">,
): Promise<AccountEmail> {
	const title = "Set anew how you sign in";
	return {
		kind: "account-reset",
		reference: id,
		recipient: email,
		subject: title,
		expiresAt,
		...(await renderEmail(
			<EmailLayout title={title} preview="The link can be used once." company={company}>
				<Text style={emailText}>Hello {name},</Text>
				<Text style={emailText}>an admin has made a link by which you set anew how you sign in to the desk:</Text>
				<Text style={emailText}>
					<EmailLink href={url} />
				</Text>
				<Text style={emailText}>
					It can be used once, until {writeInstant(expiresAt, company)}. Your passkeys, your password and your recovery
					codes of before are worth nothing then. If you did not ask for it, tell your admin.
				</Text>
			</EmailLayout>,
		)),
	};
}

/** The e-mail that tells somebody of a change to their account which they should have made themselves. */
export async function createChangeEmail(
	{ id, email, name }: Recipient,
	{ change, at, company, deskUrl }: { change: AccountChange; at: Temporal.Instant } & EmailContext,
): Promise<AccountEmail> {
	const title = "A change to your account";
	return {
		kind: "account-changed",
		reference: id,
		recipient: email,
		subject: title,
		...(await renderEmail(
			<EmailLayout title={title} preview={`${accountChanges[change]}.`} company={company}>
				<Text style={emailText}>Hello {name},</Text>
				<Text style={emailText}>
					{writeInstant(at, company)}: {accountChanges[change]}.
				</Text>
				<Text style={emailText}>
					If that was you, you need do nothing. If not, tell your admin at once, and end the sessions that you do not
					know: <EmailLink href={`${deskUrl}/account`} />
				</Text>
			</EmailLayout>,
		)),
	};
}

/** The e-mail that tells somebody that they have signed in from a browser that was not known. */
export async function createNewBrowserEmail(
	{ id, email, name }: Recipient,
	{ device, at, company, deskUrl }: { device: string; at: Temporal.Instant } & EmailContext,
): Promise<AccountEmail> {
	const title = "A sign-in from a new browser";
	return {
		kind: "account-new-browser",
		reference: id,
		recipient: email,
		subject: title,
		...(await renderEmail(
			<EmailLayout title={title} preview={device} company={company}>
				<Text style={emailText}>Hello {name},</Text>
				<Text style={emailText}>your account was used to sign in from a browser that was not known:</Text>
				<EmailLines lines={[`Browser: ${device}`, `Time: ${writeInstant(at, company)}`]} />
				<Text style={emailText}>
					If that was you, you need do nothing. If not, tell your admin at once, and end the session:{" "}
					<EmailLink href={`${deskUrl}/account`} />
				</Text>
			</EmailLayout>,
		)),
	};
}
