import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import { enquiryEmailKinds, listEnquiryEmails } from "./email-intents.server.ts";
import { renderEnquiryConfirmation, renderEnquiryNotice } from "./emails.server.tsx";
import type { EnquiryRecord } from "./store.server.ts";

export const enquiryEmails: FeatureEmails = {
	kinds: enquiryEmailKinds,
	async createPreviews({ company, deskUrl, now }) {
		const { salesEmail } = company;
		const enquiry: EnquiryRecord = {
			reference: "ENQ-7K3F9QXM",
			receivedAt: now,
			state: "accepted",
			firstName: "Robin",
			lastName: "Meyer",
			email: "robin@visitor.example",
			phone: "+1 555 0100",
			source: "site",
			consent: "",
			message: "We have outgrown our spreadsheets.\n\nCan you look at how orders reach the warehouse?",
		};
		const [toSales, toVisitor] = listEnquiryEmails(enquiry, { salesEmail });
		if (!toSales || !toVisitor) throw new TypeError("An enquiry calls for two e-mails");
		const deps = { company, salesEmail, deskUrl };
		const suspicious = { ...enquiry, firstName: "visit spam.example" };
		return [
			{ about: "To sales", email: { ...toSales, ...(await renderEnquiryNotice(enquiry, deps)) } },
			{
				about: "To sales, without a phone number",
				email: { ...toSales, ...(await renderEnquiryNotice({ ...enquiry, phone: "" }, deps)) },
			},
			{ about: "To the visitor", email: { ...toVisitor, ...(await renderEnquiryConfirmation(enquiry, deps)) } },
			{
				about: "To the visitor, whose name looks like an advertisement",
				email: { ...toVisitor, ...(await renderEnquiryConfirmation(suspicious, deps)) },
			},
		];
	},
};
