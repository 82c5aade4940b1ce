import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { z } from "zod";
import { greetedName } from "../../platform/email/greeted-name.ts";
import {
	DeskLink,
	EmailLayout,
	EmailLines,
	EmailLink,
	emailText,
	renderEmail,
} from "../../platform/email/email-layout.server.tsx";
import { attachInvitation, type Guest } from "../../platform/email/calendar-file.ts";
import {
	recordGone,
	type Attachment,
	type EmailRenderers,
	type EmailToRender,
	type NotSent,
	type RenderedEmail,
} from "../../platform/email/email.ts";
import type { HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import type { Company } from "../../shared/company.ts";
import { callsProduct, toCalendarEntry, type EntryTexts } from "./calendar.server.ts";
import {
	bookingEmailKinds,
	byStaffSchema,
	formerSlotSchema,
	type BookingEmailKind,
	type BookingEvent,
	type ByStaff,
	type FormerSlot,
} from "./email-intents.server.ts";
import { findHostOf } from "./host-of-call.server.ts";
import { formatFullDate, formatSlot, formatTimeOf, nameZone, writeThisDuration } from "../../shared/slot-texts.ts";
import { createConfirmUrl, createManageUrl } from "./private-links.ts";
import { fullNameOf, type BookingRecord } from "./booking-record.server.ts";
import { findBooking } from "./find-bookings.server.ts";

export type BookingEmailDeps = {
	company: Company;
	salesEmail: string;
	/** Origins of the private links and of the links into the desk, without a slash at the end. */
	publicUrl: string;
	deskUrl: string;
};

type EmailDeps = BookingEmailDeps & {
	now: Temporal.Instant;
	/** Who holds the call. */
	host?: HostPerson | undefined;
};
type VisitorEmailDeps = EmailDeps & { /** The visitor's private link. */ manageUrl: string };

/** Renders the e-mails about bookings: all of them say how the call is now. */
export function createBookingRenderers({
	hosts,
	...deps
}: BookingEmailDeps & { hosts: Pick<HostDeps, "listPeople"> }): EmailRenderers<BookingEmailKind> {
	const renderers = bookingEmailKinds.map((kind): [BookingEmailKind, EmailRenderers[string]] => [
		kind,
		async ({ reference, recipient, parameters }, { db, now }) => {
			const booking = await findBooking(db, reference);
			if (!booking) return recordGone;
			const host = await findHostOf(db, booking, hosts);
			return renderBookingEmail({ kind, recipient, parameters }, booking, { ...deps, now, host });
		},
	]);
	return Object.fromEntries(renderers) as EmailRenderers<BookingEmailKind>;
}

/** Renders one e-mail about a booking as it is now, or says why it makes no sense any more. */
export async function renderBookingEmail(
	{ kind, recipient, parameters }: { kind: BookingEmailKind } & Pick<EmailToRender, "recipient" | "parameters">,
	booking: BookingRecord,
	deps: EmailDeps,
): Promise<RenderedEmail | NotSent> {
	const isAboutCancellation = kind.endsWith("-cancelled");
	if (booking.state === "cancelled" && !isAboutCancellation)
		return { notSent: booking.confirmBy ? "nobody confirmed the call in time" : "the call is cancelled" };
	return writers[kind](booking, parameters, { ...deps, recipient });
}

type WriteEmail = (
	booking: BookingRecord,
	parameters: unknown,
	deps: EmailDeps & { recipient: string },
) => Promise<RenderedEmail | NotSent>;

const writeVisitorReminder: WriteEmail = (booking, parameters, deps) =>
	renderVisitorReminder(booking, withManageUrl(parameters, deps));
const writeStaffReminder: WriteEmail = (booking, _, deps) => renderStaffReminder(booking, deps);
const writeHostReminder: WriteEmail = async (booking, parameters, deps) =>
	isHeldBy(booking, parameters) ? renderStaffReminder(booking, deps) : heldByAnother;

const writers: Record<BookingEmailKind, WriteEmail> = {
	"booking-confirm-request": async (booking, parameters, deps) => {
		const { confirmBy } = booking;
		if (!confirmBy) return { notSent: "the call is confirmed already" };
		return renderConfirmRequest({ ...booking, confirmBy }, readConfirmUrl(parameters, deps), deps);
	},
	"booking-confirmation": (booking, parameters, deps) =>
		renderVisitorEmail(booking, { kind: "booked" }, withManageUrl(parameters, deps)),
	"booking-moved": (booking, parameters, deps) =>
		renderVisitorEmail(booking, readMove(parameters), withManageUrl(parameters, deps)),
	"booking-cancelled": (booking, parameters, deps) =>
		renderVisitorEmail(booking, { kind: "cancelled", by: readBy(parameters) }, withManageUrl(parameters, deps)),
	"booking-staff-notice": (booking, _, deps) => renderStaffEmail(booking, { kind: "booked" }, deps),
	"booking-staff-moved": (booking, parameters, deps) => renderStaffEmail(booking, readMove(parameters), deps),
	"booking-staff-cancelled": (booking, parameters, deps) =>
		renderStaffEmail(booking, { kind: "cancelled", by: readBy(parameters) }, deps),
	"booking-handed-over": (booking, parameters, deps) =>
		renderVisitorEmail(booking, { kind: "handed-over", by: readBy(parameters) }, withManageUrl(parameters, deps)),
	"booking-host-notice": async (booking, parameters, deps) =>
		isHeldBy(booking, parameters) ? renderStaffEmail(booking, { kind: "handed-over" }, deps) : heldByAnother,
	"booking-host-moved": async (booking, parameters, deps) =>
		isHeldBy(booking, parameters) ? renderStaffEmail(booking, readMove(parameters), deps) : heldByAnother,
	"booking-host-cancelled": (booking, parameters, deps) =>
		renderStaffEmail(booking, { kind: "cancelled", by: readBy(parameters) }, deps),
	"booking-host-given-away": async (booking, parameters, deps) =>
		isHeldBy(booking, parameters) ? { notSent: "they hold the call again" } : renderGivenAway(booking, deps),
	"booking-reminder-day": writeVisitorReminder,
	"booking-reminder-hour": writeVisitorReminder,
	"booking-staff-reminder-day": writeStaffReminder,
	"booking-staff-reminder-hour": writeStaffReminder,
	"booking-host-reminder-day": writeHostReminder,
	"booking-host-reminder-hour": writeHostReminder,
};

const heldByAnother: NotSent = { notSent: "somebody else holds the call" };

const linkSchema = z.object({ token: z.string() });
const confirmSchema = linkSchema.extend({ confirmCode: z.string() });
const moveSchema = z.object({ from: formerSlotSchema });
const hostSchema = z.object({ hostId: z.string() });

/** Whether a call is still that of the host whom an e-mail was meant for. */
function isHeldBy({ hostId }: BookingRecord, parameters: unknown): boolean {
	return hostSchema.parse(parameters).hostId === hostId;
}

function withManageUrl(parameters: unknown, deps: EmailDeps): VisitorEmailDeps {
	return { ...deps, manageUrl: createManageUrl(deps.publicUrl, linkSchema.parse(parameters).token) };
}

function readConfirmUrl(parameters: unknown, { publicUrl }: EmailDeps): string {
	const { token, confirmCode } = confirmSchema.parse(parameters);
	return createConfirmUrl(createManageUrl(publicUrl, token), confirmCode);
}

function readMove(parameters: unknown): BookingEvent {
	return { kind: "moved", from: moveSchema.parse(parameters).from, by: readBy(parameters) };
}

function readBy(parameters: unknown): ByStaff | undefined {
	return z.object({ by: byStaffSchema.optional() }).parse(parameters ?? {}).by;
}

/** Asks a visitor to confirm a call. */
async function renderConfirmRequest(
	booking: BookingRecord & { confirmBy: Temporal.Instant },
	confirmUrl: string,
	{ company, salesEmail }: EmailDeps,
): Promise<RenderedEmail> {
	const title = "Please confirm your demo call";
	const until = formatTimeOf(booking.confirmBy.epochMilliseconds, booking.timeZone);
	return {
		replyTo: salesEmail,
		subject: `${title}: ${formatSlot(booking)} (${booking.reference})`,
		...(await renderEmail(
			<VisitorEmail booking={booking} title={title} company={company}>
				<Text style={emailText}>
					We keep this time for you until {until}, {nameZone(booking.timeZone, company)} time:
				</Text>
				<VisitorFacts booking={booking} company={company} host={undefined} />
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
	{ company, manageUrl }: Pick<VisitorEmailDeps, "company" | "manageUrl">,
): EntryTexts {
	return {
		summary: `Demo call with ${company.name}`,
		description: [
			`${booking.domain}, ${booking.durationMinutes} minutes by video.`,
			...(booking.videoUrl === undefined ? [] : [`Video call: ${booking.videoUrl}`]),
			`Reference: ${booking.reference}`,
			`Move or cancel: ${manageUrl}`,
		].join("\n"),
	};
}

/** What the staff's calendar says about the call. */
export function describeForStaff(booking: BookingRecord, host: HostPerson | undefined): EntryTexts {
	return {
		summary: `Demo call: ${fullNameOf(booking)} (${booking.domain})`,
		description: [...listFacts(booking, host), "", booking.message].join("\n").trim(),
	};
}

/**
 * The e-mail to the visitor.
 *
 * Anybody can enter anybody's address, so nothing of the visitor's text is in it but a name that looks like one.
 */
async function renderVisitorEmail(
	booking: BookingRecord,
	event: BookingEvent,
	parts: VisitorEmailDeps,
): Promise<RenderedEmail> {
	const { company, manageUrl } = parts;
	const slot = formatSlot(booking);
	const titles = {
		booked: "Your demo call is booked",
		moved: "Your demo call has moved",
		"handed-over": "Your demo call has another host",
		cancelled: "Your demo call is cancelled",
	};
	const sentences = {
		booked: `Thank you for booking a demo with ${company.name}. We have kept ${writeThisDuration(booking.durationMinutes)} for you:`,
		moved:
			event.kind === "moved"
				? `Your call was on ${describeFormerSlot(event.from, booking)}. It now takes place at this time:`
				: "",
		"handed-over": `${parts.host?.name ?? "Somebody else"} will hold this call with you. Its time stays as it is:`,
		cancelled: `${event.kind === "cancelled" && event.by ? "We had to cancel this call" : "We have cancelled this call, as you asked"}, and the attached file takes it out of your calendar:`,
	};
	const message = event.kind === "booked" ? "" : (event.by?.message ?? "");
	return {
		replyTo: parts.salesEmail,
		subject: `${titles[event.kind]}: ${slot} (${booking.reference})`,
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
				<VisitorFacts booking={booking} company={company} host={parts.host} />
				{message !== "" && <EmailLines lines={message.split("\n")} />}
				{event.kind === "cancelled" ? (
					<Text style={emailText}>
						If you would like another time, book a new call on our site or reply to this e-mail.
					</Text>
				) : (
					<>
						<Text style={emailText}>
							{booking.videoUrl === undefined ? (
								"An engineer sends you the link to the video call by e-mail before it begins."
							) : (
								<>
									The video call takes place at this address: <EmailLink href={booking.videoUrl} />
									<br />
								</>
							)}{" "}
							The attached file puts the call into your calendar.
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
async function renderVisitorReminder(booking: BookingRecord, parts: VisitorEmailDeps): Promise<RenderedEmail> {
	return {
		replyTo: parts.salesEmail,
		subject: `Reminder: your demo call is on ${formatSlot(booking)} (${booking.reference})`,
		...(await renderEmail(
			<VisitorEmail booking={booking} title="Your demo call is coming up" company={parts.company}>
				<VisitorFacts booking={booking} company={parts.company} host={parts.host} />
				{booking.videoUrl === undefined ? (
					<Text style={emailText}>
						An engineer sends you the link to the video call by e-mail before it begins. If it has not come five minutes
						before, call {parts.company.phone.display}.
					</Text>
				) : (
					<Text style={emailText}>
						The video call takes place at this address: <EmailLink href={booking.videoUrl} />
						<br />
						If you cannot get in, call {parts.company.phone.display}.
					</Text>
				)}
				<ManageText manageUrl={parts.manageUrl} />
			</VisitorEmail>,
		)),
	};
}

type StaffEmailDeps = EmailDeps & { /** Sales, or whoever holds the call. */ recipient: string };

/** The e-mail to sales or to the host; answering it writes to the visitor. */
async function renderStaffEmail(
	booking: BookingRecord,
	event: BookingEvent,
	parts: StaffEmailDeps,
): Promise<RenderedEmail> {
	const { recipient, host } = parts;
	const titles = {
		booked: "Demo call booked",
		moved: "Demo call moved",
		"handed-over": "You hold a demo call",
		cancelled: "Demo call cancelled",
	};
	const note =
		booking.videoUrl === undefined
			? `Reply to this e-mail to send ${booking.firstName} the link to the video call.`
			: `${booking.firstName} has the address of the video call, which stands below.`;
	const notes = {
		booked: note,
		"handed-over": note,
		moved:
			event.kind === "moved"
				? `The call was on ${describeFormerSlot(event.from, booking)}. ${event.by?.name ?? booking.firstName} has moved it.`
				: "",
		cancelled: `${(event.kind === "cancelled" && event.by?.name) || booking.firstName} has cancelled this call. Its time is free again.`,
	};
	return {
		replyTo: booking.email,
		subject: `${titles[event.kind]}: ${formatSlot(booking)}, ${fullNameOf(booking)} (${booking.reference})`,
		attachments: [toAttachment(booking, { email: recipient }, describeForStaff(booking, host), parts)],
		...(await renderEmail(
			<StaffEmail booking={booking} title={titles[event.kind]} note={notes[event.kind]} parts={parts} />,
		)),
	};
}

/** Tells a former host that somebody else holds the call, and takes it out of their calendar. */
async function renderGivenAway(booking: BookingRecord, parts: StaffEmailDeps): Promise<RenderedEmail> {
	const { recipient, host } = parts;
	const entry = { ...booking, state: "cancelled" as const };
	const title = "Somebody else holds a demo call of yours";
	return {
		replyTo: parts.salesEmail,
		subject: `${title}: ${formatSlot(booking)}, ${fullNameOf(booking)} (${booking.reference})`,
		attachments: [toAttachment(entry, { email: recipient }, describeForStaff(booking, host), parts)],
		...(await renderEmail(
			<StaffEmail
				booking={booking}
				title={title}
				note="You do not hold this call any more. The attached file takes it out of your calendar."
				parts={parts}
			/>,
		)),
	};
}

async function renderStaffReminder(booking: BookingRecord, parts: EmailDeps): Promise<RenderedEmail> {
	return {
		replyTo: booking.email,
		subject: `Reminder: demo call on ${formatSlot(booking)}, ${fullNameOf(booking)} (${booking.reference})`,
		...(await renderEmail(
			<StaffEmail
				booking={booking}
				title="A demo call is coming up"
				note={
					booking.videoUrl === undefined
						? `If ${booking.firstName} does not have the link to the video call yet, reply to this e-mail to send it.`
						: `${booking.firstName} has the address of the video call, which stands below.`
				}
				parts={parts}
			/>,
		)),
	};
}

/** Names the zone only where it is another one now. */
function describeFormerSlot(from: FormerSlot, { timeZone }: BookingRecord): string {
	return from.timeZone === timeZone ? formatSlot(from) : `${formatSlot(from)} (${from.timeZone})`;
}

function toAttachment(booking: BookingRecord, guest: Guest, texts: EntryTexts, parts: EmailDeps): Attachment {
	return attachInvitation("demo-call.ics", toCalendarEntry(booking, texts), guest, { ...parts, product: callsProduct });
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

function VisitorFacts({
	booking,
	company,
	host,
}: {
	booking: BookingRecord;
	company: Company;
	host: HostPerson | undefined;
}) {
	const { timeZone, durationMinutes } = booking;
	return (
		<EmailLines
			lines={[
				formatFullDate(booking.date),
				`${booking.time}, ${nameZone(timeZone, company)} time (${timeZone}), ${durationMinutes} minutes by video`,
				`About: ${booking.domain}`,
				...(host ? [`With: ${host.name}`] : []),
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
	parts: { company, deskUrl, host },
}: {
	booking: BookingRecord;
	title: string;
	note: string;
	parts: Pick<EmailDeps, "company" | "deskUrl" | "host">;
}) {
	return (
		<EmailLayout title={title} preview={`${formatSlot(booking)}, ${fullNameOf(booking)}`} company={company}>
			<Text style={emailText}>{note}</Text>
			<EmailLines
				lines={[
					`When: ${formatSlot(booking)}, ${nameZone(booking.timeZone, company)} time`,
					...listFacts(booking, host),
				]}
			/>
			{booking.message !== "" && <EmailLines lines={booking.message.split("\n")} />}
			<DeskLink url={`${deskUrl}/bookings/${booking.reference}`} />
		</EmailLayout>
	);
}

function listFacts(booking: BookingRecord, host: HostPerson | undefined): string[] {
	return [
		...(host ? [`Held by: ${host.name}`] : []),
		...(booking.videoUrl === undefined ? [] : [`Video call: ${booking.videoUrl}`]),
		`Name: ${fullNameOf(booking)}`,
		`E-mail: ${booking.email}`,
		`Phone: ${booking.phone}`,
		`About: ${booking.domain}`,
		`Reference: ${booking.reference}`,
	];
}
