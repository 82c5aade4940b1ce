import { deleteUnsentEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { createNetworkBuckets } from "../../platform/http/network-buckets.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import type { PersonRelease } from "../../core/people/person-check.server.ts";
import {
	CapChangedError,
	CapReachedError,
	confirmWithinMinutes,
	decideCaps,
	describeCap,
	type CapVerdict,
} from "./booking-caps.server.ts";
import { SlotRefusedError, tellHost, type BookingDeps } from "./booking-deps.server.ts";
import { bookingEmailKinds, createConfirmRequest } from "./email-intents.server.ts";
import { hasBegun, wasOvertaken } from "./booking-record.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { roomOptionsOf } from "./places.server.ts";
import { releaseBooking } from "./store.server.ts";

const attempts = 5;

/** Makes what lets a booking in quarantine count when a person says that no program sent it; it takes its slot then, as a new one does. */
export function createBookingRelease(parts: BookingDeps): PersonRelease {
	const { database, clock, company, hosts, messageIdDomain, caps, onOccurrence } = parts;
	const findNetworkBucket = createNetworkBuckets();
	const gone = `Your time has been taken meanwhile, or it has passed. Book another one, write to ${company.email} or call ${company.phone.display}.`;

	async function release(
		reference: string,
		client: string | undefined,
		assumed: CapVerdict,
		attempt = 1,
	): Promise<Awaited<ReturnType<PersonRelease["release"]>>> {
		const now = clock.now();
		const booking = await findBooking(database.db, reference);
		if (!booking) return { kind: "unknown" };
		if (booking.state !== "quarantined") return { kind: "released" };
		if (hasBegun(booking, now)) return { kind: "refused", message: gone };
		const room = roomOptionsOf({ company, now, hosts });
		const confirmBy = assumed.kind === "confirm" ? now.add({ minutes: confirmWithinMinutes }) : undefined;
		const [token, confirmCode] = [createToken(), createToken()];
		try {
			await database.write(async (transaction) => {
				const networkBucket = client === undefined ? undefined : await findNetworkBucket(transaction, client);
				const verdict = await decideCaps(transaction, { email: booking.email, networkBucket }, { caps, ...room });
				if (verdict.kind === "refused") throw new CapReachedError(verdict);
				if (verdict.kind !== assumed.kind) throw new CapChangedError(verdict);
				const change = confirmBy && { confirmBy, confirmHash: hashToken(confirmCode), tokenHash: hashToken(token) };
				const released = await releaseBooking(transaction, booking, { ...room, networkBucket, ...change });
				if (!released) throw new SlotRefusedError();
				if (!confirmBy) {
					await releaseEmails(transaction, reference, now);
					return tellHost(transaction, released, { hosts, messageIdDomain, now });
				}
				// Those of a call that is booked come when it is confirmed.
				await deleteUnsentEmails(transaction, reference, bookingEmailKinds);
				const request = createConfirmRequest({ ...booking, confirmBy }, { token, confirmCode });
				await enqueueEmail(transaction, request, { messageIdDomain, now });
			});
			onOccurrence(confirmBy ? "asked-to-confirm" : "booked");
			return { kind: "released", confirm: confirmBy !== undefined };
		} catch (error) {
			if (error instanceof CapReachedError) {
				onOccurrence("capped");
				return { kind: "refused", message: describeCap(error.verdict.by, company) };
			}
			if (error instanceof SlotRefusedError) return { kind: "refused", message: gone };
			if (attempt === attempts || !(error instanceof CapChangedError || wasOvertaken(error))) throw error;
			return release(reference, client, error instanceof CapChangedError ? error.verdict : assumed, attempt + 1);
		}
	}

	return {
		prefix: "BKG",
		async isHeld(reference) {
			const booking = await findBooking(database.db, reference);
			return booking?.state === "quarantined";
		},
		release: (reference, client) => release(reference, client, { kind: "free" }),
	};
}
