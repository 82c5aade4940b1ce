import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { nameMember, writeRecordEvent } from "../records/record-events.server.ts";
import { findRecord } from "../records/record-store.server.ts";
import type { EventType } from "../webhooks/event-types.ts";
import { isBooked, type Appointment, type Timed } from "./appointment.ts";

/** The events of a kind of appointments. */
export type AppointmentEvents = Readonly<Record<"booked" | "moved" | "cancelled", EventType>>;

export const callEvents: AppointmentEvents = {
	booked: "call.booked",
	moved: "call.moved",
	cancelled: "call.cancelled",
};

/** Tells webhooks that an appointment has got a time or another, or no longer takes place; of other changes, nothing. */
export async function writeAppointmentEvent(
	transaction: WriteTransaction,
	events: AppointmentEvents,
	{ before, after, by }: { before?: Appointment; after: Appointment; by?: string | undefined },
	now: Temporal.Instant,
): Promise<void> {
	const standing = before && isBooked(before) ? before : undefined;
	const change = nameChange(standing, after);
	const record = change && (await findRecord(transaction, after.reference));
	if (!change || !record) return;
	const shown = isBooked(after) ? after : standing;
	const hosts = [];
	for (const id of after.hostIds) hosts.push(await nameMember(transaction, id));
	await writeRecordEvent(
		transaction,
		events[change],
		record,
		{
			call: {
				...(shown && { startsAt: toInstantText(shown.startsAt) }),
				...(change === "moved" && standing && { movedFrom: toInstantText(standing.startsAt) }),
				durationMinutes: after.durationMinutes,
				timeZone: after.timeZone,
				hosts: hosts.filter((host) => host !== null),
			},
			by: await nameMember(transaction, by),
		},
		now,
	);
}

function nameChange(standing: Timed | undefined, after: Appointment): keyof AppointmentEvents | undefined {
	if (!isBooked(after)) return standing && "cancelled";
	if (!standing) return "booked";
	return standing.startsAt.equals(after.startsAt) ? undefined : "moved";
}
