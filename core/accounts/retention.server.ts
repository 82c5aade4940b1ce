import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { deleteEmailsOf } from "../../platform/email/email-personal-data.ts";
import type { Company } from "../../shared/company.ts";
import { forgetHost } from "../appointments/forget-host.server.ts";
import { subtractMonths } from "../people/personal-records.ts";
import { deleteLapsedSubscriptions } from "../push/subscriptions.server.ts";
import { forgetViewsOf } from "../records/saved-views.server.ts";
import { deleteExpiredChallenges } from "./challenges.server.ts";
import { deleteUnknownDevices } from "./devices.server.ts";
import { deleteExpiredInvitations } from "./invitations.server.ts";
import { deleteEndedSessions } from "./sessions.server.ts";
import { deleteForgottenFailures } from "./sign-in-limit.server.ts";
import { deleteAccount, listAccountsDisabledBefore } from "./store.server.ts";
import { removeWaysToSignIn } from "./ways-to-sign-in.server.ts";

const emailsKept = Temporal.Duration.from({ hours: 24 * 90 });

/** Erases an account and everything that belongs to it. The audit log keeps its entries under an id that no longer names a person. */
export async function eraseAccount(transaction: WriteTransaction, id: string): Promise<void> {
	await removeWaysToSignIn(transaction, id);
	await deleteEmailsOf(transaction, [id]);
	await forgetHost(transaction, id);
	await forgetViewsOf(transaction, id);
	await deleteAccount(transaction, id);
}

/** Deletes expired sessions, challenges, failures, browsers, invitations and e-mails, and accounts that were disabled long ago. */
export async function deleteEndedOfAccounts(
	database: Database,
	{ timeZone }: Pick<Company, "timeZone">,
	now: Temporal.Instant,
	/** Calendar months after which a disabled account is erased. The audit log, which holds only its id, stays. */
	{ accounts }: { accounts: number },
): Promise<void> {
	const { db } = database;
	await deleteEndedSessions(db, now);
	await deleteExpiredChallenges(db, now);
	await deleteForgottenFailures(db, now);
	await deleteUnknownDevices(db, now);
	await deleteLapsedSubscriptions(db, now);
	await database.write(async (transaction) => {
		const invitations = await deleteExpiredInvitations(transaction, now);
		if (invitations.length > 0) await deleteEmailsOf(transaction, invitations);
		await transaction
			.deleteFrom("emails")
			.where("kind", "in", ["account-reset", "account-changed", "account-new-browser"])
			.where("queuedAt", "<=", toInstantText(now.subtract(emailsKept)))
			.execute();
	});
	const disabledBefore = subtractMonths(now, accounts, timeZone);
	for (const id of await listAccountsDisabledBefore(db, disabledBefore))
		await database.write((transaction) => eraseAccount(transaction, id));
}
