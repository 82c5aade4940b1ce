import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import type { Connection } from "../../../platform/database/database.ts";
import { attachInvitation } from "../../../platform/email/calendar-file.ts";
import { greetedName } from "../../../platform/email/greeted-name.ts";
import {
	DeskLink,
	EmailLayout,
	EmailLines,
	EmailLink,
	emailText,
	renderEmail,
} from "../../../platform/email/email-layout.server.tsx";
import { recordGone, type EmailRenderers, type NotSent, type RenderedEmail } from "../../../platform/email/email.ts";
import type { HostDeps } from "../../../core/appointments/find-free-hosts.server.ts";
import type { HostPerson } from "../../../core/appointments/host-store.server.ts";
import type { Company } from "../../../shared/company.ts";
import { formatFullDate } from "../../../shared/slot-texts.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { findApplication, type ApplicationRecord } from "../applications/store.server.ts";
import { describeForHosts, interviewsProduct, inviteApplicant, listFacts } from "./calendar.server.ts";
import {
	interviewEmailKinds,
	interviewParametersSchema,
	type InterviewEmailKind,
	type InterviewParameters,
} from "./email-intents.server.ts";
import { describePlace, formatStart, formatTimeAndLength, joinNames, nameForApplicant } from "./interview-texts.ts";
import { createInterviewUrl } from "./private-link.ts";
import { findInterviewById } from "./store.server.ts";
import { interviewPurpose, isBooked, type BookedInterview, type InterviewRecord } from "./interview-record.ts";

export type InterviewEmailDeps = {
	company: Company;
	careersEmail: string;
	/** Origins of the private links and of the links into the desk, without a slash at the end. */
	publicUrl: string;
	deskUrl: string;
	/** Lists the Message-IDs of what an applicant has of the thread about an application, the first one first. */
	listThread(db: Connection, application: string): Promise<string[]>;
};

/** What an e-mail about an interview is written from. */
export type InterviewToTell = {
	interview: InterviewRecord;
	application: ApplicationRecord;
	/** Those who hold it, in their order. */
	hosts: readonly HostPerson[];
	thread: readonly string[];
	now: Temporal.Instant;
};

type TextDeps = Omit<InterviewEmailDeps, "listThread">;

/** Renders the e-mails about interviews: all of them say how the interview is now. */
export function createInterviewRenderers({
	hosts: { listPeople },
	listThread,
	...deps
}: InterviewEmailDeps & { hosts: Pick<HostDeps, "listPeople"> }): EmailRenderers<InterviewEmailKind> {
	const renderers = interviewEmailKinds.map((kind): [InterviewEmailKind, EmailRenderers[string]] => [
		kind,
		async ({ reference, recipient, parameters }, { db, now }) => {
			const read = interviewParametersSchema.parse(parameters);
			const interview = await findInterviewById(db, read.interviewId);
			const application = await findApplication(db, { reference });
			if (!interview || !application) return recordGone;
			const people = await listPeople(db, interviewPurpose);
			const hosts = interview.hostIds.flatMap((id) => people.find((person) => person.id === id) ?? []);
			const thread = await listThread(db, reference);
			const told = { interview, application, hosts, thread, now };
			return renderInterviewEmail({ kind, recipient, parameters: read }, told, deps);
		},
	]);
	return Object.fromEntries(renderers) as EmailRenderers<InterviewEmailKind>;
}

