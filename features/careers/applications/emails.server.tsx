import { Text } from "@react-email/components";
import { writeInstant } from "../../../platform/clock.ts";
import { greetedName } from "../../../platform/email/greeted-name.ts";
import {
	DeskLink,
	EmailLayout,
	EmailLines,
	EmailLink,
	emailText,
	renderEmail,
} from "../../../platform/email/email-layout.server.tsx";
import type { Email } from "../../../platform/email/outbox-store.ts";
import type { Company } from "../../../shared/company.ts";
import type { ApplicationRecord } from "./store.server.ts";
import { formatFileSize } from "./texts.ts";

export const applicationEmailKinds = [
	"application-notice",
	"application-confirmation",
	"application-withdrawn",
] as const;
type ApplicationEmail = Email<(typeof applicationEmailKinds)[number]>;

type StaffEmailDeps = {
	company: Company;
	careersEmail: string;
	/** Origin of the links into the desk, without a slash at the end. */ deskUrl: string;
};

/** The e-mail that tells careers about an application; the resume stays on the server. */
export async function createApplicationNotice(
	application: ApplicationRecord,
	{ company, careersEmail, deskUrl }: StaffEmailDeps,
): Promise<ApplicationEmail> {
	const { reference, jobTitle, answers, resume, receivedAt } = application;
	const lines = [
		["Position", jobTitle],
		["Name", answers.fullName],
		["E-mail", answers.email],
		["Phone", answers.phone],
		["Location", `${answers.city}, ${answers.country}`],
		["Preferred location", answers.preferredLocation],
		["Resume", `${resume.name}, ${formatFileSize(resume.bytes)}`],
		["Received", writeInstant(receivedAt, company)],
	].map(([label, value]) => `${label}: ${value}`);
	return {
		kind: "application-notice",
		reference,
		recipient: careersEmail,
		replyTo: answers.email,
		subject: `Application ${reference} for ${jobTitle}`,
		...(await renderEmail(
			<EmailLayout title={`Application ${reference}`} preview={`${answers.fullName}, ${jobTitle}`} company={company}>
				<EmailLines lines={lines} />
				<DeskLink url={`${deskUrl}/applications/${reference}`} />
				<Text style={emailText}>
					The whole application and the resume are there. Reply to this e-mail to write to the applicant.
				</Text>
			</EmailLayout>,
		)),
	};
}

/** The e-mail that confirms an application to the applicant, with the private link. Of what was typed it repeats a name at most. */
export async function createApplicationConfirmation(
	application: ApplicationRecord,
	{ company, careersEmail, manageUrl }: { company: Company; careersEmail: string; manageUrl: string },
): Promise<ApplicationEmail> {
	const { reference, jobTitle, answers } = application;
	const name = greetedName(answers.fullName);
	return {
		kind: "application-confirmation",
		reference,
		recipient: answers.email,
		replyTo: careersEmail,
		subject: `We have received your application (${reference})`,
		...(await renderEmail(
			<EmailLayout title="We have received your application" preview={`For ${jobTitle}`} company={company}>
				<Text style={emailText}>{name ? `Hello ${name},` : "Hello,"}</Text>
				<Text style={emailText}>
					Thank you for applying to {company.name} for the position {jobTitle}. A person reads it, and you hear from us
					either way.
				</Text>
				<Text style={emailText}>
					Your reference is <strong>{reference}</strong>. Under this private link you can see what you sent, and
					withdraw it: <EmailLink href={manageUrl} />
				</Text>
				<Text style={emailText}>
					If you did not apply, somebody entered your address by mistake. You need do nothing, or you can withdraw the
					application.
				</Text>
			</EmailLayout>,
		)),
	};
}

/** The e-mail that tells careers that an applicant has withdrawn. */
export async function createWithdrawalNotice(
	{ reference, jobTitle }: ApplicationRecord,
	{ company, careersEmail, deskUrl }: StaffEmailDeps,
): Promise<ApplicationEmail> {
	return {
		kind: "application-withdrawn",
		reference,
		recipient: careersEmail,
		subject: `Application ${reference} was withdrawn`,
		...(await renderEmail(
			<EmailLayout title={`Application ${reference} was withdrawn`} preview={jobTitle} company={company}>
				<Text style={emailText}>
					The applicant for {jobTitle} has withdrawn the application with the reference {reference}.
				</Text>
				<DeskLink url={`${deskUrl}/applications/${reference}`} />
			</EmailLayout>,
		)),
	};
}
