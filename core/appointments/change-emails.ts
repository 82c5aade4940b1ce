import { z } from "zod";
import type { EmailIntent } from "../../platform/email/email.ts";
import { listReminders, reminderNames } from "../../shared/reminders.ts";
import { isBooked, isHeldBy, type Appointment, type Guest, type Timed } from "./appointment.ts";
import type { HostPerson } from "./host-store.server.ts";

/** invited: its other guests changed; declined: before a time was chosen; withdrawn: with its application; called off: by a reply that says so. */
export type ChangeKind =
	| "booked"
	| "moved"
	| "handed-over"
	| "invited"
	| "cancelled"
	| "declined"
	| "withdrawn"
	| "called-off";

export const byStaffSchema = z.object({ name: z.string(), message: z.string() });
/**
 * The member who made the change, with a message to the guest; absent when the guest made it, or without a name where messages of earlier
 * changes go with it.
 */
export type SignedBy = z.infer<typeof byStaffSchema>;

/** Parameters that any e-mail about an appointment may have. */
export type EmailDetails = {
	/** Of the guest's private link. */
	token?: string;
	/** The host who receives it. */
	hostId?: string;
	/** The time that the recipient knows, as the kind writes it. */
	from?: unknown;
	/** The previous video link that the recipient knows; null without one. */
	fromVideoUrl?: string | null;
	/** The previous hosts that a guest knows. */
	fromHostIds?: readonly string[];
	by?: SignedBy | undefined;
	/** Whether the recipient's calendar has an entry to remove. */
	hadTime?: boolean;
	/** The guest's action. */
	deed?: ChangeKind;
};

type Addressed = { kind: string; parameters?: EmailDetails };

/** A kind's declaration of its e-mails; `kind` is the part after the prefix: "moved", "host-moved". */
export type AppointmentEmails<A extends Appointment, G extends Guest> = {
	prefix: string;
	/** The first e-mail to the guest, and to a host, about a time. */
	first: string;
	hostFirst: string;
	/** All kinds, with prefix. */
	kinds: readonly string[];
	/** Kinds, with prefix, that a later change replaces if they have not left. */
	superseded: readonly string[];
	/** The record that the e-mails belong to, and the parameter that tells its appointments apart. */
	recordOf(appointment: A): { reference: string; parameter?: { name: string; value: string } };
	/** Whether anybody besides the guest's mailbox knows about it. */
	isTold(appointment: A): boolean;
	/** Whether the guest gets an e-mail; they may read about the change elsewhere. */
	tellsGuest(change: ChangeKind): boolean;
	/** Lists the addresses of others who are invited: guest-invited, guest-changed, guest-cancelled; absent for a kind without any. */
	listOthers?(appointment: A): string[];
	/** The mailbox of the office concerned, and its e-mails. */
	office: string;
	tellOffice(
		change: { kind: ChangeKind; by: SignedBy | undefined; before: A | undefined; after: A },
		/** The time that the office knows, if it differs. */
		from: Temporal.Instant | undefined,
		writeFrom: (from: Temporal.Instant) => unknown,
	): Addressed[];
	/** Whether the office gets reminders too. */
	remindsOffice: boolean;
	/** Converts a previous time to parameters and back. */
	writeFrom(from: Temporal.Instant, before: A): unknown;
	readFrom(from: unknown): Temporal.Instant | undefined;
	/** Type only. */
	guest?: G;
};

/** The parts of a set-aside e-mail that are needed. */
export type EmailThatGaveWay = { kind: string; recipient: string; parameters: string | null };

export type ChangeToTell<A extends Appointment, G extends Guest> = {
	/** Undefined for a new appointment, or while nobody knows about it. */
	before: A | undefined;
	after: A;
	change: {
		kind: ChangeKind;
		by?: SignedBy | undefined;
		/** Instead of `by`, for the guest: with the messages of earlier changes. */
		said?: SignedBy | undefined;
	};
	guest: G;
	/** Of the guest's private link. */
	token: string;
	/** Hosts who can receive e-mails. */
	people: readonly HostPerson[];
	/** Its e-mails that were set aside before they left. */
	gaveWay?: readonly EmailThatGaveWay[];
	now: Temporal.Instant;
};

