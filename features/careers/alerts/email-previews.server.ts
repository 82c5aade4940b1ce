import type { FeatureEmails } from "../../../platform/email/email-preview.ts";
import type { Job } from "../jobs/job.ts";
import {
	alertEmailKinds,
	createAlertConfirmation,
	createAlertEmail,
	renderAlertConfirmation,
	renderAlertEmail,
} from "./emails.server.tsx";

export const alertEmails: FeatureEmails = {
	kinds: alertEmailKinds,
	async createPreviews({ company, publicUrl, now }) {
		const token = "0123456789abcdef0123456789abcdef01234567";
		const alert = {
			reference: "ALR-7K3F9QXM",
			email: "robin@applicant.example",
			expiresAt: now.add({ hours: 48 }),
		};
		const job: Job = {
			id: "support-engineer",
			title: "Support Engineer",
			location: company.offices[0]?.city ?? "",
			type: "Full-time",
			description: "<p>Find out why it does not work.</p>",
			summary: "Find out why it does not work, and see to it that it does tomorrow.",
			keywords: [],
			department: "Engineering",
			team: "Support",
			workplace: "On-site",
			postedOn: "2026-01-05",
			closesOn: "2027-01-05",
			pay: undefined,
			benefits: [],
		};
		const another = {
			...job,
			id: "quality-engineer",
			title: "Quality Engineer",
			summary: "Find it before anybody else.",
		};
		const deps = { company, publicUrl, keptMonths: 12 };
		const confirmation = {
			...createAlertConfirmation(alert, token),
			...(await renderAlertConfirmation(token, deps)),
		};
		const tell = async (jobs: readonly Job[]) => ({
			...createAlertEmail(alert, jobs, token),
			...(await renderAlertEmail(token, jobs, deps)),
		});
		return [
			{ about: "To whoever gave the address", email: confirmation },
			{ about: "One position", email: await tell([job]) },
			{ about: "Several positions", email: await tell([job, another]) },
		];
	},
};
