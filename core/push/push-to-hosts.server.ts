import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { isBooked, type Appointment } from "../appointments/appointment.ts";
import { isToBeAnnounced } from "./announce-appointments.server.ts";
import { enqueuePush } from "./enqueue-push.server.ts";

/**
 * Notifies the hosts who have just got an appointment, and those whose appointment now begins too soon to be announced later; not the member
 * who made the change.
 */
export async function pushToHosts(
	transaction: WriteTransaction,
	{
		before,
		after,
		purpose,
		by,
		notBefore,
	}: {
		before?: Appointment;
		after: Appointment;
		purpose: string;
		/** Id of an account. */
		by?: string | undefined;
		notBefore?: Temporal.Instant;
	},
	now: Temporal.Instant,
): Promise<void> {
	if (!isBooked(after)) return;
	const had = before && isBooked(before) ? before.hostIds : [];
	const others = after.hostIds.filter((id) => id !== by);
	const isNear =
		had.length > 0 &&
		before?.startsAt?.equals(after.startsAt) !== true &&
		!(await isToBeAnnounced(transaction, after.startsAt, now));
	const push = (topic: "record" | "appointment", accountIds: readonly string[]) =>
		enqueuePush(
			transaction,
			{
				accountIds,
				reference: after.reference,
				subject: { topic, purpose, startsAt: toInstantText(after.startsAt) },
				...(notBefore && { notBefore }),
			},
			now,
		);
	await push(
		"record",
		others.filter((id) => !had.includes(id)),
	);
	if (isNear)
		await push(
			"appointment",
			others.filter((id) => had.includes(id)),
		);
}
