import { Text } from "@react-email/components";
import { EmailLayout, EmailLink, emailText, renderEmail } from "../../../platform/email/email-layout.server.tsx";
import type { Email } from "../../../platform/email/outbox-store.ts";
import type { Company } from "../../../shared/company.ts";
import type { Job } from "../jobs/job.ts";
import type { JobAlert } from "./store.server.ts";

export const alertEmailKinds = ["job-alert-confirmation", "job-alert"] as const;
type AlertEmail = Email<(typeof alertEmailKinds)[number]>;

type EmailDeps = { company: Company; publicUrl: string };

/** The private page of an alert, where it is confirmed and ended. */
export function createAlertUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/career/alerts/${token}`;
}

/**
 * The e-mail that asks for consent. Anybody can enter anybody's address, so nothing that was typed is in it.
 */
export async function createAlertConfirmation(alert: JobAlert, { company, publicUrl }: EmailDeps): Promise<AlertEmail> {
	const url = createAlertUrl(publicUrl, alert.token);
	return {
		kind: "job-alert-confirmation",
		reference: alert.reference,
		recipient: alert.email,
		subject: `Confirm your job alert at ${company.name}`,
		expiresAt: alert.expiresAt,
		...(await renderEmail(
			<EmailLayout
				title="Confirm your job alert"
				preview="One click, and we write when a new position matches."
				company={company}
			>
				<Text style={emailText}>
					Somebody asked us to write to this address when a new position at {company.name} matches a search. If that was
					you, confirm it here:
				</Text>
				<Text style={emailText}>
					<EmailLink href={url} />
				</Text>
				<Text style={emailText}>
					The link works for two days. If it was not you, you need do nothing: without your confirmation we do not write
					again.
				</Text>
			</EmailLayout>,
		)),
	};
}

/** The e-mail about new jobs; mail programs can end the alert with one click (RFC 8058). */
export async function createAlertEmail(
	alert: JobAlert,
	jobs: readonly Job[],
	{ company, publicUrl }: EmailDeps,
): Promise<AlertEmail> {
	const url = createAlertUrl(publicUrl, alert.token);
	const title =
		jobs.length === 1 ? "A new position matches your search" : `${jobs.length} new positions match your search`;
	return {
		kind: "job-alert",
		reference: alert.reference,
		recipient: alert.email,
		subject: jobs.length === 1 ? `New at ${company.name}: ${jobs[0]?.title}` : title,
		expiresAt: alert.expiresAt,
		headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
		...(await renderEmail(
			<EmailLayout title={title} preview={jobs.map((job) => job.title).join(", ")} company={company}>
				{jobs.map((job) => (
					<Text key={job.id} style={emailText}>
						<EmailLink href={`${publicUrl}/career/jobs/${job.id}`}>{job.title}</EmailLink>
						<br />
						{job.location}, {job.type}
						<br />
						{job.summary}
					</Text>
				))}
				<Text style={emailText}>
					You asked for this mail and confirmed it. <EmailLink href={url}>End this job alert</EmailLink>. It ends by
					itself a year after you confirmed it.
				</Text>
			</EmailLayout>,
		)),
	};
}
