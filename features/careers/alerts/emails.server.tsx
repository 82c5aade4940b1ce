import { Text } from "@react-email/text";
import { z } from "zod";
import type { Connection } from "../../../platform/database/database.ts";
import { EmailLink, emailText, LinkParagraph, renderEmail } from "../../../platform/email/email-layout.server.tsx";
import {
	recordGone,
	type EmailIntent,
	type EmailRenderers,
	type RenderedEmail,
} from "../../../platform/email/email.ts";
import type { Company } from "../../../shared/company.ts";
import { writeMonths } from "../../../shared/write-months.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import type { Job } from "../jobs/job.ts";
import { listOpenJobsAmong } from "../jobs/jobs-store.server.ts";
import { findAlert, getFirstToken, type JobAlert } from "./store.server.ts";

export const alertEmailKinds = ["job-alert-confirmation", "job-alert"] as const;
type AlertEmailKind = (typeof alertEmailKinds)[number];
type AlertEmail = EmailIntent<AlertEmailKind>;

type EmailDeps = {
	company: Company;
	publicUrl: string;
	/** Calendar months after which a confirmed alert ends. */
	keptMonths: number;
};

type AddressedAlert = Pick<JobAlert, "reference" | "email" | "expiresAt">;

/**
 * Creates the e-mail that asks for consent.
 * @param token of the private link that it brings
 */
export function createAlertConfirmation({ reference, email, expiresAt }: AddressedAlert, token: string): AlertEmail {
	return { kind: "job-alert-confirmation", reference, recipient: email, parameters: { token }, expiresAt };
}

/**
 * Creates the e-mail about new jobs; it shows those that are still open when it leaves.
 * @param token of the private link that it brings
 */
export function createAlertEmail(
	{ reference, email, expiresAt }: AddressedAlert,
	jobs: readonly Pick<Job, "id">[],
	token: string,
): AlertEmail {
	const parameters = { jobs: jobs.map(({ id }) => id), token };
	return { kind: "job-alert", reference, recipient: email, parameters, expiresAt };
}

const jobsSchema = z.object({ jobs: z.array(z.string()) });
/** The release before queued e-mails without a link, or without parameters. */
const linkSchema = z.object({ token: z.string().optional() }).nullish();

/** Creates the renderers of e-mails of job alerts. */
export function createAlertRenderers(deps: EmailDeps): EmailRenderers<AlertEmailKind> {
	return {
		"job-alert-confirmation": async ({ reference, parameters }, { db, now }) => {
			const alert = await findAlert(db, reference, now);
			if (!alert) return recordGone;
			if (alert.confirmed) return { notSent: "the alert is confirmed already" };
			return renderAlertConfirmation(await findToken(db, reference, parameters), deps);
		},
		"job-alert": async ({ reference, parameters }, { db, now }) => {
			const alert = await findAlert(db, reference, now);
			if (!alert) return recordGone;
			const today = findDate(now.epochMilliseconds, deps.company.timeZone);
			const jobs = await listOpenJobsAmong(db, jobsSchema.parse(parameters).jobs, today);
			if (jobs.length === 0) return { notSent: "its positions are not open any more" };
			return renderAlertEmail(await findToken(db, reference, parameters), jobs, deps);
		},
	};
}

async function findToken(db: Connection, reference: string, parameters: unknown): Promise<string> {
	return linkSchema.parse(parameters)?.token ?? (await getFirstToken(db, reference));
}

/** Returns the private page that confirms and ends an alert. */
function createAlertUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/career/alerts/${token}`;
}

/** Renders the e-mail that asks for consent, without typed text: anybody can enter any address. */
export async function renderAlertConfirmation(
	token: string,
	{ company, publicUrl }: Pick<EmailDeps, "company" | "publicUrl">,
): Promise<RenderedEmail> {
	const url = createAlertUrl(publicUrl, token);
	return renderEmail(
		{
			title: "Confirm your job alert",
			subject: `Confirm your job alert at ${company.name}`,
			preview: "One click, and we will write when a new position matches.",
			company,
		},
		<>
			<Text style={emailText}>
				Somebody asked us to write to this address when a new position at {company.name} matches a search. If that was
				you, confirm it here:
			</Text>
			<LinkParagraph href={url} />
			<Text style={emailText}>
				The link works for two days. If it was not you, ignore this e-mail: without your confirmation we will not write
				again.
			</Text>
		</>,
	);
}

/** Renders the e-mail about new jobs; mail programs can end the alert with one click (RFC 8058). */
export async function renderAlertEmail(
	token: string,
	jobs: readonly Job[],
	{ company, publicUrl, keptMonths }: EmailDeps,
): Promise<RenderedEmail> {
	const url = createAlertUrl(publicUrl, token);
	const title =
		jobs.length === 1 ? "A new position matches your search" : `${jobs.length} new positions match your search`;
	return renderEmail(
		{
			title,
			subject: jobs.length === 1 ? `New at ${company.name}: ${jobs[0]?.title}` : title,
			preview: jobs.map((job) => job.title).join(", "),
			company,
			headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
		},
		<>
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
				You asked for this e-mail and confirmed it. <EmailLink href={url}>End this job alert</EmailLink>. It ends
				automatically {writeMonths(keptMonths)} after you confirmed it.
			</Text>
		</>,
	);
}
