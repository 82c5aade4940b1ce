import { intervalOf } from "../../../core/appointments/appointment.ts";
import type { HostDeps } from "../../../core/appointments/find-free-hosts.server.ts";
import type { HostPerson } from "../../../core/appointments/host-store.server.ts";
import type { Connection } from "../../../platform/database/database.ts";
import { attachInvitation, type CalendarEntry } from "../../../platform/email/calendar-file.ts";
import type { Attachment } from "../../../platform/email/email.ts";
import { greetedName } from "../../../platform/email/greeted-name.ts";
import type { Company } from "../../../shared/company.ts";
import { joinNames } from "../../../shared/join-names.ts";
import { applicationStore, type ApplicationRecord } from "../applications/store.server.ts";
import { keepHosts } from "./interview-deps.server.ts";
import { interviewPurpose, type BookedInterview } from "./interview-record.ts";
import { describePlace } from "./interview-texts.ts";
import { listBookedInterviews } from "./store.server.ts";

export const interviewsProduct = "interviews";

type About = Pick<ApplicationRecord, "reference" | "jobTitle" | "answers">;

/** Returns the applicant's calendar entry; `url` is the private link, if it is included. */
export function describeForApplicant(
	interview: BookedInterview,
	{
		jobTitle,
		company,
		hosts,
		url,
	}: { jobTitle: string; company: Company; hosts: readonly HostPerson[]; url?: string | undefined },
): CalendarEntry {
	const names = nameHosts(keepHosts(interview, hosts), company);
	return toEntry(interview, {
		summary: `Interview with ${company.name}: ${jobTitle}`,
		description: [
			describePlace(interview.place),
			...(interview.videoUrl === undefined ? [] : [`Video call: ${interview.videoUrl}`]),
			...(names === "" ? [] : [`With: ${names}`]),
			`Reference: ${interview.reference}`,
			...(url === undefined ? [] : [`Move or cancel: ${url}`]),
		].join("\n"),
	});
}

/** "Asha Rao and Dev Shah" */
export function nameHosts(hosts: readonly HostPerson[], { locale }: Pick<Company, "locale">): string {
	return joinNames(
		hosts.map(({ name }) => name),
		locale,
	);
}

/** Writes the file that adds an interview to the applicant's calendar or removes it. */
export function inviteApplicant(
	{
		interview,
		application,
		hosts,
		now,
	}: {
		interview: BookedInterview;
		application: Pick<ApplicationRecord, "jobTitle" | "answers">;
		hosts: readonly HostPerson[];
		now: Temporal.Instant;
	},
	{ company, url }: { company: Company; url?: string | undefined },
): Attachment {
	const { jobTitle, answers } = application;
	const entry = describeForApplicant(interview, { jobTitle, company, hosts, url });
	const guest = { email: answers.email, name: greetedName(answers.fullName) };
	return attachInvitation("interview.ics", entry, guest, { company, product: interviewsProduct, now });
}

/** Returns the interviewers' calendar entry. */
export function describeForHosts(
	interview: BookedInterview,
	{ reference, jobTitle, answers }: About,
	{ names, deskUrl }: { names: string; deskUrl: string },
): CalendarEntry {
	return toEntry(interview, {
		summary: `Interview: ${answers.fullName} (${jobTitle})`,
		description: [
			...listFacts(interview, { reference, jobTitle, answers }, names),
			`${deskUrl}/interviews/${interview.reference}`,
		].join("\n"),
	});
}

/** Creates the list of an interviewer's interviews from an instant on, for the calendar feed: with the applicants whom they may see. */
export function createInterviewFeed({ deskUrl, hosts }: { deskUrl: string; hosts: Pick<HostDeps, "listPeople"> }) {
	return async (
		db: Connection,
		{ hostId, from }: { hostId: string; from: Temporal.Instant },
	): Promise<CalendarEntry[]> => {
		if ((await hosts.listPeople(db, interviewPurpose)).every(({ id }) => id !== hostId)) return [];
		const interviews = (await listBookedInterviews(db, { from, hostId })).filter(
			({ outcome }) => outcome !== "no-show",
		);
		const applications = await applicationStore.listOf(
			db,
			interviews.map(({ application }) => application),
		);
		return interviews.flatMap((interview) => {
			const application = applications.find(({ reference }) => reference === interview.application);
			return application?.state === "received"
				? [describeForHosts(interview, application, { names: "", deskUrl })]
				: [];
		});
	};
}

/** Lists the details of an interview for its interviewers, who get the phone number only for calling it. */
export function listFacts(
	{
		reference,
		place,
		videoUrl,
		durationMinutes,
	}: Pick<BookedInterview, "reference" | "place" | "videoUrl" | "durationMinutes">,
	{ reference: application, jobTitle, answers: { fullName, phone } }: About,
	names: string,
): string[] {
	const where =
		place.kind === "phone"
			? `By phone: call ${phone}`
			: place.kind === "office"
				? `At the office in ${place.city}`
				: "By video";
	return [
		`Applicant: ${fullName}`,
		`Position: ${jobTitle}`,
		`Where: ${where}`,
		...(videoUrl === undefined ? [] : [`Video call: ${videoUrl}`]),
		`Length: ${durationMinutes} minutes`,
		...(names === "" ? [] : [`With: ${names}`]),
		`Reference: ${reference}, of application ${application}`,
	];
}

function toEntry(interview: BookedInterview, texts: { summary: string; description: string }): CalendarEntry {
	const { id, sequence, place, videoUrl, state } = interview;
	return {
		id,
		sequence,
		...intervalOf(interview),
		...texts,
		location:
			videoUrl ?? (place.kind === "office" ? place.address : place.kind === "phone" ? "By phone" : "Video call"),
		url: videoUrl,
		isCancelled: state === "cancelled",
	};
}
