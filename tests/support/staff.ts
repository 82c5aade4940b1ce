import { createSession } from "../../features/accounts/sessions.server.ts";
import { insertAccount } from "../../features/accounts/store.server.ts";
import type { Role } from "../../features/accounts/roles.ts";
import type { Database } from "../../platform/database/database.ts";

/** Somebody who works at the desk, signed in. */
export type StaffMember = { accountId: string; token: string };

/** Makes an account with a session, as signing in would. */
export async function signInStaff(
	database: Database,
	{
		now,
		roles = ["admin"],
		email = `${roles.join("-")}@staff.example`,
	}: { now: Temporal.Instant; roles?: readonly Role[]; email?: string },
): Promise<StaffMember> {
	return database.write(async (transaction) => {
		const accountId = await insertAccount(transaction, { email, name: `Meera ${roles.join(" ")}`, roles }, now);
		const token = await createSession(transaction, { accountId, device: "Firefox on Linux", now });
		return { accountId, token };
	});
}
