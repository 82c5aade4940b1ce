import { changeApplicationState, findApplication, listApplications, type ApplicationRecord } from "../../features/careers/application/store.server.ts";
import { toCsv } from "../csv.ts";
import { holdLetters, releaseLetters } from "../mail/letters-store.ts";
import { countOf, formatFields, formatIndiaTime, formatTable } from "./format.ts";
import type { Inbox, InboxRecords } from "./inbox-records.ts";

/** Job applications, newest first. */
export const applicationRecords: InboxRecords = {
	name: "application",
	names: "applications",
	prefix: "APP",

	async list({ database, limit, quarantinedOnly }) {
		const applications = await listApplications(database.db, { limit, ...(quarantinedOnly && { state: "quarantined" }) });
		if (applications.length === 0) return "No applications.\n";
		return formatTable(["Reference", "Received (India)", "Position", "Name", "E-mail", "State"], applications.map(({ reference, receivedAt, jobTitle, answers, state }) => [
			reference, formatIndiaTime(receivedAt), jobTitle, answers.fullName, answers.email, state,
		]));
	},

	has: async ({ database }, reference) => (await findApplication(database.db, { reference })) !== undefined,

	async show(inbox, reference) {
		const { receivedAt, jobTitle, jobId, state, answers, resume } = await getApplication(inbox, reference);
		const list = (lines: string[]) => lines.filter(Boolean).join("; ") || "not given";
		return `${formatFields([
			["Reference", reference],
			["Received", `${formatIndiaTime(receivedAt)} (India)`],
			["State", state],
			["Position", `${jobTitle} (${jobId})`],
			["Name", answers.fullName],
			["E-mail", answers.email],
			["Phone", answers.phone],
			["Location", `${answers.city}, ${answers.country}`],
			["Address", answers.currentAddress || "not given"],
			["Pronouns", answers.preferredPronouns || "not given"],
			["Resume", `${resume.name}, ${resume.bytes} bytes`],
			["Preferred", answers.preferredLocation],
			["Eligible", answers.eligibleToWork],
			["Sponsorship", answers.requiresSponsorship],
			["Referred", answers.referrerName ? `${answers.referred}, by ${answers.referrerName}` : answers.referred],
			["Links", list([answers.linkedin, answers.portfolio, answers.github, answers.otherLink])],
			["Education", list(answers.education.map((entry) => Object.values(entry).filter(Boolean).join(", ")))],
			["Experience", list(answers.workExperience.map((entry) => Object.values(entry).filter(Boolean).join(", ")))],
			["Qualifications", list(answers.minimumQualifications.map(({ text, answer }) => `${text} ${answer}`))],
		])}\n${answers.coverLetter === "" ? "" : `${answers.coverLetter}\n`}`;
	},

	async release({ database, now }, reference) {
		const released = await database.write(async (transaction) =>
			(await changeApplicationState(transaction, reference, { from: "quarantined", to: "received" })) ? releaseLetters(transaction, reference, now) : undefined,
		);
		if (released === undefined) return `${reference} is not in quarantine.\n`;
		return `${reference} is out of quarantine. ${released === 0 ? "No letter was held." : `${countOf(released)} will go out within seconds while the server runs.`}\n`;
	},

	async quarantine(inbox, reference) {
		const held = await inbox.database.write(async (transaction) =>
			(await changeApplicationState(transaction, reference, { from: "received", to: "quarantined" })) ? holdLetters(transaction, reference) : undefined,
		);
		if (held === undefined) return `${reference} is ${(await getApplication(inbox, reference)).state} and stays so.\n`;
		return `${reference} is in quarantine. ${held === 0 ? "No letter was waiting." : `${countOf(held)} held back.`}\n`;
	},

	async exportAll({ database }) {
		const applications = (await listApplications(database.db)).map(({ answers, resume, receivedAt, ...application }) => ({
			...application,
			receivedAt: receivedAt.toString(),
			...answers,
			education: JSON.stringify(answers.education),
			workExperience: JSON.stringify(answers.workExperience),
			minimumQualifications: JSON.stringify(answers.minimumQualifications),
			resumeName: resume.name,
		}));
		return toCsv(
			[
				"reference", "receivedAt", "state", "jobId", "jobTitle", "fullName", "email", "phone", "country", "city", "currentAddress", "preferredPronouns", "resumeName",
				"preferredLocation", "eligibleToWork", "requiresSponsorship", "referred", "referrerName", "linkedin", "portfolio", "github", "otherLink", "coverLetter",
				"education", "workExperience", "minimumQualifications",
			],
			applications,
		);
	},
};

/** Finds where the resume of an application lies, by the name of our own making. */
export async function findResumeFile({ database }: Inbox, reference: string): Promise<string | undefined> {
	return (await findApplication(database.db, { reference }))?.resume.file;
}

async function getApplication({ database }: Inbox, reference: string): Promise<ApplicationRecord> {
	const application = await findApplication(database.db, { reference });
	if (!application) throw new Error(`There is no application ${reference}`);
	return application;
}
