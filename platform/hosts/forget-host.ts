import type { WriteTransaction } from "../database/database.ts";
import { deleteTimeOffOf } from "./absence-store.ts";
import { deleteBusyCalendarsOf } from "./busy-calendar-store.ts";
import { deleteHost } from "./host-store.ts";

/** Forgets a host with all that only they need; what they are booked for stays until somebody else takes it. */
export async function forgetHost(transaction: WriteTransaction, id: string): Promise<void> {
	await deleteTimeOffOf(transaction, id);
	await deleteBusyCalendarsOf(transaction, id);
	await deleteHost(transaction, id);
}
