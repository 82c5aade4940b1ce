import { Text } from "@react-email/components";
import type { ReactNode } from "react";
import { greetedName } from "../../platform/email/greeted-name.ts";
import {
	DeskLink,
	EmailLayout,
	EmailLines,
	EmailLink,
	emailText,
	renderEmail,
} from "../../platform/email/email-layout.server.tsx";
import type { Attachment, Email } from "../../platform/email/outbox-store.ts";
import type { Company } from "../../shared/company.ts";
import { writeInvitation, type EntryTexts, type Guest } from "./calendar.server.ts";
import { listReminders, reminderNames } from "./reminders.ts";
import { formatFullDate, formatSlot, formatTimeOf, nameZone, writeThisDuration } from "./slot-texts.ts";
import { fullNameOf, type BookedSlot, type BookingRecord } from "./store.server.ts";

/** What became of a booking. A moved one was at another time before. */
export type BookingEvent = { kind: "booked" } | { kind: "moved"; from: BookedSlot } | { kind: "cancelled" };

export type EmailDeps = {
	company: Company;
	salesEmail: string;
	/** The visitor's private link. */ manageUrl: string;
	/** Origin of the links into the desk, without a slash at the end. */ deskUrl: string;
	now: Temporal.Instant;
};

/** The reminders of a booking that have not gone out are deleted when it moves or is cancelled. */
export const reminderKinds = reminderNames.flatMap(
	(name) => [`booking-reminder-${name}`, `booking-staff-reminder-${name}`] as const,
);

/** What tells of a move; one that has not gone out gives way to the next. */
export const movedKinds = ["booking-moved", "booking-staff-moved"] as const;

export const bookingEmailKinds = [
	"booking-confirm-request",
	"booking-confirmation",
	...movedKinds,
	"booking-cancelled",
	"booking-staff-notice",
	"booking-staff-cancelled",
	...reminderKinds,
] as const;
type BookingEmail = Email<(typeof bookingEmailKinds)[number]>;

/**
 * Writes all e-mails that something about a booking calls for: one to the visitor and one to sales, each with the
 * calendar file, and the reminders to both that are still to come, 24 hours and 1 hour before the call.
 */
export async function createBookingEmails(
	booking: BookingRecord,
	event: BookingEvent,
	parts: EmailDeps,
): Promise<BookingEmail[]> {
	const [visitor, staff] = await Promise.all([
		createVisitorEmail(booking, event, parts),
		createStaffEmail(booking, event, parts),
	]);
	if (event.kind === "cancelled") return [visitor, staff];
	const reminders = listReminders(booking.startsAt.epochMilliseconds, parts.now.epochMilliseconds);
	if (reminders.length === 0) return [visitor, staff];
	const [visitorReminder, staffReminder] = await Promise.all([
		createVisitorReminder(booking, parts),
		createStaffReminder(booking, parts),
	]);
	const expiresAt = booking.startsAt;
	return [
		visitor,
		staff,
		...reminders.flatMap(({ name, atMs }) => {
			const notBefore = Temporal.Instant.fromEpochMilliseconds(atMs);
			return [
				{ ...visitorReminder, kind: `booking-reminder-${name}` as const, notBefore, expiresAt },
				{ ...staffReminder, kind: `booking-staff-reminder-${name}` as const, notBefore, expiresAt },
			];
		}),
	];
}

/**
 * Writes the e-mail that asks a visitor to confirm a call, the only one until that is done.
 *
 * @param confirmUrl the address that shows the button; nobody has it but the mailbox
 */
export async function createConfirmRequest(
	booking: BookingRecord & { confirmBy: Temporal.Instant },
	{ confirmUrl, ...parts }: Pick<EmailDeps, "company" | "salesEmail"> & { confirmUrl: string },
): Promise<BookingEmail> {
	const { company, salesEmail } = parts;
	const title = "Please confirm your demo call";
	const until = formatTimeOf(booking.confirmBy.epochMilliseconds, booking.timeZone);
	return {
		reference: booking.reference,
		recipient: booking.email,
		replyTo: salesEmail,
		subject: `${title}: ${formatSlot(booking)} (${booking.reference})`,
		kind: "booking-confirm-request",
		expiresAt: booking.confirmBy,
		...(await renderEmail(
			<VisitorEmail booking={booking} title={title} company={company}>
				<Text style={emailText}>
					We keep this time for you until {until}, {nameZone(booking.timeZone, company)} time:
				</Text>
				<VisitorFacts booking={booking} company={company} />
				<Text style={emailText}>
					Open this address and press the button on the page. Then the call is booked, and we send you an invitation for
					your calendar.
					<br />
					<EmailLink href={confirmUrl} />
				</Text>
				<Text style={emailText}>
					If nobody confirms it by then, the time goes back to others and you hear no more of it. We ask because several
					calls were booked in a short time, and we want to be sure that it was you. If it was not, do nothing.
				</Text>
			</VisitorEmail>,
		)),
	};
}