/** Lists the kinds of reminders; the office's are sent only where it gets reminders. */
export function listReminderKinds<Prefix extends string>(prefix: Prefix) {
	return reminderNames.flatMap((name) => [`${prefix}-reminder-${name}`, `${prefix}-host-reminder-${name}`] as const);
}

/**
 * Lists the e-mails that a change needs: to the guest and to previous and new hosts, as far as they do not know it yet; to the office; and
 * the reminders still to come.
 */
export function listChangeEmails<A extends Appointment, G extends Guest>(
	emails: AppointmentEmails<A, G>,
	{ before, after, change, guest, token, people, gaveWay = [], now }: ChangeToTell<A, G>,
): EmailIntent[] {
	// Only the name of the member goes into the e-mail.
	const by = change.by && { name: change.by.name, message: change.by.message };
	const said = change.said ?? by;
	const known = readKnown(emails, before, gaveWay);
	const booked: Timed<A> | undefined = isBooked(after) ? after : undefined;
	const { reference, parameter } = emails.recordOf(after);
	const write = (kind: string, recipient: string, details: EmailDetails = {}, times = {}): EmailIntent => ({
		kind: `${emails.prefix}-${kind}`,
		reference,
		recipient,
		parameters: { ...(parameter && { [parameter.name]: parameter.value }), ...details },
		...times,
	});
	const writeFrom = (from: Temporal.Instant) => emails.writeFrom(from, before ?? after);
	const writeKnown = ({ startsAt, videoUrl, hostIds }: KnownByGuest) => ({
		from: writeFrom(startsAt),
		fromVideoUrl: videoUrl,
		fromHostIds: hostIds,
	});

	const listForGuest = (): EmailIntent[] => {
		if (!emails.tellsGuest(change.kind)) return [];
		const { byGuest } = known;
		if (!booked)
			return after.state === "cancelled"
				? [
						write("cancelled", guest.email, {
							token,
							by: said,
							hadTime: byGuest !== undefined,
							...(byGuest && writeKnown(byGuest)),
						}),
					]
				: [];
		if (!byGuest) return [write(emails.first, guest.email, { token, by: said })];
		const details = { token, ...writeKnown(byGuest), by: said };
		if (!byGuest.startsAt.equals(booked.startsAt)) return [write("moved", guest.email, details)];
		const hasMessage = change.kind === "handed-over" && Boolean(said?.message);
		return hasMessage || !isHeldAsKnown(booked, byGuest) ? [write("handed-over", guest.email, details)] : [];
	};
	const listForHost = ({ id: hostId, email }: HostPerson): EmailIntent[] => {
		const told = known.byHosts.get(hostId);
		const holds = booked?.hostIds.includes(hostId) === true;
		if (!told) return holds ? [write(emails.hostFirst, email, { hostId, by })] : [];
		const details = { hostId, by, from: writeFrom(told.startsAt), fromVideoUrl: told.videoUrl };
		if (!booked) return [write("host-cancelled", email, { ...details, hadTime: true })];
		if (!holds) return [write("host-given-away", email, details)];
		if (!told.startsAt.equals(booked.startsAt)) return [write("host-moved", email, details)];
		return told.videoUrl === videoUrlOf(booked) ? [] : [write("host-changed", email, details)];
	};
	const hosts = booked ? people.filter(({ id }) => booked.hostIds.includes(id)) : [];
	// Hosts and the visitor get their own e-mails; a guest's cancellation would take the appointment from their calendar.
	const told = new Set([guest, ...hosts].map(({ email }) => email.toLowerCase()));
	const others = { before: listOthersOf(emails, before), after: listOthersOf(emails, booked) };
	const listForOther = (email: string): EmailIntent[] => {
		if (told.has(email.toLowerCase())) return [];
		const from = known.byOthers.get(email);
		if (!from) return others.after.includes(email) ? [write("guest-invited", email)] : [];
		if (!booked || !others.after.includes(email)) return [write("guest-cancelled", email, writeKnown(from))];
		const isChanged = !from.startsAt.equals(booked.startsAt) || !isHeldAsKnown(booked, from);
		return isChanged ? [write("guest-changed", email, writeKnown(from))] : [];
	};
	const officeKnows = booked && known.byOffice?.equals(booked.startsAt) ? undefined : known.byOffice;
	return [
		...listForGuest(),
		...emails
			.tellOffice({ kind: change.kind, by, before, after }, officeKnows, writeFrom)
			.map(({ kind, parameters }) => write(kind, emails.office, parameters)),
		...people.flatMap(listForHost),
		...[...new Set([...others.before, ...others.after])].flatMap(listForOther),
		...(booked ? listReminderTimes(booked.startsAt, now) : []).flatMap(({ name, ...times }) => [
			write(`reminder-${name}`, guest.email, { token }, times),
			...(emails.remindsOffice ? [write(`staff-reminder-${name}`, emails.office, {}, times)] : []),
			...hosts.map(({ id, email }) => write(`host-reminder-${name}`, email, { hostId: id }, times)),
		]),
	];
}

