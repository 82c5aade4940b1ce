import type { EmailPreviewDeps, FeatureEmails } from "../../../platform/email/email-preview.ts";
import { emptyLines } from "./application-fields.ts";
import { applicationEmailKinds, createWithdrawalNotice, listApplicationEmails } from "./email-intents.server.ts";
import { renderApplicationConfirmation, renderApplicationNotice, renderWithdrawalNotice } from "./emails.server.tsx";
import type { ApplicationRecord } from "./store.server.ts";

export const applicationEmails: FeatureEmails = {
	kinds: applicationEmailKinds,
	async createPreviews({ company, publicUrl, deskUrl, now }) {
		const { careersEmail } = company;
		const application = createSampleApplication({ company, now });
		const deps = { company, careersEmail, publicUrl, deskUrl };
		const token = "0123456789abcdef";
		const [toCareers, toApplicant] = listApplicationEmails(application, { careersEmail, token });
		if (!toCareers || !toApplicant) throw new TypeError("An application calls for two e-mails");
		const place = {
			until: now.add({ hours: 24 * 365 }),
			url: `${publicUrl}/career/talent-pool/${application.reference}.0123456789abcdef012345`,
		};
		const withdrawal = createWithdrawalNotice(application, careersEmail);
		return [
			{ about: "To careers", email: { ...toCareers, ...(await renderApplicationNotice(application, deps)) } },
			{
				about: "To the applicant",
				email: { ...toApplicant, ...(await renderApplicationConfirmation(application, token, deps)) },
			},
			{
				about: "To an applicant who joined the talent pool",
				email: { ...toApplicant, ...(await renderApplicationConfirmation(application, token, { ...deps, place })) },
			},
			{ about: "To careers", email: { ...withdrawal, ...(await renderWithdrawalNotice(application, deps)) } },
		];
	},
};

/** Creates a sample application for previews of e-mails. */
export function createSampleApplication({
	company,
	now,
}: Pick<EmailPreviewDeps, "company" | "now">): ApplicationRecord {
	const [office] = company.offices;
	return {
		reference: "APP-7K3F9QXM",
		receivedAt: now,
		jobId: "support-engineer",
		jobTitle: "Support Engineer",
		answers: {
			...emptyLines,
			fullName: "Robin Meyer",
			email: "robin@applicant.example",
			phone: "+1 555 0100",
			country: office?.country ?? "",
			city: office?.city ?? "",
			coverLetter: "",
			education: [],
			workExperience: [],
			preferredLocation: office?.city ?? "",
			minimumQualifications: [],
			eligibleToWork: "yes",
			requiresSponsorship: "no",
			referred: "No",
			referrerName: "",
		},
		resume: { file: "01a1fe0b.pdf", name: "Robin Meyer.pdf", bytes: 184_320, sha256: "" },
		tokenHash: "",
		state: "received",
	};
}
