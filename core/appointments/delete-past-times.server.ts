import type { Connection } from "../../platform/database/database.ts";
import { deletePastTimeOff } from "./absence-store.server.ts";
import { deletePastBusyTimes } from "./busy-calendar-store.server.ts";
import { deletePastReservations } from "./reservation-store.server.ts";

/** Deletes what decides nothing any more: when somebody was busy or away, and what they were booked for in weeks that are over. */
export async function deletePastHostTimes(db: Connection, now: Temporal.Instant): Promise<void> {
	await deletePastBusyTimes(db, now.subtract({ hours: 24 }));
	// The fair choice counts the whole week.
	await deletePastReservations(db, now.subtract({ hours: 24 * 14 }));
	await deletePastTimeOff(db, now.subtract({ hours: 24 * 30 }));
}
