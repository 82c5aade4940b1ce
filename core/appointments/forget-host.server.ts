import type { WriteTransaction } from "../../platform/database/database.ts";
import { deleteUnsentEmailsWith } from "../../platform/email/unsent-emails-store.ts";
import { deleteTimeOffOf } from "./absence-store.server.ts";
import { deleteBusyCalendarsOf } from "./busy-calendar-store.server.ts";
import { deleteHost } from "./host-store.server.ts";

/** Deletes a host with their settings and the e-mails that wait for them; their appointments stay until reassigned. */
export async function forgetHost(transaction: WriteTransaction, id: string): Promise<void> {
	await deleteTimeOffOf(transaction, id);
	await deleteBusyCalendarsOf(transaction, id);
	await deleteHost(transaction, id);
	await deleteUnsentEmailsWith(transaction, { name: "hostId", value: id });
}