function listOthersOf<A extends Appointment, G extends Guest>(
	{ listOthers }: AppointmentEmails<A, G>,
	appointment: A | undefined,
): string[] {
	return (appointment && isBooked(appointment) && listOthers?.(appointment)) || [];
}

function videoUrlOf(appointment: Pick<Appointment, "videoUrl"> | undefined): string | null {
	return appointment?.videoUrl ?? null;
}

/** Keeps the e-mails to hosts. */
export function keepHostEmails<A extends Appointment, G extends Guest>(
	{ prefix }: AppointmentEmails<A, G>,
	emails: readonly EmailIntent[],
): EmailIntent[] {
	return emails.filter(({ kind }) => kind.startsWith(`${prefix}-host-`));
}

/** An appointment as the last e-mail that left described it to a guest. */
type KnownByGuest = { startsAt: Temporal.Instant; videoUrl: string | null; hostIds: readonly string[] };

/** Tells whether it has the hosts and the video link that a guest knows. */
function isHeldAsKnown(appointment: Appointment, { hostIds, videoUrl }: KnownByGuest): boolean {
	return videoUrlOf(appointment) === videoUrl && isHeldBy(appointment, hostIds);
}

/** Returns the time, the video link and, for guests, the hosts that the recipients know from the last e-mail that left. */
function readKnown<A extends Appointment, G extends Guest>(
	emails: AppointmentEmails<A, G>,
	before: A | undefined,
	gaveWay: readonly EmailThatGaveWay[],
) {
	const { prefix, first, hostFirst, readFrom } = emails;
	const startsAt = before && isBooked(before) ? before.startsAt : undefined;
	const held = startsAt && before && { startsAt, videoUrl: videoUrlOf(before), hostIds: before.hostIds };
	const known = {
		byGuest: held as KnownByGuest | undefined,
		byOffice: startsAt,
		byOthers: new Map<string, KnownByGuest>(held && listOthersOf(emails, before).map((email) => [email, held])),
		byHosts: new Map<string, Omit<KnownByGuest, "hostIds">>(held?.hostIds.map((id) => [id, held])),
	};
	for (const { kind, recipient, parameters } of gaveWay) {
		const { hostId = "", from, fromVideoUrl, fromHostIds = [] } = JSON.parse(parameters ?? "{}") as EmailDetails;
		const told = readFrom(from);
		// E-mails written by earlier releases have neither links nor hosts.
		const videoUrl = fromVideoUrl === undefined ? videoUrlOf(before) : fromVideoUrl;
		const at = told ?? startsAt;
		const toldGuest = at && { startsAt: at, videoUrl, hostIds: fromHostIds };
		const is = (...names: string[]) => names.some((name) => kind === `${prefix}-${name}`);
		if (is("moved", "handed-over")) known.byGuest = toldGuest;
		if (is("staff-moved")) known.byOffice = told;
		if (is("guest-invited")) known.byOthers.delete(recipient);
		if (is("guest-changed") && toldGuest) known.byOthers.set(recipient, toldGuest);
		if (is(hostFirst)) known.byHosts.delete(hostId);
		if (is("host-moved", "host-changed", "host-given-away") && told)
			known.byHosts.set(hostId, { startsAt: told, videoUrl });
	}
	// They have never heard of it, so other e-mails that were set aside tell them nothing.
	if (gaveWay.some(({ kind }) => kind === `${prefix}-${first}`)) known.byGuest = undefined;
	return known;
}

function listReminderTimes(startsAt: Temporal.Instant, now: Temporal.Instant) {
	return listReminders(startsAt.epochMilliseconds, now.epochMilliseconds).map(({ name, atMs }) => ({
		name,
		notBefore: Temporal.Instant.fromEpochMilliseconds(atMs),
		expiresAt: startsAt,
	}));
}
