import { Text } from "@react-email/text";
import { joinName } from "../../core/records/split-name.ts";
import { formatInstant } from "../../platform/clock.ts";
import { DeskLink, EmailLines, emailText, renderEmail } from "../../platform/email/email-layout.server.tsx";
import { recordGone, type EmailRenderers, type RenderedEmail } from "../../platform/email/email.ts";
import { greetedName } from "../../platform/email/greeted-name.ts";
import { writeBusinessHours } from "../../shared/business-hours.ts";
import type { Company } from "../../shared/company.ts";
import { toAnswerLabel } from "../../shared/question-answers.ts";
import { describeSender } from "./describe-sender.server.ts";
import type { EnquiryEmailKind } from "./email-intents.server.ts";
import { enquiryStore, type EnquiryRecord } from "./store.server.ts";

type EmailDeps = { company: Company; salesEmail: string; /** Without a slash at the end. */ deskUrl: string };

/** Creates the renderers of e-mails about enquiries. */
export function createEnquiryRenderers(deps: EmailDeps): EmailRenderers<EnquiryEmailKind> {
	const render =
		(write: typeof renderEnquiryNotice): EmailRenderers[string] =>
		async ({ reference }, { db }) => {
			const enquiry = await enquiryStore.find(db, reference);
			return enquiry ? write(enquiry, deps) : recordGone;
		};
	return { "enquiry-notice": render(renderEnquiryNotice), "enquiry-confirmation": render(renderEnquiryConfirmation) };
}

/** Renders the e-mail that tells sales about an enquiry; a reply goes to the visitor. */
export async function renderEnquiryNotice(
	enquiry: EnquiryRecord,
	{ company, deskUrl }: EmailDeps,
): Promise<RenderedEmail> {
	const { reference, firstName, email, message } = enquiry;
	const name = joinName(enquiry);
	const fields = [
		...describeSender(enquiry),
		{ label: "Received", value: formatInstant(enquiry.receivedAt, company) },
		{ label: "Reference", value: reference },
	];
	return renderEmail(
		{
			title: `Enquiry ${reference}`,
			subject: `Enquiry ${reference} from ${name}`,
			preview: `From ${name}`,
			company,
			...(email !== "" && { replyTo: email }),
		},
		<>
			<Text style={emailText}>
				Reply to this e-mail to write to {firstName || name}. The site promises a reply within{" "}
				{writeBusinessHours(company.replyWithinBusinessHours)}.
			</Text>
			<EmailLines lines={fields.map(({ label, value }) => [toAnswerLabel(label), value] as const)} />
			<EmailLines lines={message.split("\n")} />
			<DeskLink url={`${deskUrl}/enquiries/${reference}`} />
		</>,
	);
}

/**
 * Renders the confirmation to the visitor, with the reference and the time of a reply.
 * It repeats no typed text except a name that looks like one: anybody can enter any address, and the form would otherwise send strangers a
 * spammer's text.
 */
export async function renderEnquiryConfirmation(
	enquiry: EnquiryRecord,
	{ company, salesEmail }: Pick<EmailDeps, "company" | "salesEmail">,
): Promise<RenderedEmail> {
	const { reference, consent } = enquiry;
	const name = greetedName(enquiry.firstName);
	const hours = writeBusinessHours(company.replyWithinBusinessHours);
	return renderEmail(
		{
			title: "We have received your enquiry",
			subject: `We have received your enquiry (${reference})`,
			preview: `We typically reply within ${hours}.`,
			company,
			replyTo: salesEmail,
		},
		<>
			<Text style={emailText}>{name ? `Hello ${name},` : "Hello,"}</Text>
			<Text style={emailText}>
				Thank you for {consent === "" ? "writing to" : "getting in touch with"} {company.name}. Someone on our team will
				read your message and typically replies within {hours}. Our hours are {company.hours.text},{" "}
				{company.timeZoneLabel} time.
			</Text>
			<Text style={emailText}>
				Your reference is <strong>{reference}</strong>. To add something, reply to this e-mail, or call{" "}
				{company.phone.display}.
			</Text>
			<Text style={emailText}>
				If you did not {consent === "" ? "write to" : "contact"} us, somebody entered your address by mistake, and you
				can ignore this e-mail.
			</Text>
		</>,
	);
}
