import { Text } from "@react-email/text";
import { Fragment } from "react";
import { z } from "zod";
import { emailText, renderEmail } from "../../platform/email/email-layout.server.tsx";
import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import { recordGone, type EmailIntent, type EmailRenderers, type RenderedEmail } from "../../platform/email/email.ts";
import { greetedName } from "../../platform/email/greeted-name.ts";
import type { Company } from "../../shared/company.ts";
import { findRecord } from "../records/record-store.server.ts";
import type { AffectedPerson } from "./affected-people.server.ts";
import { dataField, draftPersonNotice } from "./draft-notices.server.ts";
import { findIncident } from "./incident-store.server.ts";

export const noticeKind = "incident-notice";

const parametersSchema = z.object({ incident: z.string(), data: z.string() });

type NoticeText = { subject: string; text: string };

/**
 * Creates the e-mail that tells a person of a breach of their data. It belongs to their latest record, so that it is erased with it.
 * @param data what was touched of theirs, in words
 */
export function createNoticeEmail(
	{ id }: { id: string },
	{ reference, emails }: Pick<AffectedPerson, "reference" | "emails">,
	data: string,
): EmailIntent<typeof noticeKind> {
	return { kind: noticeKind, reference, recipient: emails[0] ?? "", parameters: { incident: id, data } };
}

/** Creates the renderer of notices: the text that was confirmed, with the person's own data. */
export function createNoticeRenderers({ company }: { company: Company }): EmailRenderers<typeof noticeKind> {
	return {
		async [noticeKind]({ reference, parameters }, { db }) {
			const { incident: id, data } = parametersSchema.parse(parameters);
			const incident = await findIncident(db, id);
			const record = await findRecord(db, reference);
			if (!incident?.notice || !record) return recordGone;
			return renderNotice(incident.notice, { name: record.senderName, data, company });
		},
	};
}

async function renderNotice(
	{ subject, text }: NoticeText,
	{ name, data, company }: { name: string; data: string; company: Company },
): Promise<RenderedEmail> {
	const greeted = greetedName(name);
	const paragraphs = text
		.replaceAll(dataField, () => data)
		.split(/\n{2,}/)
		.map((paragraph) => paragraph.trim())
		.filter(Boolean);
	return renderEmail(
		{
			title: subject,
			preview: paragraphs[0]?.slice(0, 140) ?? subject,
			company,
			replyTo: company.privacyContact.email,
		},
		<>
			<Text style={emailText}>{greeted === undefined ? "Hello," : `Dear ${greeted},`}</Text>
			{paragraphs.map((paragraph, index) => (
				<Text key={index} style={emailText}>
					{paragraph.split("\n").map((line, number) => (
						<Fragment key={number}>
							{number > 0 && <br />}
							{line}
						</Fragment>
					))}
				</Text>
			))}
		</>,
	);
}

/** The notice of a breach, for `npm run emails`. */
export const noticeEmails: FeatureEmails = {
	kinds: [noticeKind],
	async createPreviews({ company, now }) {
		const person = { reference: "ENQ-7K3F9QXM", emails: ["asha@visitor.example"] };
		const data = "name, e-mail address and messages";
		const notice = draftPersonNotice({
			company,
			incident: { from: now, until: now, awareAt: now },
			affected: { people: [], erased: [] },
			accounts: 1,
			tokens: 0,
			nameKinds: {},
			measures: ["All sessions of the account were ended."],
		});
		return [
			{
				about: "To a person whose data was read, with the places that a member fills in",
				email: {
					...createNoticeEmail({ id: "incident" }, person, data),
					...(await renderNotice(notice, { name: "Asha Rao", data, company })),
				},
			},
		];
	},
};
