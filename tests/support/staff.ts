import { randomUUID } from "node:crypto";
import { createSession, renewProof } from "../../core/accounts/sessions.server.ts";
import { insertAccount } from "../../core/accounts/store.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import type { Role } from "../../shared/roles.ts";

/** A signed-in member. */
export type StaffMember = { accountId: string; token: string };

/** Creates an account with a session, as signing in would. */
export async function signInStaff(
	database: Database,
	{
		now,
		roles = ["admin"],
		email = `${roles.join("-")}@staff.example`,
		name = `Robin ${roles.join(" ")}`,
	}: { now: Temporal.Instant; roles?: readonly Role[]; email?: string; name?: string },
): Promise<StaffMember> {
	return database.write(async (transaction) => {
		const accountId = await insertAccount(transaction, { email, name, roles }, now);
		const token = await createSession(transaction, { accountId, device: "Firefox on Linux", now });
		return { accountId, token };
	});
}

/** Proves again who the member of a test's desk is, and returns the cookie of the session's new token. */
export async function renewProofOf(
	{ database, clock }: { database: Database; clock: Clock },
	{ accountId }: { accountId: string },
): Promise<string> {
	const { id } = await database.db
		.selectFrom("sessions")
		.select("id")
		.where("accountId", "=", accountId)
		.executeTakeFirstOrThrow();
	const token = await database.write((transaction) => renewProof(transaction, id, clock.now()));
	return `desk-session=${token ?? ""}`;
}

/**
 * Signs a member in beside a running server, and returns the session's cookie.
 * @param config of the server's database
 */
export async function openStaffSession(
	config: Pick<Config, "dataDirectory" | "databaseUrl">,
	{
		roles,
		email = `${randomUUID()}@staff.example`,
		name,
	}: { roles?: readonly Role[] | undefined; email?: string; name?: string | undefined } = {},
): Promise<{ cookie: string; token: string }> {
	const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
	try {
		const { token } = await signInStaff(database, {
			now: Temporal.Now.instant(),
			email,
			...(roles && { roles }),
			...(name !== undefined && { name }),
		});
		return { cookie: `desk-session=${token}`, token };
	} finally {
		await database.close();
	}
}
