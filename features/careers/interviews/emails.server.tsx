import { Text } from "@react-email/text";
import { z } from "zod";
import { isBooked } from "../../../core/appointments/appointment.ts";
import {
	asKnown,
	emailDetailsSchema,
	describeSameHosts,
	explainChangedVideo,
	explainFormerHost,
	explainWrongHost,
	LinkText,
	renderGuestEmail,
	renderStaffEmail,
	SaidBy,
	VideoText,
} from "../../../core/appointments/email-parts.server.tsx";
import type { HostDeps } from "../../../core/appointments/find-free-hosts.server.ts";
import type { HostPerson } from "../../../core/appointments/host-store.server.ts";
import { listThread } from "../../../core/conversations/thread.server.ts";
import type { RecordKind } from "../../../core/records/record-kind.ts";
import { attachInvitation } from "../../../platform/email/calendar-file.ts";
import { EmailLines, emailText, renderEmail } from "../../../platform/email/email-layout.server.tsx";
import { recordGone, type EmailRenderers, type NotSent, type RenderedEmail } from "../../../platform/email/email.ts";
import type { Company } from "../../../shared/company.ts";
import { formatFullDate } from "../../../shared/format-date.ts";
import { joinNames } from "../../../shared/join-names.ts";
import { formatStart } from "../../../shared/slot-texts.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { findApplication, type ApplicationRecord } from "../applications/store.server.ts";
import { forPosition } from "../applications/texts.ts";
import { describeForHosts, interviewsProduct, inviteApplicant, listFacts, nameHosts } from "./calendar.server.ts";
import { interviewEmailKinds, readFormerStart, type InterviewEmailKind } from "./email-intents.server.ts";
import { keepHosts } from "./interview-deps.server.ts";
import { interviewPurpose, type BookedInterview, type InterviewRecord } from "./interview-record.ts";
import { describePlace, formatTimeAndLength, nameForApplicant } from "./interview-texts.ts";
import { createInterviewUrl } from "./private-link.ts";
import { findInterviewById } from "./store.server.ts";

export type InterviewEmailDeps = {
	company: Company;
	careersEmail: string;
	/** Origins of the private links and of the links into the desk, without a slash at the end. */
	publicUrl: string;
	deskUrl: string;
};

/** Parameters of e-mails about interviews; each kind has some. */
export const interviewParametersSchema = emailDetailsSchema.extend({
	interviewId: z.string(),
	/** The applicant's action. */
	deed: z.enum(["booked", "moved", "cancelled", "declined", "withdrawn"]).optional(),
});
export type InterviewParameters = z.infer<typeof interviewParametersSchema>;

/** The data of an e-mail about an interview. */
export type InterviewToTell = {
	interview: InterviewRecord;
	application: ApplicationRecord;
	/** In their order. */
	hosts: readonly HostPerson[];
	thread: readonly string[];
	now: Temporal.Instant;
};

/** Creates the renderers of e-mails about interviews. Each shows the interview as it is now. */
export function createInterviewRenderers({
	hosts: { listPeople },
	kinds,
	...deps
}: InterviewEmailDeps & {
	hosts: Pick<HostDeps, "listPeople">;
	kinds: readonly RecordKind[];
}): EmailRenderers<InterviewEmailKind> {
	const renderers = interviewEmailKinds.map((kind): [InterviewEmailKind, EmailRenderers[string]] => [
		kind,
		async ({ reference, recipient, parameters }, { db, now }) => {
			const read = interviewParametersSchema.parse(parameters);
			const interview = await findInterviewById(db, read.interviewId);
			const application = await findApplication(db, { reference });
			if (!interview || !application) return recordGone;
			const people = await listPeople(db, interviewPurpose);
			const former = explainFormerHost(kind, read.hostId, people, "interviews");
			if (former) return former;
			const hosts = keepHosts(interview, people);
			const thread = await listThread(db, kinds, { reference });
			const told = { interview, application, hosts, thread, now };
			return renderInterviewEmail({ kind, recipient, parameters: read }, told, deps);
		},
	]);
	return Object.fromEntries(renderers) as EmailRenderers<InterviewEmailKind>;
}

