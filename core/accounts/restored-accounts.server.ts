import type { Connection } from "../../platform/database/database.ts";

export type DisabledAccount = { id: string; disabledAt: string };

export async function readDisabledAccounts(db: Connection): Promise<DisabledAccount[]> {
	return db
		.selectFrom("accounts")
		.select(["id", "disabledAt"])
		.where("disabledAt", "is not", null)
		.$narrowType<{ disabledAt: string }>()
		.execute();
}

/**
 * Ends the sessions, notifications on devices, invitations and begun sign-ins of a restored database, any of which may have been ended
 * since it was archived, and disables accounts.
 */
export async function closeRestoredAccounts(
	db: Connection,
	/** Names of the tables that the database has. */
	tables: ReadonlySet<string>,
	disabled: readonly DisabledAccount[],
): Promise<void> {
	for (const table of ["sessions", "accountInvitations", "accountChallenges"] as const)
		await db.deleteFrom(table).execute();
	// They outlive sessions, and end where an admin ends these.
	if (tables.has("push_subscriptions")) await db.deleteFrom("pushSubscriptions").execute();
	for (const { id, disabledAt } of disabled)
		await db.updateTable("accounts").set({ disabledAt }).where("id", "=", id).where("disabledAt", "is", null).execute();
}
