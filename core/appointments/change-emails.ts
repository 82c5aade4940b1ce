import { z } from "zod";
import type { EmailIntent } from "../../platform/email/email.ts";
import { listReminders, reminderNames } from "../../shared/reminders.ts";
import { isBooked, type Appointment, type Guest, type Timed } from "./appointment.ts";
import type { HostPerson } from "./host-store.server.ts";

/** What became of an appointment: declined without a time, withdrawn with its application, called off by a reply that tells of it. */
export type ChangeKind = "booked" | "moved" | "handed-over" | "cancelled" | "declined" | "withdrawn" | "called-off";

export const byStaffSchema = z.object({ name: z.string(), message: z.string() });
/** Who of staff did it, and what they say to the guest; left out where the guest did. */
export type SignedBy = z.infer<typeof byStaffSchema>;

/** The same, as every e-mail about an appointment may have it among its parameters. */
export type EmailDetails = {
	/** Of the guest's private link. */
	token?: string;
	/** Of the host whom it is for. */
	hostId?: string;
	/** When it was before, as the kind writes it. */
	from?: unknown;
	by?: SignedBy | undefined;
	/** Whether anything was to take place, so that a calendar has an entry to be taken out. */
	hadTime?: boolean;
	/** What the guest did. */
	deed?: ChangeKind;
};

type Addressed = { kind: string; parameters?: EmailDetails };

/** What a kind declares of its e-mails; `kind` of one is what follows the prefix: "moved", "host-moved". */
export type AppointmentEmails<A extends Appointment, G extends Guest> = {
	prefix: string;
	/** That give the guest, and a host, the first they hear of a time. */
	first: string;
	hostFirst: string;
	/** All kinds, whole. */
	kinds: readonly string[];
	/** Those, whole, that give way to what tells of a change, where they have not left. */
	overtaken: readonly string[];
	/** Reference of the record whose e-mails they are, and what tells them from others of that. */
	recordOf(appointment: A): { reference: string; parameter?: { name: string; value: string } };
	/** Whether anybody but the guest's mailbox knows of it. */
	isTold(before: A, change: ChangeKind): boolean;
	/** Whether an e-mail about it goes to the guest, who may read of a change elsewhere. */
	tellsGuest(change: ChangeKind): boolean;
	/** The mailbox of the part of the company that it is for, and what that is told. */
	office: string;
	tellOffice(
		change: { kind: ChangeKind; by: SignedBy | undefined; before: A | undefined; after: A },
		/** When it was as the office knows, where that is another time. */
		from: Temporal.Instant | undefined,
		writeFrom: (from: Temporal.Instant) => unknown,
	): Addressed[];
	/** Whether the office is reminded, too. */
	remindsOffice: boolean;
	/** How a former time is written into parameters, and read. */
	writeFrom(from: Temporal.Instant, before: A): unknown;
	readFrom(from: unknown): Temporal.Instant | undefined;
	/** Only for the type. */
	guest?: G;
};

/** What is looked at of an e-mail that has given way to others. */
export type EmailThatGaveWay = { kind: string; parameters: string | null };

export type ChangeToTell<A extends Appointment, G extends Guest> = {
	/** Undefined for one that is new, or that nobody knows of yet. */
	before: A | undefined;
	after: A;
	change: { kind: ChangeKind; by?: SignedBy | undefined };
	guest: G;
	/** Of the guest's private link. */
	token: string;
	/** Everybody who can be written to of those who hold appointments. */
	people: readonly HostPerson[];
	/** E-mails about it that had not left, and do not any more. */
	gaveWay?: readonly EmailThatGaveWay[];
	now: Temporal.Instant;
};

/** The kinds of reminders, after the prefix; those to the office only where it is reminded. */
export function listReminderKinds<Prefix extends string>(prefix: Prefix) {
	return reminderNames.flatMap((name) => [`${prefix}-reminder-${name}`, `${prefix}-host-reminder-${name}`] as const);
}

/**
 * Lists all e-mails that a change calls for: to the guest and to each who holds the appointment or did, what they do not know yet; to the
 * office; and the reminders that are still to come.
 */
