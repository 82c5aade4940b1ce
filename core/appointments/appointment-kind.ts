import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import type { CalendarEntry } from "../../platform/email/calendar-file.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import type { ChangesTable } from "./appointment-changes-store.server.ts";
import type { AppointmentEvents } from "./appointment-events.server.ts";
import type { Appointment, Guest } from "./appointment.ts";
import type { AppointmentEmails, ChangeKind, SignedBy } from "./change-emails.ts";
import type { HostChoice } from "./find-free-hosts.server.ts";
import type { HostPerson } from "./host-store.server.ts";
import type { LinksTable } from "./link-store.server.ts";

/** An appointment with its guest. */
export type Found<A extends Appointment = Appointment, G extends Guest = Guest> = { appointment: A; guest: G };

/** The member or the program that changes an appointment, with a message to the guest. */
export type ByStaff = {
	id: string;
	name: string;
	message: string;
	/** The sequence of the appointment as they saw it, which must still be so; absent where any will do. */
	sequence?: number;
};

/** The state of a private link: the actions it allows, or why there are none. */
export type LinkState =
	| "offered"
	| "expired"
	| "upcoming"
	| "unconfirmed"
	| "lapsed"
	| "quarantined"
	| "started"
	| "cancelled"
	| "closed";

/** A change, for the history. */
export type DoneChange<A extends Appointment> = {
	kind: ChangeKind;
	before: A;
	after: A;
	by: ByStaff | undefined;
	/** Everybody who can be a host. */
	people: readonly HostPerson[];
};

/**
 * A kind of appointment, such as demo calls or interviews; change-appointment, guest-access and tell-of-change know nothing else about it.
 *
 * Changes take the appointment as it was read: they throw AppointmentChangedError when it has changed since, and the driver's unique
 * violation when another transaction takes the same time.
 * @typeParam H the choice of hosts
 */
export type AppointmentKind<A extends Appointment, G extends Guest, H, S extends LinkState = LinkState> = {
	/** The purpose of the hosts' reservations. */
	purpose: string;
	/** As texts for staff name it: "call". */
	noun: string;
	/** The events that webhooks are told of; absent where they hear nothing. */
	events?: AppointmentEvents;
	/** Where changes and private links are stored. */
	changes: ChangesTable & {
		/** Reads the kind of change from a row. */
		kindOf(row: Record<string, unknown>): string;
		/** The columns that describe a change; undefined when it is not stored. */
		describe(change: DoneChange<A>): Record<string, unknown> | undefined;
	};
	links: LinksTable;
	emails: AppointmentEmails<A, G>;
	find(db: Connection, reference: string): Promise<Found<A, G> | undefined>;
	findByToken(db: Connection, tokenHash: string): Promise<Found<A, G> | undefined>;
	findState(found: Found<A, G>, now: Temporal.Instant): S;
	/** Explains why staff can no longer change it; undefined while they can. */
	explainFixed(found: Found<A, G>, now: Temporal.Instant): string | undefined;
	/**
	 * Lists possible starts, in milliseconds since 1970.
	 * @param options `at` asks about one time; staff may choose beyond the times that a guest was offered, and other hosts with the time
	 */
	listFree(
		db: Connection,
		appointment: A,
		options: { now: Temporal.Instant; at?: number; byStaff: boolean; hosts?: H | undefined },
	): Promise<number[]>;
	/** Lists who may take it, and whether they can at its time. */
	listHosts(db: Connection, appointment: A, now: Temporal.Instant): Promise<HostChoice[]>;
	/** Reads the chosen hosts, or explains what is wrong with them; undefined when they have it already. */
	checkHosts(
		db: Connection,
		appointment: A,
		typed: unknown,
		now: Temporal.Instant,
	): Promise<{ hosts: H } | string | undefined>;
	/** Sets the time, with other hosts if they are given, and reserves the hosts; undefined when it is not free: the transaction has to be rolled back. */
	schedule(
		transaction: WriteTransaction,
		appointment: A,
		startsAt: Temporal.Instant,
		options: { now: Temporal.Instant; countsAsMove: boolean; hosts?: H | undefined },
	): Promise<A | undefined>;
	/** Gives it to other hosts; undefined as for schedule. */
	reassign(transaction: WriteTransaction, appointment: A, hosts: H, now: Temporal.Instant): Promise<A | undefined>;
	cancel(transaction: WriteTransaction, appointment: A, now: Temporal.Instant): Promise<A>;
	/**
	 * Makes the e-mail that asks the guest to confirm an appointment, of which nobody else knows yet, at its new time; earlier ones can no
	 * longer confirm it. Absent where nothing needs confirming.
	 */
	askAgain?(
		transaction: WriteTransaction,
		appointment: A,
		options: { token: string; by: SignedBy | undefined },
	): Promise<EmailIntent[]>;
	/** Replaces the others who are invited; absent where nobody can be. */
	invite?(
		transaction: WriteTransaction,
		appointment: A,
		addresses: readonly string[],
		now: Temporal.Instant,
	): Promise<A>;
	/** Reads, as JSON, what putBack needs to restore the current state. */
	readStanding(db: Connection, appointment: A): Promise<unknown>;
	/** Restores a state; false when its time is no longer free: the transaction has to be rolled back. */
	putBack(transaction: WriteTransaction, appointment: A, standing: unknown, now: Temporal.Instant): Promise<boolean>;
	/** Returns the entry of the guest's calendar. */
	describeForGuest(found: Found<A, G>, people: readonly HostPerson[], token: string): CalendarEntry;
};
