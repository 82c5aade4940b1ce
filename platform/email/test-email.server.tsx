import { Text } from "@react-email/text";
import { z } from "zod";
import type { Company } from "../../shared/company.ts";
import { formatInstant } from "../clock.ts";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { emailText, renderEmail } from "./email-layout.server.tsx";
import { listEmails, type EmailSummary } from "./email-list-store.ts";
import type { FeatureEmails } from "./email-preview.ts";
import type { EmailIntent, EmailRenderers, RenderedEmail } from "./email.ts";
import { enqueueEmail } from "./enqueue-email.ts";
import { deleteUnsentEmails } from "./unsent-emails-store.ts";

/** Kind of the test e-mails that members ask for. */
export const testEmailKind = "test-email";
/** Short, because the person who asked for it looks now. */
const goodForMinutes = 60;
const parametersSchema = z.object({ at: z.string().transform((text) => Temporal.Instant.from(text)) });

/** The member who asks for a test e-mail, or the mailbox that it is to arrive in, and its recipient. */
type Asker = { id: string; email: string };

/** Puts a test e-mail into the outbox, replacing an unsent one. */
export async function enqueueTestEmail(
	transaction: WriteTransaction,
	{ id, email }: Asker,
	options: { now: Temporal.Instant; messageIdDomain: string },
): Promise<void> {
	await deleteUnsentEmails(transaction, id, [testEmailKind]);
	await enqueueEmail(transaction, createTestEmail({ id, email }, options.now), options);
}

/** Finds the state of the last test e-mail that a member asked for. */
export async function findTestEmail(
	db: Connection,
	{ id }: Pick<Asker, "id">,
	now: Temporal.Instant,
): Promise<EmailSummary | undefined> {
	const emails = await listEmails(db, { now, reference: id, limit: 50 });
	return emails.find((email) => email.kind === testEmailKind);
}

function createTestEmail({ id, email }: Asker, now: Temporal.Instant): EmailIntent<typeof testEmailKind> {
	return {
		kind: testEmailKind,
		reference: id,
		recipient: email,
		parameters: { at: now.toString() },
		expiresAt: now.add({ minutes: goodForMinutes }),
	};
}

export function createTestEmailRenderers({ company }: { company: Company }): EmailRenderers<typeof testEmailKind> {
	return { [testEmailKind]: async ({ parameters }) => renderTestEmail(parametersSchema.parse(parameters).at, company) };
}

async function renderTestEmail(at: Temporal.Instant, company: Company): Promise<RenderedEmail> {
	return renderEmail(
		{ title: `Test e-mail from ${company.name}`, preview: "E-mail works.", company },
		<Text style={emailText}>
			You sent this test from the desk on {formatInstant(at, company)}. It arrived, so e-mail works. Check its headers
			for SPF, DKIM and DMARC results.
		</Text>,
	);
}

/** The test e-mail that an admin sends to themselves. */
export const testEmails: FeatureEmails = {
	kinds: [testEmailKind],
	async createPreviews({ company, now }) {
		const email = createTestEmail({ id: "0f0f0f0f-0000-4000-8000-000000000000", email: company.email }, now);
		return [{ about: "To the member who asked for it", email: { ...email, ...(await renderTestEmail(now, company)) } }];
	},
};
