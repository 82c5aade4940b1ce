import type { WriteTransaction } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import type { Company } from "../../shared/company.ts";
import type { BookingCaps } from "./booking-deps.server.ts";
import { countBookedSince, countLiveCalls, type LiveCalls } from "./find-bookings.server.ts";

/** How long a call that has to be confirmed from its mailbox holds its slot. */
export const confirmWithinMinutes = 30;

const anHour = Temporal.Duration.from({ hours: 1 });

/**
 * free: is booked at once, as for every honest visitor; confirm: holds its slot for a while, until it is confirmed from its mailbox;
 * refused: one sender has enough of them already, until the first of theirs ends.
 */
export type CapVerdict =
	| { kind: "free" | "confirm" }
	| { kind: "refused"; by: "address" | "network"; until: Temporal.Instant | undefined };

/** Whose bookings are counted. */
export type CappedSender = {
	email: string;
	/** Undefined for a sender of whom no network is known. */ networkBucket: number | undefined;
};

/**
 * Decides whether one more call may be booked; from half of a cap on it has to be confirmed, and so have all while many are booked.
 *
 * Of one sender only one is decided at a time: the next waits here until this transaction has ended.
 */
export async function decideCaps(
	transaction: WriteTransaction,
	{ email, networkBucket }: CappedSender,
	{ caps, now }: { caps: BookingCaps; now: Temporal.Instant },
): Promise<CapVerdict> {
	let verdict: CapVerdict = { kind: "free" };
	const weigh = (cap: number, by: "address" | "network", { count, firstEndsAt }: LiveCalls) => {
		if (verdict.kind === "refused") return;
		if (count >= cap) verdict = { kind: "refused", by, until: firstEndsAt };
		else if (count >= cap / 2) verdict = { kind: "confirm" };
	};
	// Networks first, so that no two wait for each other.
	if (networkBucket !== undefined && caps.livePerNetwork > 0) {
		await takeLock(transaction, `demo calls of network ${networkBucket}`);
		weigh(caps.livePerNetwork, "network", await countLiveCalls(transaction, { networkBucket }, now));
	}
	if (caps.livePerAddress > 0) {
		await takeLock(transaction, `demo calls of ${email.toLowerCase()}`);
		weigh(caps.livePerAddress, "address", await countLiveCalls(transaction, { email }, now));
	}
	if (verdict.kind === "free" && caps.perHourUnconfirmed > 0) {
		const recent = await countBookedSince(transaction, now.subtract(anHour));
		if (recent >= caps.perHourUnconfirmed) verdict = { kind: "confirm" };
	}
	return verdict;
}

/** Says why a booking was refused, and how to get a call all the same. */
export function describeCap(by: "address" | "network", { email, phone }: Pick<Company, "email" | "phone">): string {
	const whose = by === "address" ? "with this e-mail address" : "from your network";
	return `Several demo calls are booked ${whose} already, so we have not booked another one. Write to ${email} or call ${phone.display}, and we find a time for you.`;
}

/** Leaves a transaction without a trace, because of a cap. */
export class CapReachedError extends Error {
	readonly verdict: CapVerdict & { kind: "refused" };

	constructor(verdict: CapVerdict & { kind: "refused" }) {
		super("The sender has enough calls booked");
		this.name = "CapReachedError";
		this.verdict = verdict;
	}
}
