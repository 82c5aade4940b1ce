import type { Job } from "../../features/careers/jobs/job.ts";
import type { CareersSettings } from "../../shared/careers.ts";
import { testCareers } from "./careers.ts";

/** An open position. */
export const testJob: Job = {
	id: "react-engineer",
	title: "React Engineer",
	location: "From home (Austria)",
	type: "Full-time",
	summary: "Build pages.",
	description: "<p>Build pages that open at once.</p>",
	keywords: ["React", "TypeScript"],
	department: "Workshop",
	team: "Looms",
	workplace: "Remote",
	postedOn: "2026-01-05",
	closesOn: "2099-12-31",
	pay: undefined,
	benefits: [],
};

/** A source link that leads to the careers page. */
export const testSourceLink = { name: "weavers", target: "/career", label: "", cost: undefined, currency: "EUR" };

/**
 * The text fields of a complete application, with all required fields and some optional ones.
 * @param careers the server's settings
 */
export function createApplicationFields(
	job: { id: string },
	{ countries: [country = ""], locations: [location], qualifications }: CareersSettings = testCareers,
) {
	return {
		jobId: job.id,
		fullName: "Asha Rao",
		email: "asha@applicant.example",
		phone: "+91 98100 00000",
		country,
		city: "Gwalior",
		education: JSON.stringify([
			{ school: "IIT Delhi", degree: "BTech", fieldOfStudy: "Physics", startYear: "2014", endYear: "2018" },
		]),
		workExperience: "[]",
		minimumQualifications: JSON.stringify(qualifications.map((text) => ({ text, answer: "yes" }))),
		preferredLocation: location?.label ?? "",
		eligibleToWork: "yes",
		requiresSponsorship: "no",
		referred: "Yes",
		referrerName: "Kabir Sethi",
	};
}

/** The multipart form of an application: its text fields, and its resume, if any. */
export function createApplicationForm(
	fields: Record<string, string>,
	resume: { name: string; content: Buffer } | null,
): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	if (resume) form.append("resume", new Blob([new Uint8Array(resume.content)]), resume.name);
	return form;
}
