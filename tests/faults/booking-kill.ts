import { randomUUID } from "node:crypto";
import { listSlotLabels, policyOf } from "../../features/booking/availability.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import { readFolders } from "../../platform/config.ts";
import { addDays } from "../../shared/slot-times.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { countDeliveries, runKillTest, sendUntilAccepted } from "./kill-harness.ts";

/** This share of booked calls is cancelled, or there would soon be no slot left. */
const cancelledShare = 0.8;

const reminders = [
	"booking-reminder-day",
	"booking-reminder-hour",
	"booking-staff-reminder-day",
	"booking-staff-reminder-hour",
];
const booked = ["booking-confirmation", "booking-staff-notice"];
const cancelled = ["booking-cancelled", "booking-staff-cancelled"];

/**
 * Tests that no acknowledged booking or cancellation is lost and no slot is sold twice: kills the built server with SIGKILL at random
 * moments while clients book and cancel calls, on SQLite or postgres, and finally counts what is in the database and in the mail server.
 *
 * Every client sends a booking, with its Idempotency-Key, until it is acknowledged or the slot is taken, and a cancellation until it is
 * confirmed. Fails when a booking is missing or duplicated, has another state than its client was told, or does not have exactly its
 * e-mails.
 */
await runKillTest("tests/faults/booking-kill.ts", () => {
	const policy = policyOf(readCompanyFile(readFolders().contentDirectory));
	const times = listSlotLabels(policy);
	// Reminders of a call in a few days do not fall due during the test.
	const firstDate = addDays(findDate(Date.now(), policy.timeZone), 3);
	const acknowledged: { token: string; reference: string; state: "booked" | "cancelled" }[] = [];
	let taken = 0;
	let unexpected = 0;
	const onUnexpected = () => unexpected++;

	return {
		async act(url) {
			const token = randomUUID();
			const slot = {
				date: addDays(firstDate, Math.floor(Math.random() * (policy.windowDays - 4))),
				time: times[Math.floor(Math.random() * times.length)],
			};
			const body = JSON.stringify({
				firstName: "Asha",
				lastName: "Rao",
				email: "asha@visitor.example",
				phone: "1",
				message: token,
				...slot,
			});
			const request = () => ({
				method: "POST",
				body,
				headers: { "content-type": "application/json", "idempotency-key": token },
			});
			// 422: the date is a Sunday or a closure.
			const response = await sendUntilAccepted(`${url}/demo/book`, request, [200, 409, 422], onUnexpected);
			if (response.status === 409) taken++;
			if (response.status !== 200) return;
			const { data } = (await response.json()) as { data: { reference: string; manageUrl: string } };
			const state = Math.random() < cancelledShare ? "cancelled" : "booked";
			if (state === "cancelled") {
				await sendUntilAccepted(
					url + new URL(data.manageUrl).pathname,
					() => ({ method: "POST", body: new URLSearchParams({ intent: "cancel" }) }),
					[303],
					onUnexpected,
				);
			}
			acknowledged.push({ token, reference: data.reference, state });
		},
		describeProgress: () => `${acknowledged.length} acknowledged, ${taken} told that their slot is taken`,
		async examine(db, mailServer) {
			const bookings = await db
				.selectFrom("bookings")
				.select(["reference", "message", "date", "time", "state"])
				.execute();
			const emails = await db.selectFrom("emails").select(["reference", "kind", "messageId", "notSentAt"]).execute();
			const bookingsByToken = Map.groupBy(bookings, (booking) => booking.message);
			const emailsByReference = Map.groupBy(emails, (email) => email.reference);
			const live = bookings.filter((booking) => booking.state === "booked");
			const { emailsNotDelivered, emailsDeliveredAgain } = countDeliveries(
				emails.filter(({ kind, notSentAt }) => !reminders.includes(kind) && notSentAt === null),
				mailServer,
			);
			return {
				sums: {
					acknowledged: acknowledged.length,
					acknowledgedCancellations: acknowledged.filter(({ state }) => state === "cancelled").length,
					toldTaken: taken,
					emailsDeliveredAgain,
				},
				faults: {
					nothingAcknowledged: acknowledged.length === 0 ? 1 : 0,
					lost: acknowledged.filter(
						({ token, reference, state }) =>
							!bookingsByToken
								.get(token)
								?.some((booking) => booking.reference === reference && booking.state === state),
					).length,
					doubled: [...bookingsByToken.values()].filter((same) => same.length > 1).length,
					neverAcknowledged: bookings.length - acknowledged.length,
					slotsSoldTwice: live.length - new Set(live.map(({ date, time }) => `${date} ${time}`)).size,
					withOtherEmails: bookings.filter(({ reference, state }) => {
						const kinds = (emailsByReference.get(reference) ?? []).map((email) => email.kind).toSorted();
						return kinds.join() !== [...booked, ...(state === "cancelled" ? cancelled : reminders)].toSorted().join();
					}).length,
					emailsWithoutBooking: emails.filter(
						({ reference }) => !bookings.some((booking) => booking.reference === reference),
					).length,
					emailsNotDelivered,
					// Only e-mails that a cancellation makes pointless may stay here.
					emailsNotSentAboutLiveCalls: emails.filter(
						({ reference, kind, notSentAt }) =>
							notSentAt !== null &&
							(cancelled.includes(kind) || live.some((booking) => booking.reference === reference)),
					).length,
					unexpectedResponses: unexpected,
				},
			};
		},
	};
});
