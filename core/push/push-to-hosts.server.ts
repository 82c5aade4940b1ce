import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { isBooked, type Appointment } from "../appointments/appointment.ts";
import { enqueuePush } from "./enqueue-push.server.ts";

/** Notifies the hosts who have just got an appointment, except the member who gave it to them. */
export async function pushToNewHosts(
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
	const accountIds = after.hostIds.filter((id) => id !== by && !had.includes(id));
	await enqueuePush(
		transaction,
		{
			accountIds,
			reference: after.reference,
			subject: { topic: "record", purpose, startsAt: toInstantText(after.startsAt) },
			...(notBefore && { notBefore }),
		},
		now,
	);
}
