import type { WriteTransaction } from "../../platform/database/database.ts";
import { writeDownload } from "../../platform/email/calendar-file.ts";
import { hashToken, isToken } from "../../platform/ids/secret-token.ts";
import type { AppointmentDeps } from "./appointment-deps.ts";
import type { AppointmentKind, Found, LinkState } from "./appointment-kind.ts";
import { isBooked, maxMoves, type Appointment, type Guest } from "./appointment.ts";
import type { ChangeKind } from "./change-emails.ts";
import { retryOnConflict, TimeTakenError } from "./conflicts.server.ts";
import { tellOfChange } from "./tell-of-change.server.ts";

export type GuestResult<S extends LinkState = LinkState> =
	| { ok: true }
	| { ok: false; kind: "unknown" | "taken" | "moved-enough" | Exclude<S, "offered" | "upcoming"> };

/** The actions that a guest has by the private link of an appointment. */
export type GuestAccess<A extends Appointment, G extends Guest, S extends LinkState> = {
	/** Finds the appointment of a link, without side effects. */
	find(token: string): Promise<(Found<A, G> & { state: S }) | undefined>;
	/** Lists possible starts, in milliseconds since 1970; empty when it can no longer be changed. */
	listFree(token: string): Promise<number[]>;
	/** Returns a calendar file; undefined for an unknown link, or an appointment that does not take place. */
	writeCalendarFile(token: string): Promise<string | undefined>;
	/**
	 * Sets its first or another time and sends the e-mails. Its current time does nothing.
	 * @throws StorageUnavailableError when it cannot be stored
	 */
	choose(token: string, startMs: number): Promise<GuestResult<S>>;
	/**
	 * Cancels it, or declines the offer, and sends the e-mails. A second time does nothing.
	 * @throws StorageUnavailableError when it cannot be stored
	 */
	cancel(token: string): Promise<GuestResult<S>>;
	/** Cancels it within a larger transaction. */
	cancelIn(
		transaction: WriteTransaction,
		found: Found<A, G>,
		options: { change: ChangeKind; token: string; now: Temporal.Instant },
	): Promise<void>;
};

/** Creates what the private links of a kind of appointments can do. */
export function createGuestAccess<A extends Appointment, G extends Guest, H, S extends LinkState>(
	kind: AppointmentKind<A, G, H, S>,
	deps: AppointmentDeps & { /** What calendar files say that they are about. */ product: string },
): GuestAccess<A, G, S> {
	const { database, clock, company, hosts, product, onOccurrence } = deps;

	const find: GuestAccess<A, G, S>["find"] = async (token) => {
		const found = isToken(token) ? await kind.findByToken(database.db, hashToken(token)) : undefined;
		return found && { ...found, state: kind.findState(found, clock.now()) };
	};

	async function tryToChoose(token: string, startMs: number): Promise<GuestResult<S>> {
		const now = clock.now();
		const found = await find(token);
		if (!found) return { ok: false, kind: "unknown" };
		const { appointment: before, state } = found;
		if (!isOpen(state)) return { ok: false, kind: state as Exclude<S, "offered" | "upcoming"> };
		if (before.startsAt?.epochMilliseconds === startMs) return { ok: true };
		if (before.moves >= maxMoves) {
			onOccurrence("limit-reached");
			return { ok: false, kind: "moved-enough" };
		}
		try {
			const free = await kind.listFree(database.db, before, { now, at: startMs, byStaff: false });
			if (!free.includes(startMs)) throw new TimeTakenError();
			const countsAsMove = isBooked(before);
			const change = countsAsMove ? "moved" : "booked";
			await database.write(async (transaction) => {
				const startsAt = Temporal.Instant.fromEpochMilliseconds(startMs);
				const after = await kind.schedule(transaction, before, startsAt, { now, countsAsMove });
				if (!after) throw new TimeTakenError();
				await tellOfChange(transaction, kind, found, { after, change, token, now }, deps);
			});
			onOccurrence(change);
			return { ok: true };
		} catch (error) {
			if (!(error instanceof TimeTakenError)) throw error;
			onOccurrence("slot-taken");
			return { ok: false, kind: "taken" };
		}
	}

	async function tryToCancel(token: string): Promise<GuestResult<S>> {
		const found = await find(token);
		if (!found) return { ok: false, kind: "unknown" };
		const { state } = found;
		if (state === "cancelled") return { ok: true };
		if (!isOpen(state) && state !== "unconfirmed")
			return { ok: false, kind: state as Exclude<S, "offered" | "upcoming"> };
		const change = isBooked(found.appointment) ? "cancelled" : "declined";
		await database.write((transaction) => cancelIn(transaction, found, { change, token, now: clock.now() }));
		onOccurrence("cancelled");
		return { ok: true };
	}

	const cancelIn: GuestAccess<A, G, S>["cancelIn"] = async (transaction, found, { change, token, now }) => {
		const after = await kind.cancel(transaction, found.appointment, now);
		await tellOfChange(transaction, kind, found, { after, change, token, now }, deps);
	};

	return {
		find,
		cancelIn,
		async listFree(token) {
			const found = await find(token);
			if (!found || !isOpen(found.state)) return [];
			return kind.listFree(database.db, found.appointment, { now: clock.now(), byStaff: false });
		},
		async writeCalendarFile(token) {
			const found = await find(token);
			if (!found || !["upcoming", "started"].includes(found.state)) return undefined;
			const people = await hosts.listPeople(database.db, kind.purpose);
			const entry = kind.describeForGuest(found, people, token);
			return writeDownload(entry, { company, product, now: clock.now() });
		},
		choose: (token, startMs) => retryOnConflict(() => tryToChoose(token, startMs)),
		cancel: (token) => retryOnConflict(() => tryToCancel(token)),
	};
}

function isOpen(state: LinkState): boolean {
	return state === "offered" || state === "upcoming";
}
