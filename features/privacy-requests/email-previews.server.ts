import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import { createRequestConfirmation, listRequestEmails, requestEmailKinds } from "./email-intents.server.ts";
import { renderRequestConfirmation, renderRequestNotice, renderRequestReceipt } from "./emails.server.tsx";
import type { PrivacyRequest } from "./store.server.ts";

/** The private link of previews, which is nobody's. */
const exampleToken = "0".repeat(40);

export const privacyRequestEmails: FeatureEmails = {
	kinds: requestEmailKinds,
	async createPreviews({ company, publicUrl, deskUrl, now }) {
		const request: PrivacyRequest = {
			reference: "PRV-7K3F9QXM",
			receivedAt: now,
			requestKind: "see",
			name: "Robin Meyer",
			email: "robin@visitor.example",
			phone: "",
			message: "What do you know about me?",
			state: "received",
			source: "site",
			consent: "",
		};
		const deps = { company, publicUrl, deskUrl };
		const wish = { reference: "PRW-7K3F9QXM", email: request.email, expiresAt: now.add({ hours: 48 }) };
		const [receipt, notice] = listRequestEmails(request, { privacyEmail: company.privacyContact.email });
		if (!receipt || !notice) throw new TypeError("A privacy request calls for two e-mails");
		return [
			{
				about: "To the address that somebody gave",
				email: {
					...createRequestConfirmation(wish, exampleToken),
					...(await renderRequestConfirmation(exampleToken, deps)),
				},
			},
			{ about: "To the person", email: { ...receipt, ...(await renderRequestReceipt(request, deps)) } },
			{
				about: "To the privacy contact",
				email: { ...notice, ...(await renderRequestNotice(request, deps)) },
			},
		];
	},
};