export function listChangeEmails<A extends Appointment, G extends Guest>(
	emails: AppointmentEmails<A, G>,
	{ before, after, change, guest, token, people, gaveWay = [], now }: ChangeToTell<A, G>,
): EmailIntent[] {
	// Of whoever did it, their name alone goes with an e-mail.
	const by = change.by && { name: change.by.name, message: change.by.message };
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

	const listForGuest = (): EmailIntent[] => {
		if (!emails.tellsGuest(change.kind)) return [];
		const { byGuest } = known;
		if (!booked)
			return after.state === "cancelled"
				? [write("cancelled", guest.email, { token, by, hadTime: byGuest !== undefined })]
				: [];
		if (!byGuest) return [write(emails.first, guest.email, { token, by })];
		if (!byGuest.equals(booked.startsAt)) return [write("moved", guest.email, { token, from: writeFrom(byGuest), by })];
		return change.kind === "handed-over" || known.isHandedOver
			? [write("handed-over", guest.email, { token, by })]
			: [];
	};
	const listForHost = ({ id: hostId, email }: HostPerson): EmailIntent[] => {
		const from = known.byHosts.get(hostId);
		const holds = booked?.hostIds.includes(hostId) === true;
		if (!from) return holds ? [write(emails.hostFirst, email, { hostId, by })] : [];
		const details = { hostId, by, from: writeFrom(from) };
		if (!booked) return [write("host-cancelled", email, { ...details, hadTime: true })];
		if (!holds) return [write("host-given-away", email, details)];
		return from.equals(booked.startsAt) ? [] : [write("host-moved", email, details)];
	};
	const officeKnows = booked && known.byOffice?.equals(booked.startsAt) ? undefined : known.byOffice;
	const hosts = booked ? people.filter(({ id }) => booked.hostIds.includes(id)) : [];
	return [
		...listForGuest(),
		...emails
			.tellOffice({ kind: change.kind, by, before, after }, officeKnows, writeFrom)
			.map(({ kind, parameters }) => write(kind, emails.office, parameters)),
		...people.flatMap(listForHost),
		...(booked ? listReminderTimes(booked.startsAt, now) : []).flatMap(({ name, ...times }) => [
			write(`reminder-${name}`, guest.email, { token }, times),
			...(emails.remindsOffice ? [write(`staff-reminder-${name}`, emails.office, {}, times)] : []),
			...hosts.map(({ id, email }) => write(`host-reminder-${name}`, email, { hostId: id }, times)),
		]),
	];
}

/** Those of a list that go to hosts. */
export function keepHostEmails<A extends Appointment, G extends Guest>(
	{ prefix }: AppointmentEmails<A, G>,
	emails: readonly EmailIntent[],
): EmailIntent[] {
	return emails.filter(({ kind }) => kind.startsWith(`${prefix}-host-`));
}

/** What those whom an appointment concerns know of it: when it is, as the last e-mail has told them that has left. */
function readKnown<A extends Appointment, G extends Guest>(
	{ prefix, first, hostFirst, readFrom }: AppointmentEmails<A, G>,
	before: A | undefined,
	gaveWay: readonly EmailThatGaveWay[],
) {
	const startsAt = before && isBooked(before) ? before.startsAt : undefined;
	const known = {
		byGuest: startsAt,
		byOffice: startsAt,
		byHosts: new Map(startsAt && before ? before.hostIds.map((id) => [id, startsAt]) : []),
		isHandedOver: false,
	};
	for (const { kind, parameters } of gaveWay) {
		const { hostId = "", from } = JSON.parse(parameters ?? "{}") as EmailDetails;
		const told = readFrom(from);
		const is = (...names: string[]) => names.some((name) => kind === `${prefix}-${name}`);
		if (is(first)) known.byGuest = undefined;
		if (is("moved")) known.byGuest = told;
		if (is("staff-moved")) known.byOffice = told;
		if (is("handed-over")) known.isHandedOver = true;
		if (is(hostFirst)) known.byHosts.delete(hostId);
		if (is("host-moved", "host-given-away") && told) known.byHosts.set(hostId, told);
	}
	return known;
}

function listReminderTimes(startsAt: Temporal.Instant, now: Temporal.Instant) {
	return listReminders(startsAt.epochMilliseconds, now.epochMilliseconds).map(({ name, atMs }) => ({
		name,
		notBefore: Temporal.Instant.fromEpochMilliseconds(atMs),
		expiresAt: startsAt,
	}));
}
