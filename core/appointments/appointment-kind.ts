import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import type { CalendarEntry } from "../../platform/email/calendar-file.ts";
import type { Appointment, Guest } from "./appointment.ts";
import type { ChangesTable } from "./appointment-changes-store.server.ts";
import type { AppointmentEmails, ChangeKind } from "./change-emails.ts";
import type { LinksTable } from "./link-store.server.ts";
import type { HostPerson } from "./host-store.server.ts";

/** An appointment with its guest. */
export type Found<A extends Appointment = Appointment, G extends Guest = Guest> = { appointment: A; guest: G };

/** Somebody of staff who changes an appointment, and what they say to the guest about it. */
export type ByStaff = { id: string; name: string; message: string };

/** What a private link shows: a time can be chosen, or moved and cancelled; or why nothing of it can be done. */
export type LinkState =
	| "offered"
	| "expired"
	| "upcoming"
	| "unconfirmed"
	| "lapsed"
	| "doubtful"
	| "started"
	| "cancelled"
	| "closed";

/** A change, for the list of what was done. */
export type DoneChange<A extends Appointment> = {
	kind: ChangeKind;
	before: A;
	after: A;
	by: ByStaff | undefined;
	/** Everybody who can hold one. */
	people: readonly HostPerson[];
};

/**
 * A kind of appointment: demo calls, interviews. The engine (change-appointment, guest-access, tell-of-change) knows no more of it.
 *
 * Those who change one give it as they read it; what was changed since throws AppointmentChangedError, and a time that another
 * transaction takes at the same moment the driver's unique violation.
 *
 * @typeParam H the choice of its hosts
 */
export type AppointmentKind<A extends Appointment, G extends Guest, H, S extends LinkState = LinkState> = {
	/** What hosts' time is taken for. */
	purpose: string;
	/** As texts to staff name it: "call". */
	noun: string;
	/** Where its changes and private links are kept. */
	changes: ChangesTable & {
		/** Reads which change a row is of. */
		kindOf(row: Record<string, unknown>): string;
		/** The columns that say what was done; undefined for what is not kept. */
		describe(change: DoneChange<A>): Record<string, unknown> | undefined;
	};
	links: LinksTable;
	emails: AppointmentEmails<A, G>;
	find(db: Connection, reference: string): Promise<Found<A, G> | undefined>;
	findByToken(db: Connection, tokenHash: string): Promise<Found<A, G> | undefined>;
	findState(found: Found<A, G>, now: Temporal.Instant): S;
	/** Says why staff can change it no more; undefined while they can. */
	explainFixed(found: Found<A, G>, now: Temporal.Instant): string | undefined;
	/**
	 * Lists when it can begin, or begin instead, in milliseconds since 1970.
	 *
	 * @param options `at` one time is asked about; staff may choose beyond what a guest was offered
	 */
	listFree(
		db: Connection,
		appointment: A,
		options: { now: Temporal.Instant; at?: number; byStaff: boolean },
	): Promise<number[]>;
	/** Reads who is to hold one, or says what is wrong with that. */
	checkHosts(db: Connection, appointment: A, typed: unknown, now: Temporal.Instant): Promise<{ hosts: H } | string>;
	/** Gives it a time and takes the time of its hosts; undefined when that is not free: the transaction has to be left then. */
	schedule(
		transaction: WriteTransaction,
		appointment: A,
		startsAt: Temporal.Instant,
		options: { now: Temporal.Instant; countsAsMove: boolean },
	): Promise<A | undefined>;
	/** Gives it to others; undefined as above. */
	reassign(transaction: WriteTransaction, appointment: A, hosts: H, now: Temporal.Instant): Promise<A | undefined>;
	cancel(transaction: WriteTransaction, appointment: A, now: Temporal.Instant): Promise<A>;
	/** Reads what puts it back to how it stands, as JSON. */
	readStanding(db: Connection, appointment: A): Promise<unknown>;
	/** Puts it back; false when its time is not free any more: the transaction has to be left then. */
	putBack(transaction: WriteTransaction, appointment: A, standing: unknown, now: Temporal.Instant): Promise<boolean>;
	/** What the guest's calendar shows. */
	describeForGuest(found: Found<A, G>, people: readonly HostPerson[], token: string): CalendarEntry;
};
