import type { WriteTransaction } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import type { Company } from "../../shared/company.ts";
import type { BookingLimits } from "./booking-deps.server.ts";
import { countBookedInHour, countLiveCalls, type LiveCalls } from "./find-bookings.server.ts";

/** How long a call holds its slot before it is confirmed by e-mail. */
export const confirmWithinMinutes = 30;

/** Returns until when an unconfirmed call holds its slot: at most until it begins. */
export function findConfirmBy({ startsAt }: { startsAt: Temporal.Instant }, now: Temporal.Instant): Temporal.Instant {
	const confirmBy = now.add({ minutes: confirmWithinMinutes });
	return Temporal.Instant.compare(startsAt, confirmBy) < 0 ? startsAt : confirmBy;
}

/**
 * free: booked at once; confirm: holds its slot until it is confirmed by e-mail; refused: the sender has too many calls, until the first of
 * them ends.
 */
export type LimitVerdict =
	| { kind: "free" | "confirm" }
	| { kind: "refused"; by: "address" | "network"; until: Temporal.Instant | undefined };

export type LimitedSender = {
	email: string;
	/** Undefined when the network is unknown. */
	networkBucket: number | undefined;
};

/**
 * Decides whether one more call may be booked. From half of a limit on, and while many calls are booked, it has to be confirmed.
 * Decisions about one sender are serialised until the transaction ends.
 */
export async function decideBookingLimits(
	transaction: WriteTransaction,
	{ email, networkBucket }: LimitedSender,
	{ limits, now }: { limits: BookingLimits; now: Temporal.Instant },
): Promise<LimitVerdict> {
	let verdict: LimitVerdict = { kind: "free" };
	const weigh = (cap: number, by: "address" | "network", { count, firstEndsAt }: LiveCalls) => {
		if (verdict.kind === "refused") return;
		if (count >= cap) verdict = { kind: "refused", by, until: firstEndsAt };
		else if (count >= cap / 2) verdict = { kind: "confirm" };
	};
	// Networks first, to avoid deadlocks.
	if (networkBucket !== undefined && limits.livePerNetwork > 0) {
		await takeLock(transaction, `demo calls of network ${networkBucket}`);
		weigh(limits.livePerNetwork, "network", await countLiveCalls(transaction, { networkBucket }, now));
	}
	if (limits.livePerAddress > 0) {
		await takeLock(transaction, `demo calls of ${email.toLowerCase()}`);
		weigh(limits.livePerAddress, "address", await countLiveCalls(transaction, { email }, now));
	}
	if (verdict.kind === "free" && limits.perHourUnconfirmed > 0) {
		const recent = await countBookedInHour(transaction, now);
		if (recent >= limits.perHourUnconfirmed) verdict = { kind: "confirm" };
	}
	return verdict;
}

/** Explains a refused booking, and how to get a call in another way. */
export function describeBookingLimit(
	by: "address" | "network",
	{ email, phone }: Pick<Company, "email" | "phone">,
): string {
	const whose = by === "address" ? "with this e-mail address" : "from your network";
	return `Several demo calls are already booked ${whose}, so we have not booked another. Write to ${email} or call ${phone.display}, and we will find a time for you.`;
}

/** Rolls a transaction back because of a limit. */
export class LimitReachedError extends Error {
	readonly verdict: LimitVerdict & { kind: "refused" };

	constructor(verdict: LimitVerdict & { kind: "refused" }) {
		super("The sender has enough calls booked");
		this.name = "LimitReachedError";
		this.verdict = verdict;
	}
}