/** Renders one e-mail about an interview as it is now, or says why it makes no sense any more. */
export async function renderInterviewEmail(
	email: { kind: InterviewEmailKind; recipient: string; parameters: InterviewParameters },
	told: InterviewToTell,
	deps: TextDeps,
): Promise<RenderedEmail | NotSent> {
	const { kind, parameters } = email;
	const { interview, application } = told;
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
 * Renders the e-mail that offers an interview: what a colleague wrote, then what is offered and the private link.
 *
 * @param deps `url` of the private link
 */
export async function renderOffer(
	{ interview, hosts, thread }: Pick<InterviewToTell, "interview" | "hosts" | "thread">,
	{ company, careersEmail, url }: Pick<TextDeps, "company" | "careersEmail"> & { url: string },
): Promise<RenderedEmail> {
	const { subject, text, senderName, durationMinutes, firstDate, lastDate, timeZone } = interview;
	const days =
		firstDate === lastDate
			? `On ${formatFullDate(firstDate)}`
			: `From ${formatFullDate(firstDate)} to ${formatFullDate(lastDate)}`;
	return {
		senderName,
		replyTo: careersEmail,
		subject,
		headers: threadHeaders(thread),
		...(await renderEmail(
			<EmailLayout title="An interview with us" preview={`${days}, ${durationMinutes} minutes`} company={company}>
				{text.split(/\n{2,}/).map((paragraph, index) => (
					<EmailLines key={index} lines={paragraph.split("\n")} />
				))}
				<EmailLines
					lines={[
						days,
						`${durationMinutes} minutes. ${describePlace(interview.place)}`,
						...listWith(nameForApplicant(interview, hosts), company),
						`Times are those of ${timeZone}; the page says them in yours, too`,
						`Reference: ${interview.reference}`,
					]}
				/>
				<Text style={emailText}>
					Choose the time that suits you at this address, or say there that you do not want to come. It is yours alone:
					whoever has it can do the same.
					<br />
					<EmailLink href={url} />
				</Text>
			</EmailLayout>,
		)),
	};
}

/** Tells the applicant of an interview that has a time: that it is booked, has moved, is held by others, or comes up. */
async function renderForApplicant(
	{ kind, parameters }: { kind: InterviewEmailKind; parameters: InterviewParameters },
	told: InterviewToTell & { interview: BookedInterview },
	deps: TextDeps,
): Promise<RenderedEmail> {
	const { interview, application, hosts } = told;
	const { company } = deps;
	const { by, from } = parameters;
	const when = writeStart(interview);
	const isReminder = kind.startsWith("interview-reminder-");
	const was = from === undefined ? "" : formatStart(Temporal.Instant.from(from).epochMilliseconds, interview.timeZone);
	const [title, sentence] =
		kind === "interview-moved"
			? ["Your interview has moved", `It was on ${was}. It now takes place at this time:`]
			: kind === "interview-handed-over"
				? ["Your interview is with somebody else", "Its time stays as it is:"]
				: isReminder
					? ["Your interview is coming up", "We look forward to talking with you:"]
					: ["Your interview is booked", "Thank you. This time is yours:"];
	const url = createInterviewUrl(deps.publicUrl, parameters.token ?? "");
	return {
		replyTo: deps.careersEmail,
		subject: isReminder
			? `Reminder: your interview is on ${when} (${interview.reference})`
			: `${title}: ${when} (${interview.reference})`,
		headers: threadHeaders(told.thread),
		attachments: isReminder ? [] : [inviteApplicant(told, { ...deps, url })],
		...(await renderEmail(
			<ToApplicant told={told} title={title} preview={when} company={company}>
				<Text style={emailText}>{sentence}</Text>
				<Facts interview={interview} application={application} hosts={hosts} company={company} />
				{by && by.message !== "" && <EmailLines lines={by.message.split("\n")} />}
				<VideoText interview={interview} company={company} />
				<Text style={emailText}>
					{isReminder ? "" : "The attached file puts it into your calendar. "}
					You can move or cancel the interview at this address. It is yours alone:
					<br />
					<EmailLink href={url} />
				</Text>
			</ToApplicant>,
		)),
	};
}

/** Tells the applicant that an interview, or the offer of one, is cancelled. */
async function renderCancelled(
	{ by, hadTime = false, token = "" }: InterviewParameters,
	told: InterviewToTell,
	deps: TextDeps,
): Promise<RenderedEmail> {
	const { interview, application } = told;
	const { company, careersEmail, publicUrl } = deps;
	const booked = hadTime ? withTime(interview) : undefined;
	const title = booked
		? "Your interview is cancelled"
		: by
			? "There will be no interview"
			: "You have declined the interview";
	const sentence = booked
		? `${by ? "We had to cancel this interview" : "We have cancelled this interview, as you asked"}, and the attached file takes it out of your calendar:`
		: by
			? `We take back our offer of an interview for the position ${application.jobTitle}.`
			: `We have noted that you do not want to come to an interview for the position ${application.jobTitle}. Your application stays as it is.`;
	return {
		replyTo: careersEmail,
		subject: `${title}${booked ? `: ${writeStart(booked)}` : ""} (${interview.reference})`,
		headers: threadHeaders(told.thread),
		attachments: booked
			? [inviteApplicant({ ...told, interview: booked }, { ...deps, url: createInterviewUrl(publicUrl, token) })]
			: [],
		...(await renderEmail(
			<ToApplicant told={told} title={title} preview={application.jobTitle} company={company}>
				<Text style={emailText}>{sentence}</Text>
				{booked && <Facts interview={booked} application={application} hosts={told.hosts} company={company} />}
				{by && by.message !== "" && <EmailLines lines={by.message.split("\n")} />}
				<Text style={emailText}>If you have a question about it, reply to this e-mail.</Text>
			</ToApplicant>,
		)),
	};
}

/** Tells whoever holds an interview, or held it, with the calendar file; answering it writes to the applicant. */
async function renderForHost(
	{ kind, recipient, parameters }: { kind: InterviewEmailKind; recipient: string; parameters: InterviewParameters },
	told: InterviewToTell,
	deps: TextDeps,
): Promise<RenderedEmail | NotSent> {
	const { interview, application, hosts } = told;
	const { company, deskUrl } = deps;
	const booked = withTime(interview);
	const isHeldBy = interview.hostIds.includes(parameters.hostId ?? "");
	const isAway = kind === "interview-host-given-away";
	if (!booked) return { notSent: "it has no time" };
	if (kind !== "interview-host-cancelled" && isHeldBy === isAway)
		return { notSent: isAway ? "they hold the interview again" : "somebody else holds the interview" };
	const { fullName } = application.answers;
	const who = parameters.by?.name ?? fullName;
	const was =
		parameters.from === undefined
			? ""
			: formatStart(Temporal.Instant.from(parameters.from).epochMilliseconds, interview.timeZone);
	const texts: Partial<Record<InterviewEmailKind, [string, string]>> = {
		"interview-host-booked": ["You hold an interview", "It is in the attached file for your calendar."],
		"interview-host-moved": ["An interview has moved", `It was on ${was}. ${who} has moved it.`],
		"interview-host-cancelled": ["An interview is cancelled", `${who} has cancelled it. Your time is free again.`],
		"interview-host-given-away": [
			"Somebody else holds an interview of yours",
			"You do not hold it any more. The attached file takes it out of your calendar.",
		],
	};
	const reminder: [string, string] = ["An interview is coming up", "The application and its resume are at the desk."];
	const [title, note] = texts[kind] ?? reminder;
	const isReminder = texts[kind] === undefined;
	const names = joinNames(
		hosts.map(({ name }) => name),
		company.locale,
	);
	const entry = describeForHosts(booked, application, { names, deskUrl });
	return {
		replyTo: application.answers.email,
		subject: `${isReminder ? "Reminder: interview on" : `${title}:`} ${writeStart(booked)}, ${fullName} (${interview.reference})`,
		attachments: isReminder
			? []
			: [
					attachInvitation(
						"interview.ics",
						{ ...entry, isCancelled: entry.isCancelled || isAway },
						{ email: recipient },
						{ company, product: interviewsProduct, now: told.now },
					),
				],
		...(await renderEmail(
			<EmailLayout title={title} preview={`${writeStart(booked)}, ${fullName}`} company={company}>
				<Text style={emailText}>{note}</Text>
				<EmailLines lines={[`When: ${writeStart(booked)}`, ...listFacts(booked, application, names)]} />
				<DeskLink url={`${deskUrl}/interviews/${interview.reference}`} />
			</EmailLayout>,
		)),
	};
}

/** Tells careers what an applicant has done. */
async function renderNotice(
	{ deed = "booked" }: InterviewParameters,
	{ interview, application }: InterviewToTell,
	{ company, deskUrl }: TextDeps,
): Promise<RenderedEmail> {
	const { fullName } = application.answers;
	const titles = {
		booked: "Interview booked",
		moved: "Interview moved",
		cancelled: "Interview cancelled",
		declined: "Interview declined",
		withdrawn: "Interview cancelled, for the application was withdrawn",
	};
	const title = titles[deed];
	const when = interview.startsAt ? writeStart({ ...interview, startsAt: interview.startsAt }) : "no time";
	return {
		replyTo: application.answers.email,
		subject: `${title}: ${interview.startsAt ? `${when}, ` : ""}${fullName} (${application.reference})`,
		...(await renderEmail(
			<EmailLayout title={title} preview={`${fullName}, ${application.jobTitle}`} company={company}>
				<EmailLines
					lines={[
						...(interview.startsAt ? [`When: ${when}`] : []),
						`Applicant: ${fullName}`,
						`Position: ${application.jobTitle}`,
						`Reference: ${interview.reference}, of application ${application.reference}`,
					]}
				/>
				<DeskLink url={`${deskUrl}/applications/${application.reference}`} />
			</EmailLayout>,
		)),
	};
}

function withTime(interview: InterviewRecord): BookedInterview | undefined {
	return interview.startsAt && { ...interview, startsAt: interview.startsAt };
}

function writeStart({ startsAt, timeZone }: Pick<BookedInterview, "startsAt" | "timeZone">): string {
	return formatStart(startsAt.epochMilliseconds, timeZone);
}

function listWith(names: readonly string[], { locale }: Company): string[] {
	return names.length === 0 ? [] : [`With: ${joinNames(names, locale)}`];
}

function threadHeaders(thread: readonly string[]): Record<string, string> {
	const last = thread.at(-1);
	return last === undefined ? {} : { "In-Reply-To": last, References: thread.join(" ") };
}

/** Anybody can apply with anybody's address, so nothing of what was typed is in it but a name that looks like one. */
function ToApplicant({
	told,
	title,
	preview,
	company,
	children,
}: {
	told: Pick<InterviewToTell, "application">;
	title: string;
	preview: string;
	company: Company;
	children: ReactNode;
}) {
	const name = greetedName(told.application.answers.fullName);
	return (
		<EmailLayout title={title} preview={preview} company={company}>
			<Text style={emailText}>{name ? `Hello ${name},` : "Hello,"}</Text>
			{children}
		</EmailLayout>
	);
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

function VideoText({ interview: { place, videoUrl }, company }: { interview: BookedInterview; company: Company }) {
	if (place.kind !== "video") return null;
	if (videoUrl === undefined)
		return (
			<Text style={emailText}>
				We send you the link to the video call by e-mail before it begins. If it has not come five minutes before, call{" "}
				{company.phone.display}.
			</Text>
		);
	return (
		<Text style={emailText}>
			The video call takes place at this address: <EmailLink href={videoUrl} />
			<br />
			If you cannot get in, call {company.phone.display}.
		</Text>
	);
}