/** What a visitor's calendar says about the call. */
export function describeForVisitor(
	booking: BookingRecord,
	{ company, manageUrl }: Pick<EmailDeps, "company" | "manageUrl">,
): EntryTexts {
	return {
		summary: `Demo call with ${company.name}`,
		description: [
			`${booking.domain}, ${booking.durationMinutes} minutes by video.`,
			`Reference: ${booking.reference}`,
			`Move or cancel: ${manageUrl}`,
		].join("\n"),
	};
}

/** What the staff's calendar says about the call. */
export function describeForStaff(booking: BookingRecord): EntryTexts {
	return {
		summary: `Demo call: ${fullNameOf(booking)} (${booking.domain})`,
		description: [...listFacts(booking), "", booking.message].join("\n").trim(),
	};
}

/**
 * The e-mail to the visitor.
 *
 * Anybody can enter anybody's address, so nothing of the visitor's text is in it but a name that looks like one.
 */
async function createVisitorEmail(
	booking: BookingRecord,
	event: BookingEvent,
	parts: EmailDeps,
): Promise<BookingEmail> {
	const { company, manageUrl } = parts;
	const slot = formatSlot(booking);
	const titles = {
		booked: "Your demo call is booked",
		moved: "Your demo call has moved",
		cancelled: "Your demo call is cancelled",
	};
	const sentences = {
		booked: `Thank you for booking a demo with ${company.name}. We have kept ${writeThisDuration(booking.durationMinutes)} for you:`,
		moved:
			event.kind === "moved"
				? `Your call was on ${describeFormerSlot(event.from, booking)}. It now takes place at this time:`
				: "",
		cancelled: "We have cancelled this call, as you asked, and the attached file takes it out of your calendar:",
	};
	return {
		...toVisitor(booking, parts, `${titles[event.kind]}: ${slot} (${booking.reference})`),
		kind: `booking-${event.kind === "booked" ? "confirmation" : event.kind}`,
		attachments: [
			toAttachment(
				booking,
				{ email: booking.email, name: greetedName(booking.firstName) },
				describeForVisitor(booking, parts),
				parts,
			),
		],
		...(await renderEmail(
			<VisitorEmail booking={booking} title={titles[event.kind]} company={company}>
				<Text style={emailText}>{sentences[event.kind]}</Text>
				<VisitorFacts booking={booking} company={company} />
				{event.kind === "cancelled" ? (
					<Text style={emailText}>
						If you would like another time, book a new call on our site or reply to this e-mail.
					</Text>
				) : (
					<>
						<Text style={emailText}>
							An engineer sends you the link to the video call by e-mail before it begins. The attached file puts the
							call into your calendar.
						</Text>
						<ManageText manageUrl={manageUrl} />
					</>
				)}
				{event.kind === "booked" && (
					<Text style={emailText}>
						If you did not book a call, somebody entered your address by mistake. Cancel it with the link above, or do
						nothing.
					</Text>
				)}
			</VisitorEmail>,
		)),
	};
}

/** Says the time and not how long it is until then, for it may arrive late. */
async function createVisitorReminder(booking: BookingRecord, parts: EmailDeps): Promise<Omit<Email, "kind">> {
	return {
		...toVisitor(booking, parts, `Reminder: your demo call is on ${formatSlot(booking)} (${booking.reference})`),
		...(await renderEmail(
			<VisitorEmail booking={booking} title="Your demo call is coming up" company={parts.company}>
				<VisitorFacts booking={booking} company={parts.company} />
				<Text style={emailText}>
					An engineer sends you the link to the video call by e-mail before it begins. If it has not come five minutes
					before, call {parts.company.phone.display}.
				</Text>
				<ManageText manageUrl={parts.manageUrl} />
			</VisitorEmail>,
		)),
	};
}

/** The e-mail to sales; answering it writes to the visitor. */
async function createStaffEmail(booking: BookingRecord, event: BookingEvent, parts: EmailDeps): Promise<BookingEmail> {
	const { salesEmail } = parts;
	const titles = { booked: "Demo call booked", moved: "Demo call moved", cancelled: "Demo call cancelled" };
	const notes = {
		booked: `Reply to this e-mail to send ${booking.firstName} the link to the video call.`,
		moved:
			event.kind === "moved"
				? `The call was on ${describeFormerSlot(event.from, booking)}. ${booking.firstName} has moved it.`
				: "",
		cancelled: `${booking.firstName} has cancelled this call. Its time is free again.`,
	};
	return {
		...toStaff(
			booking,
			parts,
			`${titles[event.kind]}: ${formatSlot(booking)}, ${fullNameOf(booking)} (${booking.reference})`,
		),
		kind: `booking-staff-${event.kind === "booked" ? "notice" : event.kind}`,
		attachments: [toAttachment(booking, { email: salesEmail }, describeForStaff(booking), parts)],
		...(await renderEmail(
			<StaffEmail booking={booking} title={titles[event.kind]} note={notes[event.kind]} parts={parts} />,
		)),
	};
}

