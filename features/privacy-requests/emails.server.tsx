import { Text } from "@react-email/text";
import { z } from "zod";
import { nameSource } from "../../core/records/record-sources.ts";
import { splitName } from "../../core/records/split-name.ts";
import { findSubscriptionRow } from "../../core/subscriptions/subscription-store.server.ts";
import {
	DeskLink,
	EmailLines,
	emailText,
	LinkParagraph,
	renderEmail,
	type EmailCompany,
} from "../../platform/email/email-layout.server.tsx";
import { recordGone, type EmailRenderers, type RenderedEmail } from "../../platform/email/email.ts";
import { greetedName } from "../../platform/email/greeted-name.ts";
import type { Company } from "../../shared/company.ts";
import { formatDate } from "../../shared/format-date.ts";
import type { RequestEmailKind } from "./email-intents.server.ts";
import { nameRequestKind } from "./request-kinds.ts";
import { requestNames } from "./request-names.ts";
import { findLastDay } from "./response-days.ts";
import { requestStore, type PrivacyRequest } from "./store.server.ts";
import { wishTables } from "./wish-store.server.ts";

type EmailDeps = {
	company: EmailCompany & Pick<Company, "privacyContact" | "privacyRequests" | "timeZone">;
	publicUrl: string;
	deskUrl: string;
};

const linkSchema = z.object({ token: z.string() });

/** Creates the renderers of the e-mails about privacy requests. */
export function createRequestRenderers(deps: EmailDeps): EmailRenderers<RequestEmailKind> {
	const render =
		(write: typeof renderRequestNotice): EmailRenderers[string] =>
		async ({ reference }, { db }) => {
			const request = await requestStore.find(db, reference);
			return request ? write(request, deps) : recordGone;
		};
	return {
		"privacy-request-confirmation": async ({ reference, parameters }, { db, now }) => {
			const row = await findSubscriptionRow(db, wishTables, reference, now);
			if (!row) return recordGone;
			if (row.confirmedAt !== null) return { notSent: "the request is confirmed already" };
			return renderRequestConfirmation(linkSchema.parse(parameters).token, deps);
		},
		"privacy-request-receipt": render(renderRequestReceipt),
		"privacy-request-notice": render(renderRequestNotice),
	};
}

/** Returns the private page that confirms a request. */
function createRequestUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/privacy/request/${token}`;
}

/** Renders the e-mail that asks whether the holder of an address sent the form, without typed text: anybody can enter any address. */
export async function renderRequestConfirmation(
	token: string,
	{ company, publicUrl }: Pick<EmailDeps, "company" | "publicUrl">,
): Promise<RenderedEmail> {
	return renderEmail(
		{
			title: "Confirm your request",
			subject: "Confirm your request about your data",
			preview: "We will act on it once you confirm it.",
			company,
		},
		<>
			<Text style={emailText}>
				Somebody sent {company.name} a request about personal data and gave this address. If that was you, confirm it
				here:
			</Text>
			<LinkParagraph href={createRequestUrl(publicUrl, token)} />
			<Text style={emailText}>
				The link works for two days. If it was not you, ignore this e-mail: without your confirmation nothing happens,
				and we delete what was entered.
			</Text>
		</>,
	);
}

/** Renders the receipt to the person, with the last day for an answer. */
export async function renderRequestReceipt(
	request: PrivacyRequest,
	{ company }: Pick<EmailDeps, "company">,
): Promise<RenderedEmail> {
	const { reference, receivedAt } = request;
	const name = greetedName(splitName(request.name).firstName);
	return renderEmail(
		{
			title: "We have received your request",
			subject: `We have received your request (${reference})`,
			preview: `We will answer by ${formatDate(findLastDay(receivedAt, company))}.`,
			company,
			replyTo: company.privacyContact.email,
		},
		<>
			<Text style={emailText}>{name ? `Hello ${name},` : "Hello,"}</Text>
			<Text style={emailText}>
				We have received your request about your personal data and will answer it by{" "}
				<strong>{formatDate(findLastDay(receivedAt, company))}</strong>.
			</Text>
			<Text style={emailText}>
				Your reference is <strong>{reference}</strong>. To add something, reply to this e-mail.
			</Text>
		</>,
	);
}

/** Renders the notice to the privacy contact. The request itself is read at the desk, by those who may see it. */
export async function renderRequestNotice(
	request: PrivacyRequest,
	{ company, deskUrl }: Pick<EmailDeps, "company" | "deskUrl">,
): Promise<RenderedEmail> {
	const { reference, receivedAt, requestKind, source } = request;
	const day = formatDate(findLastDay(receivedAt, company));
	return renderEmail(
		{
			title: `Privacy request ${reference}`,
			subject: `Privacy request ${reference}: answer by ${day}`,
			preview: `Answer by ${day}`,
			company,
		},
		<>
			<EmailLines
				lines={[
					["Request", nameRequestKind(requestKind)],
					["Answer by", day],
					["Source", nameSource(source)],
					["Reference", reference],
				]}
			/>
			<DeskLink url={`${deskUrl}/${requestNames.names}/${reference}`} />
		</>,
	);
}
