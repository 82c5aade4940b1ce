import { findClosure } from "../../core/appointments/absence-store.server.ts";
import { hasBegun, intervalOf } from "../../core/appointments/appointment.ts";
import { isConflict } from "../../core/appointments/conflicts.server.ts";
import { addLink } from "../../core/appointments/link-store.server.ts";
import { tellOfChange } from "../../core/appointments/tell-of-change.server.ts";
import type { Quarantine } from "../../core/records/record-kind.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { deleteOverdueEmails, deleteUnsentEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";
import { createNetworkBuckets } from "../../platform/http/network-buckets.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import type { BookingDeps } from "./booking-deps.server.ts";
import { decideBookingLimits, describeBookingLimit, findConfirmBy } from "./booking-limits.server.ts";
import type { BookingRecord } from "./booking-record.server.ts";
import { declareCallTelling } from "./call-telling.server.ts";
import { bookingEmailKinds, createConfirmRequest, reminderKinds } from "./email-intents.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { quarantineBooking, releaseBooking } from "./store.server.ts";
import { tellHost } from "./tell-host.server.ts";

/**
 * Creates the quarantine of bookings: entering frees the slot, leaving takes it again like a new booking. A sender near a limit has to
 * confirm by e-mail, as has the visitor of a call that was still to be confirmed.
 */
export function createBookingQuarantine({
	company,
	hosts,
	messageIdDomain,
	limits,
	salesEmail,
}: Pick<BookingDeps, "company" | "hosts" | "messageIdDomain" | "limits" | "salesEmail">): Quarantine {
	const findNetworkBucket = createNetworkBuckets();
	const telling = declareCallTelling(salesEmail);
	const toSender = `Your time has been taken meanwhile, or it has passed. Book another one, write to ${company.email} or call ${company.phone.display}.`;
	const stays = (because: string, email: string) =>
		({
			kind: "refused",
			why: `stays in quarantine: ${because}. Write to ${email} to agree on a new one.`,
			toSender,
		}) as const;

	/** Announces that a released call, already known to everybody, has other hosts or another link; its held e-mails go or are replaced. */
	async function tellOfHosts(
		transaction: WriteTransaction,
		{ before, after }: { before: BookingRecord; after: BookingRecord },
		now: Temporal.Instant,
	): Promise<void> {
		await releaseEmails(transaction, { reference: after.reference }, now);
		const { prefix, first, superseded } = telling.emails;
		// A visitor who has not got the confirmation gets only that, with the new host.
		const emails = { ...telling.emails, superseded: [...superseded, `${prefix}-${first}`] };
		const appointment: BookingRecord = { ...before, state: "booked" };
		await tellOfChange(
			transaction,
			{ ...telling, emails },
			{ appointment, guest: before },
			{ after, change: "handed-over", now },
			{ hosts, messageIdDomain },
		);
	}

	return {
		async enter(transaction, reference) {
			const booking = await findBooking(transaction, reference);
			if (booking?.state !== "booked") return { kind: "refused", why: `is ${booking?.state ?? "gone"} and stays so.` };
			await quarantineBooking(transaction, booking);
			return { kind: "done" };
		},

		async leave(transaction, reference, { now, sender }) {
			const booking = await findBooking(transaction, reference);
			if (booking?.state !== "quarantined") return { kind: "refused", why: "is not in quarantine.", toSender };
			const { email, guests = [] } = booking;
			if (hasBegun(booking, now)) return stays("its time has passed", email);
			if ((await findClosure(transaction, intervalOf(booking), company)) !== undefined)
				return stays("the company is closed then", email);
			const options = { company, now, hosts };
			const networkBucket =
				sender?.client === undefined ? undefined : await findNetworkBucket(transaction, sender.client);
			const verdict = sender
				? await decideBookingLimits(transaction, { email, networkBucket }, { limits, now })
				: ({ kind: "free" } as const);
			if (verdict.kind === "refused")
				return {
					kind: "refused",
					why: "stays in quarantine.",
					toSender: describeBookingLimit(verdict.by, company),
					isLimit: true,
				};
			const mustConfirm =
				booking.confirmBy !== undefined ||
				(!wasTold(booking) && (verdict.kind === "confirm" || (sender !== undefined && guests.length > 0)));
			if (!mustConfirm) {
				const released = await releaseBooking(transaction, booking, { ...options, networkBucket });
				if (!released) return stays("another call is booked at its time", email);
				// They would leave together with the confirmation.
				await deleteOverdueEmails(transaction, reference, reminderKinds, now);
				if (!wasTold(booking)) await tellHost(transaction, released, { hosts, messageIdDomain }, now);
				else if (!hasSameHosts(booking, released)) {
					await tellOfHosts(transaction, { before: booking, after: released }, now);
					return { kind: "done", note: "Its host is no longer free, so it was reassigned and everyone is notified." };
				}
				return { kind: "done" };
			}
			const confirmBy = findConfirmBy(booking, now);
			const [token, confirmCode] = [createToken(), createToken()];
			const unconfirmed = { confirmBy, confirmHash: hashToken(confirmCode) };
			if (!(await releaseBooking(transaction, booking, { ...options, networkBucket, ...unconfirmed })))
				return stays("another call is booked at its time", email);
			await addLink(transaction, telling.links, booking, hashToken(token));
			// The e-mails of a booked call come with its confirmation.
			await deleteUnsentEmails(transaction, reference, bookingEmailKinds);
			const request = createConfirmRequest({ ...booking, confirmBy }, { token, confirmCode });
			await enqueueEmail(transaction, request, { messageIdDomain, now });
			return { kind: "done", confirm: true, note: "The visitor is asked to confirm it by e-mail." };
		},

		isConflict,
		words: {
			entered: "is quarantined and its slot is free",
			left: "is released from quarantine and has its slot",
			emailsLeave: "within seconds, the reminders at their time",
		},
	};
}

/** Whether the e-mails about a quarantined call were written before: a call that is quarantined on arrival has not changed since. */
function wasTold({ sequence, confirmBy }: BookingRecord): boolean {
	return sequence > 0 && confirmBy === undefined;
}

function hasSameHosts(before: BookingRecord, after: BookingRecord): boolean {
	return before.hostIds.join() === after.hostIds.join() && before.videoUrl === after.videoUrl;
}
