import type { WriteTransaction } from "../../platform/database/database.ts";
import { putBackEmails, stopEmail } from "../../platform/email/unsent-emails-store.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { findUndoable, takeUndo } from "./appointment-changes-store.server.ts";
import type { AppointmentDeps } from "./appointment-deps.ts";
import { writeAppointmentEvent } from "./appointment-events.server.ts";
import type { AppointmentKind, ByStaff, Found, LinkState } from "./appointment-kind.ts";
import { hasBegun, isBooked, type Appointment, type Guest } from "./appointment.ts";
import type { ChangeKind } from "./change-emails.ts";
import { isConflict, TimeTakenError } from "./conflicts.server.ts";
import type { HostChoice } from "./find-free-hosts.server.ts";
import { deleteLink } from "./link-store.server.ts";
import { tellOfChange } from "./tell-of-change.server.ts";

/** Undefined on success, else the errors by field; `isConflict` where another change came first. */
type Errors = (FieldError & { isConflict?: true })[] | undefined;

/** The actions that an appointment allows. */
export type AppointmentChoices<A extends Appointment, G extends Guest> = Found<A, G> & {
	/** Why it can no longer be changed; undefined while it can. */
	fixed: string | undefined;
	/** Whether an outcome can be recorded. */
	hasBegun: boolean;
	/** Possible starts, in milliseconds since 1970. */
	free: number[];
	/** Possible hosts. */
	hosts: HostChoice[];
};

/** Changes that staff make to appointments. The e-mails leave once the change can no longer be undone. */
export type AppointmentChanges<A extends Appointment, G extends Guest> = {
	/** Finds what an appointment allows; undefined when it no longer exists. */
	findChoices(reference: string): Promise<AppointmentChoices<A, G> | undefined>;
	/**
	 * Sets its first or another time.
	 * @param startMs in milliseconds since 1970
	 * @param hosts who takes it then, as the kind reads them, unchecked; absent, the present ones if they are free
	 */
	move(reference: string, startMs: number, by: ByStaff, hosts?: unknown): Promise<Errors>;
	/** @param hosts as the kind reads them, unchecked */
	reassign(reference: string, hosts: unknown, by: ByStaff): Promise<Errors>;
	cancel(reference: string, by: ByStaff): Promise<Errors>;
	/** Replaces the others who are invited, by their e-mail addresses. */
	invite(reference: string, addresses: readonly string[], by: ByStaff): Promise<Errors>;
	/** Finds the change that an account has just made and can still undo. */
	findUndoable(reference: string, accountId: string): Promise<{ id: string; kind: string } | undefined>;
	/**
	 * Undoes a change before its e-mails leave: time and hosts are restored and nobody is notified. Fails when another appointment has taken
	 * the time since. Returns undefined on success, else the reason.
	 */
	undo(reference: string, changeId: string, accountId: string): Promise<string | undefined>;
};

/** Rolls a transaction back because the e-mails have left. */
class TooLateError extends Error {}

const taken = "That time is no longer free. Choose another one";

const sameHosts = "They have it already. Choose someone else";

const conflict = "Not changed: someone else has changed it at the same time. Review it and try again.";