/** Renders one e-mail about an interview, or says why it is obsolete. */
export async function renderInterviewEmail(
	email: { kind: InterviewEmailKind; recipient: string; parameters: InterviewParameters },
	current: InterviewToTell,
	deps: InterviewEmailDeps,
): Promise<RenderedEmail | NotSent> {
	const { kind, parameters } = email;
	const interview = asKnown(kind, current.interview, { ...parameters, startsAt: readFormerStart(parameters.from) });
	const told = { ...current, interview };
	const { application } = told;
	if (kind === "interview-staff-notice") return renderNotice(parameters, told, deps);
	if (kind === "interview-host-cancelled" || kind === "interview-host-given-away")
		return renderForHost(email, told, deps);
	if (application.state === "withdrawn") return { notSent: "the application is withdrawn" };
	if (kind === "interview-cancelled") return renderCancelled(parameters, told, deps);
	if (interview.state === "cancelled") return { notSent: "the interview is cancelled" };
	if (kind === "interview-offer")
		return interview.state === "offered"
			? renderOffer(told, { ...deps, url: createInterviewUrl(deps.publicUrl, parameters.token ?? "") })
			: { notSent: "a time is chosen already" };
	if (!isBooked(interview)) return { notSent: "no time is chosen any more" };
	const booked = { ...told, interview };
	if (kind.startsWith("interview-host-")) return renderForHost(email, booked, deps);
	return renderForApplicant(email, booked, deps);
}

/**
 * Renders the e-mail that offers an interview: the member's text, then the offer and the private link.
 * @param deps `url` of the private link
 */
export async function renderOffer(
	{ interview, hosts, thread }: Pick<InterviewToTell, "interview" | "hosts" | "thread">,
	{ company, careersEmail, url }: Pick<InterviewEmailDeps, "company" | "careersEmail"> & { url: string },
): Promise<RenderedEmail> {
	const { subject, text, senderName, durationMinutes, firstDate, lastDate, timeZone } = interview;
	const days =
		firstDate === lastDate
			? `On ${formatFullDate(firstDate)}`
			: `From ${formatFullDate(firstDate)} to ${formatFullDate(lastDate)}`;
	return renderEmail(
		{
			title: "An interview with us",
			subject,
			preview: `${days}, ${durationMinutes} minutes`,
			company,
			senderName,
			replyTo: careersEmail,
			headers: threadHeaders(thread),
		},
		<>
			{text.split(/\n{2,}/).map((paragraph, index) => (
				<EmailLines key={index} lines={paragraph.split("\n")} />
			))}
			<EmailLines
				lines={[
					days,
					`${durationMinutes} minutes. ${describePlace(interview.place)}`,
					...listWith(nameForApplicant(interview, hosts), company),
					`Times are in ${timeZone}; the page also shows them in your time zone`,
					`Reference: ${interview.reference}`,
				]}
			/>
			<LinkText url={url}>
				Choose a time that suits you with this private link, or decline the interview. Anyone who has the link can do
				the same.
			</LinkText>
		</>,
	);
}

