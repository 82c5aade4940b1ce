import type { Connection } from "../../platform/database/database.ts";
import { deletePastTimeOff } from "./absence-store.server.ts";
import { deletePastBusyTimes } from "./busy-calendar-store.server.ts";
import { deletePastReservations } from "./reservation-store.server.ts";

/** Deletes past busy times, time off and reservations that no longer affect a choice. */
export async function deletePastHostTimes(db: Connection, now: Temporal.Instant): Promise<void> {
	// Longer than a clock may be ahead before it counts as wrong: their calendar is not read again for them.
	await deletePastBusyTimes(db, now.subtract({ hours: 24 * 8 }));
	// The choice of a host counts the whole week.
	await deletePastReservations(db, now.subtract({ hours: 24 * 14 }));
	await deletePastTimeOff(db, now.subtract({ hours: 24 * 30 }));
}
