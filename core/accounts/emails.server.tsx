import { Text } from "@react-email/text";
import { z } from "zod";
import { formatInstant } from "../../platform/clock.ts";
import {
	EmailLines,
	EmailLink,
	emailText,
	LinkParagraph,
	renderEmail,
} from "../../platform/email/email-layout.server.tsx";
import type { EmailRenderer, EmailRenderers, RenderedEmail } from "../../platform/email/email.ts";
import type { Company } from "../../shared/company.ts";

export const accountEmailKinds = [
	"account-invitation",
	"account-reset",
	"account-changed",
	"account-new-browser",
] as const;
export type AccountEmailKind = (typeof accountEmailKinds)[number];

type EmailContext = { company: Company; deskUrl: string };

/** Changes of an account's own secrets, as ends of a sentence. */
export const accountChanges = {
	"passkey-added": "a passkey was added",
	"passkey-removed": "a passkey was removed",
	"password-set": "the password was changed",
	"authenticator-set": "the password and authenticator app were reset",
	"recovery-codes-renewed": "new recovery codes were generated; the old ones no longer work",
	"recovery-code-used": "a recovery code was used to sign in",
	reset: "the account’s sign-in was reset",
	"provider-linked": "the account now signs in through your company",
	"code-refused": "someone entered the right password but wrong codes several times",
} as const;
export type AccountChange = keyof typeof accountChanges;

const instant = z.string().transform((text) => Temporal.Instant.from(text));
const invitationSchema = z.object({ url: z.string(), until: instant });
const resetSchema = z.object({ name: z.string(), url: z.string(), until: instant });
const changeSchema = z.object({
	name: z.string(),
	change: z.enum(Object.keys(accountChanges) as [AccountChange]),
	at: instant,
});
const newBrowserSchema = z.object({ name: z.string(), device: z.string(), at: instant });

/** Creates the renderers of e-mails about accounts. They state what was true when the e-mail was written. */
export function createAccountRenderers(context: EmailContext): EmailRenderers<AccountEmailKind> {
	const of =
		(kind: AccountEmailKind): EmailRenderer =>
		({ parameters }) =>
			renderAccountEmail({ kind, parameters }, context);
	return {
		"account-invitation": of("account-invitation"),
		"account-reset": of("account-reset"),
		"account-changed": of("account-changed"),
		"account-new-browser": of("account-new-browser"),
	};
}

/** Renders one e-mail about an account from its stored parameters. */
export async function renderAccountEmail(
	{ kind, parameters }: { kind: AccountEmailKind; parameters?: unknown },
	context: EmailContext,
): Promise<RenderedEmail> {
	const renderers: Record<AccountEmailKind, () => Promise<RenderedEmail>> = {
		"account-invitation": () => renderInvitation(invitationSchema.parse(parameters), context),
		"account-reset": () => renderReset(resetSchema.parse(parameters), context),
		"account-changed": () => renderChange(changeSchema.parse(parameters), context),
		"account-new-browser": () => renderNewBrowser(newBrowserSchema.parse(parameters), context),
	};
	return renderers[kind]();
}

async function renderInvitation(
	{ url, until }: z.infer<typeof invitationSchema>,
	{ company }: EmailContext,
): Promise<RenderedEmail> {
	return renderEmail(
		{ title: `Join ${company.name} on the desk`, preview: "Create your account.", company },
		<>
			<Text style={emailText}>Hello,</Text>
			<Text style={emailText}>
				{company.name} has invited you to its desk, where the team handles enquiries, calls and applications. Create
				your account:
			</Text>
			<LinkParagraph href={url} />
			<Text style={emailText}>
				The link works once, until {formatInstant(until, company)}. If you did not expect this invitation, ignore this
				e-mail.
			</Text>
		</>,
	);
}

async function renderReset(
	{ name, url, until }: z.infer<typeof resetSchema>,
	{ company }: EmailContext,
): Promise<RenderedEmail> {
	return renderEmail(
		{ title: "Reset your sign-in", preview: "The link works once.", company },
		<>
			<Text style={emailText}>Hello {name},</Text>
			<Text style={emailText}>an admin has sent you a link to reset how you sign in to the desk:</Text>
			<LinkParagraph href={url} />
			<Text style={emailText}>
				The link works once, until {formatInstant(until, company)}. Your old passkeys, password and recovery codes then
				stop working. If you did not ask for this, tell your admin.
			</Text>
		</>,
	);
}

async function renderChange(
	{ name, change, at }: z.infer<typeof changeSchema>,
	{ company, deskUrl }: EmailContext,
): Promise<RenderedEmail> {
	return renderEmail(
		{ title: "Your account was changed", preview: `${accountChanges[change]}.`, company },
		<>
			<Text style={emailText}>Hello {name},</Text>
			<Text style={emailText}>
				{formatInstant(at, company)}: {accountChanges[change]}.
			</Text>
			<Text style={emailText}>
				If this was you, you can ignore this e-mail. If not, tell your admin now and end the sessions you do not
				recognise: <EmailLink href={`${deskUrl}/account`} />
			</Text>
		</>,
	);
}

async function renderNewBrowser(
	{ name, device, at }: z.infer<typeof newBrowserSchema>,
	{ company, deskUrl }: EmailContext,
): Promise<RenderedEmail> {
	return renderEmail(
		{ title: "New sign-in to your account", preview: device, company },
		<>
			<Text style={emailText}>Hello {name},</Text>
			<Text style={emailText}>your account was used to sign in from a new browser:</Text>
			<EmailLines lines={[`Browser: ${device}`, `Time: ${formatInstant(at, company)}`]} />
			<Text style={emailText}>
				If this was you, you can ignore this e-mail. If not, tell your admin now and end the session:{" "}
				<EmailLink href={`${deskUrl}/account`} />
			</Text>
		</>,
	);
}
