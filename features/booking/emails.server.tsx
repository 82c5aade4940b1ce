import { Text } from "@react-email/text";
import { z } from "zod";
import {
	asKnown,
	emailDetailsSchema,
	describeSameHosts,
	explainChangedVideo,
	explainFormerHost,
	explainWrongHost,
	isForHost,
	LinkText,
	renderGuestEmail,
	renderStaffEmail,
	SaidBy,
	VideoText,
} from "../../core/appointments/email-parts.server.tsx";
import type { HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import { attachInvitation } from "../../platform/email/calendar-file.ts";
import { EmailLines, EmailLink, emailText } from "../../platform/email/email-layout.server.tsx";
import {
	recordGone,
	type EmailRenderers,
	type EmailToRender,
	type NotSent,
	type RenderedEmail,
} from "../../platform/email/email.ts";
import { greetedName } from "../../platform/email/greeted-name.ts";
import { demoSlug, writeTitleInSentence } from "../../shared/call-type.ts";
import type { Company } from "../../shared/company.ts";
import { formatFullDate } from "../../shared/format-date.ts";
import { toAnswerLabel } from "../../shared/question-answers.ts";
import { formatSlot, formatTimeOf, nameZone, toSlot, writeThisDuration } from "../../shared/slot-texts.ts";
import {
	demoCallPurpose,
	describeStart,
	fullNameOf,
	joinHosts,
	titleOfCall,
	type BookingRecord,
} from "./booking-record.server.ts";
import { callsProduct, nameCalendarFile, toCalendarEntry, type EntryTexts } from "./calendar.server.ts";
import { bookingEmailKinds, formerSlotSchema, readFormerStart, type BookingEmailKind } from "./email-intents.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { createConfirmUrl, createManageUrl } from "./private-links.ts";

export type BookingEmailDeps = {
	company: Company;
	salesEmail: string;
	/** Origins of the private links and of the links into the desk, without a slash at the end. */
	publicUrl: string;
	deskUrl: string;
};

type EmailDeps = BookingEmailDeps & {
	now: Temporal.Instant;
	host?: HostPerson | undefined;
};

const parametersSchema = emailDetailsSchema.extend({ confirmCode: z.string().optional() });
type Parameters = z.infer<typeof parametersSchema>;

/** Creates the renderers of e-mails about bookings. Each shows the call as it is now. */
export function createBookingRenderers({
	hosts,
	...deps
}: BookingEmailDeps & { hosts: Pick<HostDeps, "listPeople"> }): EmailRenderers<BookingEmailKind> {
	const renderers = bookingEmailKinds.map((kind): [BookingEmailKind, EmailRenderers[string]] => [
		kind,
		async ({ reference, recipient, parameters }, { db, now }) => {
			const booking = await findBooking(db, reference);
			if (!booking) return recordGone;
			const isAsked = booking.hostIds.length > 0 || isForHost(kind);
			const people = isAsked ? await hosts.listPeople(db, demoCallPurpose) : [];
			const { hostId } = parametersSchema.parse(parameters ?? {});
			const former = explainFormerHost(kind, hostId, people, "calls");
			if (former) return former;
			const host = joinHosts(booking, people, deps.company);
			return renderBookingEmail({ kind, recipient, parameters }, booking, { ...deps, now, host });
		},
	]);
	return Object.fromEntries(renderers) as EmailRenderers<BookingEmailKind>;
}

/** Renders one e-mail about a booking, or says why it is obsolete. */
export async function renderBookingEmail(
	{ kind, recipient, parameters }: { kind: BookingEmailKind } & Pick<EmailToRender, "recipient" | "parameters">,
	booking: BookingRecord,
	deps: EmailDeps,
): Promise<RenderedEmail | NotSent> {
	if (booking.state === "cancelled" && !kind.endsWith("-cancelled"))
		return { notSent: booking.confirmBy ? "nobody confirmed the call in time" : "the call is cancelled" };
	const read = parametersSchema.parse(parameters ?? {});
	const told = asKnown(kind, booking, { ...read, startsAt: readFormerStart(read.from) });
	if (isForHost(kind) || kind.startsWith("booking-staff-")) {
		const wrong = isForHost(kind) ? explainWrongHost(kind, read.hostId, booking, "call") : undefined;
		return wrong ?? renderForStaff({ kind, recipient, ...read }, told, deps);
	}
	if (kind.startsWith("booking-guest-")) return renderForGuest({ kind, recipient, ...read }, told, deps);
	if (kind !== "booking-confirm-request") return renderForVisitor({ kind, ...read }, told, deps);
	const { confirmBy } = booking;
	return confirmBy
		? renderConfirmRequest({ ...booking, confirmBy }, read, deps)
		: { notSent: "the call is confirmed already" };
}

async function renderConfirmRequest(
	booking: BookingRecord & { confirmBy: Temporal.Instant },
	{ token = "", confirmCode = "", by }: Parameters,
	{ company, salesEmail, publicUrl }: EmailDeps,
): Promise<RenderedEmail> {
	const title = `Please confirm your ${nounOf(booking)}`;
	const until = formatTimeOf(booking.confirmBy.epochMilliseconds, booking.timeZone);
	return renderGuestEmail({
		name: booking.firstName,
		title,
		preview: describeStart(booking),
		company,
		replyTo: salesEmail,
		subject: `${title}: ${describeStart(booking)} (${booking.reference})`,
		children: (
			<>
				<Text style={emailText}>
					{by && "We had to move your call. "}We are holding this time for you until {until},{" "}
					{nameZone(booking.timeZone, company)} time:
				</Text>
				<VisitorDetails booking={booking} company={company} host={undefined} />
				<SaidBy by={by} />
				<LinkText url={createConfirmUrl(createManageUrl(publicUrl, token), confirmCode)}>
					Open this link and press the button on the page. The call is then booked, and we will send you a calendar
					invitation.
				</LinkText>
				<Text style={emailText}>
					If it isn’t confirmed by then, the slot is released and we won’t contact you again. We ask because{" "}
					{booking.guests ? "guests are invited" : "several calls were booked in a short time"}, and we want to be sure
					it was you. If it was not, you can ignore this e-mail.
				</Text>
			</>
		),
	});
}

export function describeForVisitor(
	booking: BookingRecord,
	{ company, manageUrl }: { company: Company; /** Only the visitor's calendar has it. */ manageUrl?: string },
): EntryTexts {
	return {
		summary: `${titleOfCall(booking)} with ${company.name}`,
		description: [
			`${booking.domain}, ${booking.durationMinutes} minutes${booking.place === "" ? " by video" : ""}.`,
			...(booking.place === "" ? [] : [`Place: ${booking.place}`]),
			...(booking.videoUrl === undefined ? [] : [`Video call: ${booking.videoUrl}`]),
			`Reference: ${booking.reference}`,
			...(manageUrl === undefined ? [] : [`Move or cancel: ${manageUrl}`]),
		].join("\n"),
	};
}

export function describeForStaff(booking: BookingRecord, host: HostPerson | undefined): EntryTexts {
	return {
		summary: `${titleOfCall(booking)}: ${fullNameOf(booking)} (${booking.domain})`,
		description: [...listFacts(booking, host), "", booking.message].join("\n").trim(),
	};
}

/** Tells the visitor about a call or reminds them. States the time, never how long it is until then: it may arrive late. */
async function renderForVisitor(
	{ kind, token = "", from, by, ...details }: { kind: BookingEmailKind } & Parameters,
	booking: BookingRecord,
	deps: EmailDeps,
): Promise<RenderedEmail> {
	const { company, salesEmail, publicUrl, host } = deps;
	const { videoUrl } = booking;
	const noun = nounOf(booking);
	const manageUrl = createManageUrl(publicUrl, token);
	const texts: Partial<Record<BookingEmailKind, [string, string]>> = {
		"booking-confirmation": [
			`Your ${noun} is booked`,
			`Thank you for booking ${isDemo(booking) ? "a demo" : "a call"} with ${company.name}. We have reserved ${writeThisDuration(booking.durationMinutes)} for you:`,
		],
		"booking-moved": [
			`Your ${noun} has moved`,
			`Your call was on ${describeFormer(from, booking)}. It now takes place at this time:`,
		],
		"booking-handed-over": describeSameHosts(details, booking, noun) ?? [
			`Your ${noun} has ${details.fromHostIds?.length === 0 ? "a" : "another"} host`,
			`${host?.name ?? "Someone else"} will take this call. The time stays the same:`,
		],
		"booking-cancelled": [
			`Your ${noun} is cancelled`,
			`${by ? "We had to cancel this call" : "We have cancelled this call, as you asked"}, and the attached file removes it from your calendar:`,
		],
	};
	const [title, sentence] = texts[kind] ?? [`Your ${noun} is coming up`];
	const isReminder = sentence === undefined;
	const texted = describeForVisitor(booking, { company, manageUrl });
	const guest = { email: booking.email, name: greetedName(booking.firstName) };
	return renderGuestEmail({
		name: booking.firstName,
		title,
		preview: describeStart(booking),
		company,
		replyTo: salesEmail,
		subject: `${isReminder ? `Reminder: your ${noun} is on` : `${title}:`} ${describeStart(booking)} (${booking.reference})`,
		...(!isReminder && {
			attachments: [
				attachInvitation(nameCalendarFile(booking), toCalendarEntry(booking, texted), guest, {
					...deps,
					product: callsProduct,
				}),
			],
		}),
		children: (
			<>
				{!isReminder && <Text style={emailText}>{sentence}</Text>}
				<VisitorDetails booking={booking} company={company} host={host} />
				<SaidBy by={by} />
				{isReminder && booking.place === "" && (
					<VideoText videoUrl={videoUrl} sender={host?.name ?? "We"} company={company} />
				)}
				{kind === "booking-cancelled" ? (
					<Text style={emailText}>To find another time, book a new call on our site or reply to this e-mail.</Text>
				) : (
					<>
						{!isReminder && (
							<Text style={emailText}>
								{booking.place !== "" ? (
									"We look forward to seeing you."
								) : videoUrl === undefined ? (
									`${host?.name ?? "We"} will e-mail you the link to the video call before it begins.`
								) : (
									<>
										Join the video call here: <EmailLink href={videoUrl} />
										<br />
									</>
								)}{" "}
								The attached file adds the call to your calendar.
							</Text>
						)}
						<LinkText url={manageUrl}>
							You can move or cancel the call with this private link. Anyone who has it can do the same.
						</LinkText>
					</>
				)}
				{kind === "booking-confirmation" && (
					<Text style={emailText}>
						If you did not book a call, somebody entered your address by mistake. Cancel it with the link above, or
						ignore this e-mail.
					</Text>
				)}
			</>
		),
	});
}

/** Tells a guest of a call. It repeats no typed text except a name that looks like one: anybody can enter any address. */
async function renderForGuest(
	{ kind, recipient, from }: { kind: BookingEmailKind; recipient: string } & Parameters,
	booking: BookingRecord,
	deps: EmailDeps,
): Promise<RenderedEmail | NotSent> {
	const { company, salesEmail, host } = deps;
	const isOff = kind === "booking-guest-cancelled";
	const guest = booking.guests?.find(({ email }) => email.toLowerCase() === recipient.toLowerCase());
	if (isOff ? guest && booking.state === "booked" : !guest)
		return { notSent: isOff ? "they are a guest of the call again" : "they are no longer a guest of the call" };
	const noun = nounOf(booking);
	const inviter = guest?.isOurs === false && greetedName(fullNameOf(booking));
	const texts: Partial<Record<BookingEmailKind, [string, string]>> = {
		"booking-guest-changed": [
			`The ${noun} has changed`,
			describeFormer(from, booking) === describeStart(booking)
				? `${host?.name ?? "Someone else"} will take the call with ${company.name} to which you are invited. The time stays the same:`
				: `The call with ${company.name} to which you are invited was on ${describeFormer(from, booking)}. It is now as follows:`,
		],
		"booking-guest-cancelled": [
			`The ${noun} is cancelled`,
			`You no longer need to keep this time free for the call with ${company.name}. The attached file removes it from your calendar:`,
		],
	};
	const [title, sentence] = texts[kind] ?? [
		`You are invited to ${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`,
		`${inviter || company.name} invites you to a call${inviter ? ` with ${company.name}` : ""}:`,
	];
	const entry = toCalendarEntry(
		isOff ? { ...booking, state: "cancelled" } : booking,
		describeForVisitor(booking, { company }),
	);
	return renderGuestEmail({
		name: "",
		title,
		preview: describeStart(booking),
		company,
		replyTo: salesEmail,
		subject: `${title}: ${describeStart(booking)} (${booking.reference})`,
		attachments: [
			attachInvitation(nameCalendarFile(booking), entry, { email: recipient }, { ...deps, product: callsProduct }),
		],
		children: (
			<>
				<Text style={emailText}>{sentence}</Text>
				<VisitorDetails booking={booking} company={company} host={host} />
				{!isOff && (
					<Text style={emailText}>
						{booking.videoUrl !== undefined && (
							<>
								Join the video call here: <EmailLink href={booking.videoUrl} />
								<br />
							</>
						)}
						The attached file adds the call to your calendar. If you do not know what it is about, ignore this e-mail.
					</Text>
				)}
			</>
		),
	});
}

/** Tells sales or a host; a reply goes to the visitor. */
async function renderForStaff(
	{ kind, recipient, from, by }: { kind: BookingEmailKind; recipient: string } & Parameters,
	booking: BookingRecord,
	deps: EmailDeps,
): Promise<RenderedEmail> {
	const { company, deskUrl, salesEmail, host } = deps;
	const { firstName, videoUrl } = booking;
	const title = titleOfCall(booking);
	const noun = nounOf(booking);
	const what = kind.replace(/^booking-(?:staff|host)-/, "");
	const hasAddress = booking.place === "" ? `${firstName} has the video link below.` : `Place: ${booking.place}`;
	const needsLink = videoUrl === undefined && booking.place === "";
	const note = needsLink ? `Reply to this e-mail to send ${firstName} the video link.` : hasAddress;
	const texts: Record<string, [string, string]> = {
		notice: [`${title} ${kind === "booking-host-notice" ? "assigned to you" : "booked"}`, note],
		moved: [`${title} moved`, `${by?.name ?? firstName} moved this call from ${describeFormer(from, booking)}.`],
		changed: [`${title} changed`, explainChangedVideo(booking)],
		cancelled: [`${title} cancelled`, `${by?.name || firstName} cancelled this call. The time is free again.`],
		"given-away": [
			`Your ${noun} was reassigned`,
			"You no longer host this call. The attached file removes it from your calendar.",
		],
	};
	const reminder: [string, string] = [
		`Upcoming ${noun}`,
		needsLink ? `If ${firstName} does not have the video link yet, reply to this e-mail to send it.` : hasAddress,
	];
	const [heading, sentence] = texts[what] ?? reminder;
	const isReminder = texts[what] === undefined;
	const isAway = what === "given-away";
	const entry = toCalendarEntry(isAway ? { ...booking, state: "cancelled" } : booking, describeForStaff(booking, host));
	const about = `${describeStart(booking)}, ${fullNameOf(booking)}`;
	return renderStaffEmail({
		title: heading,
		preview: about,
		company,
		note: sentence,
		replyTo: isAway ? salesEmail : booking.email,
		subject: `${isReminder ? `Reminder: ${noun} on` : `${heading}:`} ${about} (${booking.reference})`,
		...(!isReminder && {
			attachments: [
				attachInvitation(nameCalendarFile(booking), entry, { email: recipient }, { ...deps, product: callsProduct }),
			],
		}),
		lines: [
			`When: ${describeStart(booking)}, ${nameZone(booking.timeZone, company)} time`,
			...listFacts(booking, host),
		],
		message: booking.message,
		url: `${deskUrl}/bookings/${booking.reference}`,
	});
}

/** Names the type of a call within a sentence. */
function nounOf(booking: BookingRecord): string {
	return writeTitleInSentence(titleOfCall(booking));
}

function isDemo({ callType }: BookingRecord): boolean {
	return callType === demoSlug;
}

/** Names the zone only if it differs now. */
function describeFormer(from: unknown, { timeZone }: BookingRecord): string {
	const slot = formerSlotSchema.safeParse(from).data;
	if (!slot) return "";
	return slot.timeZone === timeZone ? formatSlot(slot) : `${formatSlot(slot)} (${slot.timeZone})`;
}

function VisitorDetails({
	booking,
	company,
	host,
}: {
	booking: BookingRecord;
	company: Company;
	host: HostPerson | undefined;
}) {
	const { startsAt, timeZone, durationMinutes, place } = booking;
	const { date, time } = toSlot(startsAt.epochMilliseconds, timeZone);
	return (
		<EmailLines
			lines={[
				formatFullDate(date),
				`${time}, ${nameZone(timeZone, company)} time (${timeZone}), ${durationMinutes} minutes${place === "" ? " by video" : ""}`,
				...(place === "" ? [] : [`Place: ${place}`]),
				`About: ${booking.domain}`,
				...(host ? [`With: ${host.name}`] : []),
				`Reference: ${booking.reference}`,
			]}
		/>
	);
}

function listFacts(booking: BookingRecord, host: HostPerson | undefined): string[] {
	return [
		...(host ? [`Host: ${host.name}`] : []),
		...(booking.videoUrl === undefined ? [] : [`Video call: ${booking.videoUrl}`]),
		`Name: ${fullNameOf(booking)}`,
		`E-mail: ${booking.email}`,
		`Phone: ${booking.phone}`,
		...(isDemo(booking) ? [] : [`Call: ${booking.callTitle}, ${booking.durationMinutes} minutes`]),
		...(booking.place === "" ? [] : [`Place: ${booking.place}`]),
		`About: ${booking.domain}`,
		...(booking.guests ? [`Guests: ${booking.guests.map(({ email }) => email).join(", ")}`] : []),
		...(booking.answers ?? []).map(({ question, answer }) => `${toAnswerLabel(question)}: ${answer}`),
		`Reference: ${booking.reference}`,
	];
}