/** Creates the changes that staff make to a kind of appointments. */
export function createAppointmentChanges<A extends Appointment, G extends Guest, H, S extends LinkState>(
	kind: AppointmentKind<A, G, H, S>,
	deps: AppointmentDeps,
): AppointmentChanges<A, G> {
	const { database, clock, messageIdDomain, onOccurrence } = deps;

	/** Changes an appointment with its e-mails in one transaction, or returns the reason why not. */
	async function change(
		reference: string,
		{
			field,
			refusal = "",
			by,
			check,
		}: {
			field: string;
			refusal?: string;
			by: ByStaff;
			/** Returns why not, or the hosts that `work` gets. */
			check?(appointment: A, now: Temporal.Instant): Promise<FieldError | { hosts: H | undefined }>;
		},
		work: (
			transaction: WriteTransaction,
			appointment: A,
			now: Temporal.Instant,
			hosts: H | undefined,
		) => Promise<{ after: A | undefined; change: ChangeKind }>,
	): Promise<Errors> {
		const now = clock.now();
		const found = await kind.find(database.db, reference);
		const fixed = found ? kind.explainFixed(found, now) : "It no longer exists.";
		if (found && by.sequence !== undefined && by.sequence !== found.appointment.sequence)
			return [{ field, message: conflict, isConflict: true }];
		if (!found || fixed !== undefined) return [{ field, message: fixed ?? "" }];
		const checked = await check?.(found.appointment, now);
		if (checked && "message" in checked) return [checked];
		try {
			await database.write(async (transaction) => {
				const standing = await kind.readStanding(transaction, found.appointment);
				const { after, change: done } = await work(transaction, found.appointment, now, checked?.hosts);
				if (!after) throw new TimeTakenError();
				await tellOfChange(transaction, kind, found, { after, change: done, by, standing, now }, deps);
			});
			return undefined;
		} catch (error) {
			if (error instanceof TimeTakenError) return [{ field, message: refusal }];
			if (!isConflict(error)) throw error;
			return [{ field, message: conflict, isConflict: true }];
		}
	}

	return {
		async findChoices(reference) {
			const now = clock.now();
			const found = await kind.find(database.db, reference);
			if (!found) return undefined;
			const { appointment } = found;
			const fixed = kind.explainFixed(found, now);
			const choices = { ...found, fixed, hasBegun: hasBegun(appointment, now), free: [], hosts: [] };
			if (fixed !== undefined) return choices;
			return {
				...choices,
				free: await kind.listFree(database.db, appointment, { now, byStaff: true }),
				hosts: await kind.listHosts(database.db, appointment, now),
			};
		},

		async move(reference, startMs, by, hosts) {
			const check = async (before: A, now: Temporal.Instant) => {
				if (before.startsAt?.epochMilliseconds === startMs)
					return { field: "slot", message: "It is already at that time" };
				if (startMs < now.epochMilliseconds) return { field: "slot", message: "That time is in the past" };
				const checked = hosts === undefined ? undefined : await kind.checkHosts(database.db, before, hosts, now);
				if (typeof checked === "string") return { field: "hosts", message: checked };
				return { hosts: checked?.hosts };
			};
			const errors = await change(
				reference,
				{ field: "slot", refusal: taken, by, check },
				async (transaction, before, now, wanted) => {
					const question = { now, at: startMs, byStaff: true, hosts: wanted };
					const isFree = (await kind.listFree(transaction, before, question)).includes(startMs);
					const startsAt = Temporal.Instant.fromEpochMilliseconds(startMs);
					const options = { now, countsAsMove: false, hosts: wanted };
					const after = isFree ? await kind.schedule(transaction, before, startsAt, options) : undefined;
					return { after, change: isBooked(before) ? "moved" : "booked" };
				},
			);
			if (!errors) onOccurrence("moved");
			return errors;
		},

		async reassign(reference, typed, by) {
			const check = async (before: A, now: Temporal.Instant) => {
				const checked = (await kind.checkHosts(database.db, before, typed, now)) ?? sameHosts;
				return typeof checked === "string" ? { field: "hosts", message: checked } : checked;
			};
			const refusal = "Someone you chose is busy at that time";
			return change(reference, { field: "hosts", refusal, by, check }, async (transaction, before, now, wanted) => ({
				after: wanted && (await kind.reassign(transaction, before, wanted, now)),
				change: "handed-over",
			}));
		},

		async cancel(reference, by) {
			const errors = await change(reference, { field: "message", by }, async (transaction, before, now) => ({
				after: await kind.cancel(transaction, before, now),
				change: "cancelled",
			}));
			if (!errors) onOccurrence("cancelled");
			return errors;
		},

		invite: (reference, addresses, by) =>
			change(
				reference,
				{ field: "guests", refusal: `The ${kind.noun} has no guests`, by },
				async (transaction, before, now) => ({
					after: await kind.invite?.(transaction, before, addresses, now),
					change: "invited",
				}),
			),

		async findUndoable(reference, accountId) {
			const found = await kind.find(database.db, reference);
			const by = { accountId, now: clock.now() };
			const row = found && (await findUndoable(database.db, kind.changes, found.appointment, by));
			return row && { id: row.id, kind: kind.changes.kindOf(row) };
		},

		async undo(reference, changeId, accountId) {
			const now = clock.now();
			try {
				await database.write(async (transaction) => {
					const appointment = (await kind.find(transaction, reference))?.appointment;
					const by = { changeId, accountId, now };
					const undo = appointment && (await takeUndo(transaction, kind.changes, appointment, by));
					if (!undo || appointment.sequence !== undo.sequence) throw new TooLateError();
					if (!(await kind.putBack(transaction, appointment, undo.standing, now))) throw new TimeTakenError();
					const after = kind.events && (await kind.find(transaction, reference))?.appointment;
					if (kind.events && after && kind.emails.isTold(after))
						await writeAppointmentEvent(transaction, kind.events, { before: appointment, after, by: accountId }, now);
					const { reference: record } = kind.emails.recordOf(appointment);
					for (const messageId of undo.messageIds)
						if (!(await stopEmail(transaction, { reference: record, messageId }, now))) throw new TooLateError();
					if (undo.tokenHash !== null) await deleteLink(transaction, kind.links, undo.tokenHash);
					await putBackEmails(transaction, record, undo.emails, { messageIdDomain, now });
				});
				return undefined;
			} catch (error) {
				if (error instanceof TimeTakenError) return "Not undone: the previous time is no longer free.";
				if (!(error instanceof TooLateError) && !isConflict(error)) throw error;
				return `Too late to undo: the e-mails have left. Change the ${kind.noun} again instead.`;
			}
		},
	};
}