/** Tells the applicant that an interview is booked, moved, reassigned or coming up. */
async function renderForApplicant(
	{ kind, parameters }: { kind: InterviewEmailKind; parameters: InterviewParameters },
	told: InterviewToTell & { interview: BookedInterview },
	deps: InterviewEmailDeps,
): Promise<RenderedEmail> {
	const { interview, application, hosts } = told;
	const { company } = deps;
	const { fromHostIds = [] } = parameters;
	const hasJoined = interview.hostIds.some((id) => !fromHostIds.includes(id));
	const texts: Partial<Record<InterviewEmailKind, [string, string]>> = {
		"interview-booked": [
			"Your interview is booked",
			parameters.by?.name ? "We have booked this time for you:" : "Thank you. This is your time:",
		],
		"interview-moved": [
			"Your interview has moved",
			`It was on ${writeFormer(parameters, interview)}. It now takes place at this time:`,
		],
		"interview-handed-over": describeSameHosts(parameters, interview, "interview") ?? [
			hasJoined ? "Your interview has a new interviewer" : "Your interviewers have changed",
			"The time stays the same:",
		],
	};
	const isReminder = texts[kind] === undefined;
	const [title, sentence] = texts[kind] ?? ["Your interview is coming up", "We look forward to talking with you:"];
	const url = createInterviewUrl(deps.publicUrl, parameters.token ?? "");
	return renderGuestEmail({
		...headOf(told, deps),
		title,
		preview: writeStart(interview),
		subject: `${isReminder ? "Reminder: your interview is on" : `${title}:`} ${writeStart(interview)} (${interview.reference})`,
		attachments: isReminder ? [] : [inviteApplicant(told, { ...deps, url })],
		children: (
			<>
				<Text style={emailText}>{sentence}</Text>
				<Facts interview={interview} application={application} hosts={hosts} company={company} />
				<SaidBy by={parameters.by} />
				{interview.place.kind === "video" && <VideoText videoUrl={interview.videoUrl} sender="We" company={company} />}
				<LinkText url={url}>
					{isReminder ? "" : "The attached file adds it to your calendar. "}
					You can move or cancel the interview with this private link:
				</LinkText>
			</>
		),
	});
}

async function renderCancelled(
	{ by, hadTime = false, token = "" }: InterviewParameters,
	told: InterviewToTell,
	deps: InterviewEmailDeps,
): Promise<RenderedEmail> {
	const { interview, application } = told;
	const { company, publicUrl } = deps;
	const timed = hadTime ? withTime(interview) : undefined;
	const title = timed
		? "Your interview is cancelled"
		: by
			? "There will be no interview"
			: "You have declined the interview";
	const sentence = timed
		? `${by ? "We had to cancel this interview" : "We have cancelled this interview, as you asked"}, and the attached file removes it from your calendar:`
		: by
			? `We have withdrawn our offer of an interview${forPosition(application)}.`
			: `You have declined the interview${forPosition(application)}. Your application is not affected.`;
	return renderGuestEmail({
		...headOf(told, deps),
		title,
		preview: application.jobTitle,
		subject: `${title}${timed ? `: ${writeStart(timed)}` : ""} (${interview.reference})`,
		attachments: timed
			? [inviteApplicant({ ...told, interview: timed }, { ...deps, url: createInterviewUrl(publicUrl, token) })]
			: [],
		children: (
			<>
				<Text style={emailText}>{sentence}</Text>
				{timed && <Facts interview={timed} application={application} hosts={told.hosts} company={company} />}
				<SaidBy by={by} />
				<Text style={emailText}>If you have any questions, reply to this e-mail.</Text>
			</>
		),
	});
}

/** Tells an interviewer about a change, with the calendar file; a reply goes to careers. */
async function renderForHost(
	{ kind, recipient, parameters }: { kind: InterviewEmailKind; recipient: string; parameters: InterviewParameters },
	told: InterviewToTell,
	deps: InterviewEmailDeps,
): Promise<RenderedEmail | NotSent> {
	const { interview, application, hosts } = told;
	const { company, careersEmail, deskUrl } = deps;
	const timed = withTime(interview);
	if (!timed) return { notSent: "it has no time" };
	const wrong = explainWrongHost(kind, parameters.hostId, interview, "interview");
	if (wrong) return wrong;
	const { fullName } = application.answers;
	const who = parameters.by?.name ?? fullName;
	const texts: Partial<Record<InterviewEmailKind, [string, string]>> = {
		"interview-host-booked": ["Interview assigned to you", "Add it to your calendar with the attached file."],
		"interview-host-moved": ["Interview moved", `${who} moved it from ${writeFormer(parameters, interview)}.`],
		"interview-host-changed": ["Interview changed", explainChangedVideo(interview)],
		"interview-host-cancelled": ["Interview cancelled", `${who} cancelled it. Your time is free again.`],
		"interview-host-given-away": [
			"Your interview was reassigned",
			"You no longer hold it. The attached file removes it from your calendar.",
		],
	};
	const isReminder = texts[kind] === undefined;
	const [title, note] = texts[kind] ?? ["Upcoming interview", "See the application and resume in the desk."];
	const names = nameHosts(hosts, company);
	const entry = describeForHosts(timed, application, { names, deskUrl });
	const isCancelled = entry.isCancelled || kind === "interview-host-given-away";
	const options = { company, product: interviewsProduct, now: told.now };
	const about = `${writeStart(timed)}, ${fullName}`;
	return renderStaffEmail({
		title,
		preview: about,
		company,
		note,
		replyTo: careersEmail,
		subject: `${isReminder ? "Reminder: interview on" : `${title}:`} ${about} (${interview.reference})`,
		attachments: isReminder
			? []
			: [attachInvitation("interview.ics", { ...entry, isCancelled }, { email: recipient }, options)],
		lines: [`When: ${writeStart(timed)}`, ...listFacts(timed, application, names)],
		url: `${deskUrl}/interviews/${interview.reference}`,
	});
}

