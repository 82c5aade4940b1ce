import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import { createEnquiryConfirmation, createEnquiryNotice, enquiryEmailKinds } from "./emails.server.tsx";
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
			message: "We have outgrown our spreadsheets.\n\nCan you look at how orders reach the warehouse?",
		};
		return [
			{ about: "To sales", email: await createEnquiryNotice(enquiry, { company, salesEmail, deskUrl }) },
			{
				about: "To sales, without a phone number",
				email: await createEnquiryNotice({ ...enquiry, phone: "" }, { company, salesEmail, deskUrl }),
			},
			{ about: "To the visitor", email: await createEnquiryConfirmation(enquiry, { company, salesEmail }) },
			{
				about: "To the visitor, whose name looks like an advertisement",
				email: await createEnquiryConfirmation(
					{ ...enquiry, firstName: "visit spam.example" },
					{ company, salesEmail },
				),
			},
		];
	},
};
