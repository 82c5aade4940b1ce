import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import { mentionEmailKind, recordEmailKinds, replyEmailKind } from "./email-kinds.ts";
import { renderMention } from "./emails.server.tsx";
import { renderReply } from "./reply-email.server.ts";

export const recordEmails: FeatureEmails = {
	kinds: recordEmailKinds,
	async createPreviews({ company, deskUrl }) {
		const reference = "ENQ-7K3F9QXM";
		const text = "Hello Robin,\n\nThursday at ten suits us. Which number may we call?\n\nAlex Kim";
		return [
			{
				about: "To the visitor",
				email: {
					kind: replyEmailKind,
					reference,
					recipient: "robin@visitor.example",
					...renderReply({
						senderName: "Alex Kim",
						subject: `Your enquiry ${reference}`,
						text,
						recipient: "robin@visitor.example",
						cc: [],
						quoted: undefined,
						thread: ["<confirmation@company.example>"],
						mailbox: company.salesEmail,
						locale: company.locale,
					}),
				},
			},
			{
				about: "To a member",
				email: {
					kind: mentionEmailKind,
					reference,
					recipient: "sam@company.example",
					...(await renderMention(
						{
							reference,
							senderName: "Robin Meyer",
							names: "enquiries",
							author: "Alex Kim",
							text: "@Sam can you look at the second question?\nI have answered the first.",
						},
						{ company, deskUrl },
					)),
				},
			},
		];
	},
};