/** Tells careers what an applicant has done. */
function renderNotice(
	{ deed = "booked" }: InterviewParameters,
	{ interview, application }: InterviewToTell,
	{ company, deskUrl }: InterviewEmailDeps,
): Promise<RenderedEmail> {
	const { fullName, email } = application.answers;
	const title = {
		booked: "Interview booked",
		moved: "Interview moved",
		cancelled: "Interview cancelled",
		declined: "Interview declined",
		withdrawn: "Interview cancelled: application withdrawn",
	}[deed];
	const timed = withTime(interview);
	return renderStaffEmail({
		title,
		preview: `${fullName}, ${application.jobTitle}`,
		company,
		replyTo: email,
		subject: `${title}: ${timed ? `${writeStart(timed)}, ` : ""}${fullName} (${application.reference})`,
		lines: [
			...(timed ? [`When: ${writeStart(timed)}`] : []),
			`Applicant: ${fullName}`,
			`Position: ${application.jobTitle}`,
			`Reference: ${interview.reference}, of application ${application.reference}`,
		],
		url: `${deskUrl}/applications/${application.reference}`,
	});
}

function headOf({ application, thread }: InterviewToTell, { company, careersEmail }: InterviewEmailDeps) {
	return {
		name: application.answers.fullName,
		company,
		replyTo: careersEmail,
		headers: threadHeaders(thread),
	};
}

function withTime(interview: InterviewRecord): BookedInterview | undefined {
	return interview.startsAt && { ...interview, startsAt: interview.startsAt };
}

function writeStart({ startsAt, timeZone }: Pick<BookedInterview, "startsAt" | "timeZone">): string {
	return formatStart(startsAt.epochMilliseconds, timeZone);
}

function writeFormer({ from }: InterviewParameters, { timeZone }: InterviewRecord): string {
	const startsAt = readFormerStart(from);
	return startsAt ? writeStart({ startsAt, timeZone }) : "";
}

function listWith(names: readonly string[], { locale }: Company): string[] {
	return names.length === 0 ? [] : [`With: ${joinNames(names, locale)}`];
}

function threadHeaders(thread: readonly string[]): Record<string, string> {
	const last = thread.at(-1);
	return last === undefined ? {} : { "In-Reply-To": last, References: thread.join(" ") };
}

function Facts({
	interview,
	application,
	hosts,
	company,
}: {
	interview: BookedInterview;
	application: Pick<ApplicationRecord, "jobTitle">;
	hosts: readonly HostPerson[];
	company: Company;
}) {
	const { startsAt, timeZone } = interview;
	const startMs = startsAt.epochMilliseconds;
	return (
		<EmailLines
			lines={[
				formatFullDate(findDate(startMs, timeZone)),
				`${formatTimeAndLength({ ...interview, startMs }, company)} (${timeZone})`,
				describePlace(interview.place),
				...listWith(
					hosts.map(({ name }) => name),
					company,
				),
				`Position: ${application.jobTitle}`,
				`Reference: ${interview.reference}`,
			]}
		/>
	);
}