async function createStaffReminder(booking: BookingRecord, parts: EmailDeps): Promise<Omit<Email, "kind">> {
	return {
		...toStaff(
			booking,
			parts,
			`Reminder: demo call on ${formatSlot(booking)}, ${fullNameOf(booking)} (${booking.reference})`,
		),
		...(await renderEmail(
			<StaffEmail
				booking={booking}
				title="A demo call is coming up"
				note={`If ${booking.firstName} does not have the link to the video call yet, reply to this e-mail to send it.`}
				parts={parts}
			/>,
		)),
	};
}

/** Names the zone only where it is another one now. */
function describeFormerSlot(from: BookedSlot, { timeZone }: BookingRecord): string {
	return from.timeZone === timeZone ? formatSlot(from) : `${formatSlot(from)} (${from.timeZone})`;
}

function toVisitor(
	booking: BookingRecord,
	{ salesEmail }: EmailDeps,
	subject: string,
): Pick<Email, "reference" | "recipient" | "replyTo" | "subject"> {
	return { reference: booking.reference, recipient: booking.email, replyTo: salesEmail, subject };
}

function toStaff(
	booking: BookingRecord,
	{ salesEmail }: EmailDeps,
	subject: string,
): Pick<Email, "reference" | "recipient" | "replyTo" | "subject"> {
	return { reference: booking.reference, recipient: salesEmail, replyTo: booking.email, subject };
}

function toAttachment(booking: BookingRecord, guest: Guest, texts: EntryTexts, parts: EmailDeps): Attachment {
	const { method, content } = writeInvitation(booking, guest, texts, parts);
	return {
		fileName: "demo-call.ics",
		contentType: `text/calendar; charset=utf-8; method=${method}`,
		contentBase64: Buffer.from(content).toString("base64"),
		calendarMethod: method,
	};
}

function VisitorEmail({
	booking,
	title,
	company,
	children,
}: {
	booking: BookingRecord;
	title: string;
	company: Company;
	children: ReactNode;
}) {
	const name = greetedName(booking.firstName);
	return (
		<EmailLayout title={title} preview={formatSlot(booking)} company={company}>
			<Text style={emailText}>{name ? `Hello ${name},` : "Hello,"}</Text>
			{children}
		</EmailLayout>
	);
}

function VisitorFacts({ booking, company }: { booking: BookingRecord; company: Company }) {
	const { timeZone, durationMinutes } = booking;
	return (
		<EmailLines
			lines={[
				formatFullDate(booking.date),
				`${booking.time}, ${nameZone(timeZone, company)} time (${timeZone}), ${durationMinutes} minutes by video`,
				`About: ${booking.domain}`,
				`Reference: ${booking.reference}`,
			]}
		/>
	);
}

function ManageText({ manageUrl }: { manageUrl: string }) {
	return (
		<Text style={emailText}>
			You can move or cancel the call at this address. It is yours alone: whoever has it can do the same.
			<br />
			<EmailLink href={manageUrl} />
		</Text>
	);
}

function StaffEmail({
	booking,
	title,
	note,
	parts: { company, deskUrl },
}: {
	booking: BookingRecord;
	title: string;
	note: string;
	parts: Pick<EmailDeps, "company" | "deskUrl">;
}) {
	return (
		<EmailLayout title={title} preview={`${formatSlot(booking)}, ${fullNameOf(booking)}`} company={company}>
			<Text style={emailText}>{note}</Text>
			<EmailLines
				lines={[`When: ${formatSlot(booking)}, ${nameZone(booking.timeZone, company)} time`, ...listFacts(booking)]}
			/>
			{booking.message !== "" && <EmailLines lines={booking.message.split("\n")} />}
			<DeskLink url={`${deskUrl}/bookings/${booking.reference}`} />
		</EmailLayout>
	);
}

function listFacts(booking: BookingRecord): string[] {
	return [
		`Name: ${fullNameOf(booking)}`,
		`E-mail: ${booking.email}`,
		`Phone: ${booking.phone}`,
		`About: ${booking.domain}`,
		`Reference: ${booking.reference}`,
	];
}
