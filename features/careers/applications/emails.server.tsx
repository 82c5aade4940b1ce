import { Text } from "@react-email/text";
import { z } from "zod";
import { createPoolLinks, findPoolStays } from "../../../core/records/talent-pool.server.ts";
import { formatInstant } from "../../../platform/clock.ts";
import type { Connection } from "../../../platform/database/database.ts";
import {
	DeskLink,
	EmailLines,
	EmailLink,
	emailText,
	renderEmail,
} from "../../../platform/email/email-layout.server.tsx";
import { recordGone, type EmailRenderers, type RenderedEmail } from "../../../platform/email/email.ts";
import { greetedName } from "../../../platform/email/greeted-name.ts";
import type { Company } from "../../../shared/company.ts";
import { formatDate } from "../../../shared/format-date.ts";
import { toAnswerLabel } from "../../../shared/question-answers.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { answerLabels, listContact } from "./application-fields.ts";
import type { ApplicationEmailKind } from "./email-intents.server.ts";
import { createManageUrl } from "./private-link.ts";
import { findApplication, type ApplicationRecord } from "./store.server.ts";
import { formatFileSize, forPosition } from "./texts.ts";

export type ApplicationEmailDeps = {
	company: Company;
	careersEmail: string;
	/** Origins of the private links and of the links into the desk, without a slash at the end. */
	publicUrl: string;
	deskUrl: string;
};

/** Until when an applicant is in the talent pool, and the private page to leave it. */
type PoolPlace = { until: Temporal.Instant; url: string };

const linkSchema = z.object({ token: z.string() });
const withdrawalSchema = z.object({ reason: z.string().optional() });

const withdrawn = { notSent: "the application is withdrawn" };

/**
 * Creates the renderers of e-mails about applications. Only the notice of a withdrawal is sent once an application is withdrawn.
 * @param deps kind: of applications, whose talent pool the confirmation may name
 */
export function createApplicationRenderers({
	kind,
	...deps
}: ApplicationEmailDeps & {
	kind: Parameters<typeof createPoolLinks>[1] | undefined;
}): EmailRenderers<ApplicationEmailKind> {
	async function findPlace(db: Connection, reference: string): Promise<PoolPlace | undefined> {
		const stay = (await findPoolStays(db, [reference])).get(reference);
		if (!stay || !kind) return undefined;
		const url = (await createPoolLinks(db, kind, [reference])).get(reference);
		return url === undefined ? undefined : { until: stay.until, url };
	}

	return {
		"application-notice": async ({ reference }, { db }) => {
			const application = await findApplication(db, { reference });
			if (!application) return recordGone;
			return application.state === "withdrawn" ? withdrawn : renderApplicationNotice(application, deps);
		},
		"application-confirmation": async ({ reference, parameters }, { db }) => {
			const application = await findApplication(db, { reference });
			if (!application) return recordGone;
			if (application.state === "withdrawn") return withdrawn;
			const place = await findPlace(db, reference);
			return renderApplicationConfirmation(application, linkSchema.parse(parameters).token, { ...deps, place });
		},
		"application-withdrawn": async ({ reference, parameters }, { db }) => {
			const application = await findApplication(db, { reference });
			const { reason } = withdrawalSchema.parse(parameters ?? {});
			return application ? renderWithdrawalNotice({ ...application, reason }, deps) : recordGone;
		},
	};
}

/** Renders the e-mail that tells careers about an application; the resume stays on the server. */
export async function renderApplicationNotice(
	application: ApplicationRecord,
	{ company, deskUrl }: ApplicationEmailDeps,
): Promise<RenderedEmail> {
	const { reference, jobId, jobTitle, answers, resume, receivedAt } = application;
	const lines = [
		["Position", jobTitle],
		...listContact(answers)
			.filter(({ required, value }) => required && value !== "")
			.map(({ name, label, value }) => [name === "email" ? "E-mail" : label, value] as const),
		...(answers.entered ? [] : [[answerLabels.preferredLocation, answers.preferredLocation] as const]),
		["Resume", resume ? `${resume.name}, ${formatFileSize(resume.bytes)}` : "none yet"],
		["Received", formatInstant(receivedAt, company)],
		...(answers.questions ?? []).map(({ question, answer }) => [toAnswerLabel(question), answer] as const),
	] as const;
	return renderEmail(
		{
			title: `Application ${reference}`,
			subject: jobId === "" ? `${jobTitle} ${reference}` : `Application ${reference} for ${jobTitle}`,
			preview: `${answers.fullName}, ${jobTitle}`,
			company,
			...(answers.email !== "" && { replyTo: answers.email }),
		},
		<>
			<EmailLines lines={lines} />
			<DeskLink url={`${deskUrl}/applications/${reference}`} />
			<Text style={emailText}>
				See the full application{resume ? " and resume" : ""} in the desk. Reply to this e-mail to write to the
				applicant.
			</Text>
		</>,
	);
}

/**
 * Renders the confirmation to the applicant, with the private link, and that of the talent pool if they joined it by the form. It repeats
 * at most a name of what was typed.
 */
export async function renderApplicationConfirmation(
	application: ApplicationRecord,
	token: string,
	{ company, careersEmail, publicUrl, place }: ApplicationEmailDeps & { place?: PoolPlace | undefined },
): Promise<RenderedEmail> {
	const { reference, jobId, jobTitle, answers } = application;
	const manageUrl = createManageUrl(publicUrl, token);
	const name = greetedName(answers.fullName);
	return renderEmail(
		{
			title: "We have received your application",
			subject: `We have received your application (${reference})`,
			preview: jobId === "" ? jobTitle : `For ${jobTitle}`,
			company,
			replyTo: careersEmail,
		},
		<>
			<Text style={emailText}>{name ? `Hello ${name},` : "Hello,"}</Text>
			<Text style={emailText}>
				Thank you for applying to {company.name}
				{forPosition(application)}. A person will read it, and you will hear from us either way.
			</Text>
			<Text style={emailText}>
				Your reference is <strong>{reference}</strong>. With this private link you can see what you sent, or withdraw
				it: <EmailLink href={manageUrl} />
			</Text>
			{place && (
				<Text style={emailText}>
					You agreed to stay in our talent pool until{" "}
					{formatDate(findDate(place.until.epochMilliseconds, company.timeZone))}. You can leave it at any time:{" "}
					<EmailLink href={place.url} />
				</Text>
			)}
			<Text style={emailText}>
				If you did not apply, somebody entered your address by mistake. You can ignore this e-mail, or withdraw the
				application.
			</Text>
		</>,
	);
}

export async function renderWithdrawalNotice(
	{ reference, jobId, jobTitle, reason }: ApplicationRecord & { reason?: string | undefined },
	{ company, deskUrl }: ApplicationEmailDeps,
): Promise<RenderedEmail> {
	return renderEmail(
		{
			title: `Application ${reference} was withdrawn`,
			subject: `Application ${reference} was withdrawn`,
			preview: jobTitle,
			company,
		},
		<>
			<Text style={emailText}>
				The applicant{jobId === "" ? "" : ` for ${jobTitle}`} has withdrawn application {reference}.
				{reason === undefined ? "" : ` Reason: ${reason}.`}
			</Text>
			<DeskLink url={`${deskUrl}/applications/${reference}`} />
		</>,
	);
}
