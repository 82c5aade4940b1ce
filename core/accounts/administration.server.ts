import { randomUUID } from "node:crypto";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { deleteEmailsOf } from "../../platform/email/email-personal-data.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { listSubscriptions } from "../push/subscriptions.server.ts";
import { createInvitationEmail, createResetEmail, sendEmail, writeAndSend } from "./account-emails.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { writeAuditEntry } from "./audit-log.server.ts";
import {
	deleteInvitations,
	invitationGoodFor,
	insertInvitation,
	listInvitations,
	type Invitation,
} from "./invitations.server.ts";
import { joinPath } from "./paths.ts";
import { hasIdentity, listAccountsWithIdentity } from "./provider-store.server.ts";
import { readRoles, rolesInWords } from "./roles.ts";
import { endSession, endSessionsOf, listSessions, type Session } from "./sessions.server.ts";
import { judgeAdministrator, nameActor, type Actor, type ChangeOutcome } from "./signed-in.server.ts";
import {
	findAccount,
	findAccountOfEmail,
	hasAdmin,
	listAccounts,
	updateAccount,
	type Account,
	type AccountWithSecrets,
} from "./store.server.ts";
import { removeWaysToSignIn } from "./ways-to-sign-in.server.ts";

/** An account as admins see it. */
export type ListedAccount = Account & {
	/** Roles follow the provider's groups. */
	usesProvider: boolean;
};

const lastAdmin = "This is the only admin. Make another member an admin first.";
const noRole = { kind: "refused", message: `Choose at least one role: ${rolesInWords}.` } as const;

/** Creates what admins and commands do with accounts. Each change is one transaction with its entry in the audit log. */
export function createAdministration(
	deps: Pick<AccountsDeps, "config" | "database" | "clock" | "messageIdDomain" | "endFeedsOf" | "onEmails">,
) {
	const { config, database, clock } = deps;

	/** Changes an account in one transaction with its entry in the audit log, unless `work` refuses. */
	async function change<Result extends object>(
		actor: Actor,
		{ id, action, details = {} }: { id: string; action: string; details?: Record<string, string> },
		/** Returns the reason of a refusal, or the result. */
		work: (transaction: WriteTransaction, account: AccountWithSecrets) => Promise<Result | string>,
	): Promise<ChangeOutcome<Result>> {
		const refusal = judgeAdministrator(actor, clock.now());
		if (refusal) return refusal;
		return writeAndSend(deps, async (transaction): Promise<ChangeOutcome<Result>> => {
			// Two admins who demote each other at once would leave no admin.
			await takeLock(transaction, "admins");
			const account = await findAccount(transaction, id);
			if (!account) return { kind: "refused", message: "This account does not exist." };
			const result = await work(transaction, account);
			if (typeof result === "string") return { kind: "refused", message: result };
			// Nothing changed, so there is nothing to log.
			if ("ended" in result && result.ended === 0) return { kind: "done", ...result };
			await writeAuditEntry(transaction, { actor: nameActor(actor), action, subject: id, details }, clock.now());
			return { kind: "done", ...result };
		});
	}

	async function isLastAdmin(transaction: WriteTransaction, account: Account): Promise<boolean> {
		return (
			account.roles.includes("admin") &&
			account.disabledAt === undefined &&
			!(await hasAdmin(transaction, { except: account.id }))
		);
	}

	return {
		/** Lists all accounts by name. */
		async list(): Promise<ListedAccount[]> {
			const accounts = await listAccounts(database.db);
			const ofProvider = await listAccountsWithIdentity(database.db);
			return accounts.map((account) => ({ ...account, usesProvider: ofProvider.has(account.id) }));
		},

		listInvitations: (): Promise<Invitation[]> => listInvitations(database.db, clock.now()),

		listSessions: (id: string): Promise<Session[]> => listSessions(database.db, id, clock.now()),

		/** Invites a person without an account. Returns the link that the e-mail also holds; earlier links stop working. */
		async invite(
			actor: Actor,
			{ email, roles: names }: { email: string; roles: readonly string[] },
		): Promise<ChangeOutcome<{ id: string; url: string; expiresAt: Temporal.Instant }>> {
			const now = clock.now();
			const refusal = judgeAdministrator(actor, now);
			if (refusal) return refusal;
			const address = email.trim().toLowerCase();
			const roles = readRoles(names);
			if (!isEmailAddress(address))
				return { kind: "refused", message: "Enter an e-mail address like name@company.com." };
			if (!roles) return noRole;
			const id = randomUUID();
			const expiresAt = now.add(invitationGoodFor.invite);
			return writeAndSend(
				deps,
				async (transaction): Promise<ChangeOutcome<{ id: string; url: string; expiresAt: Temporal.Instant }>> => {
					if (await findAccountOfEmail(transaction, address))
						return { kind: "refused", message: "This address already has an account." };
					const earlier = await listInvitations(transaction, now);
					const replaced = earlier.filter((one) => one.email === address).map((one) => one.id);
					if (replaced.length > 0) await deleteEmailsOf(transaction, replaced);
					const token = await insertInvitation(transaction, { id, kind: "invite", email: address, roles }, now);
					const url = `${config.deskUrl}${joinPath(token)}`;
					await sendEmail(deps, transaction, createInvitationEmail({ id, email: address }, { url, expiresAt }));
					await writeAuditEntry(
						transaction,
						{ actor: nameActor(actor), action: "account.invited", subject: id, details: { roles: roles.join(",") } },
						now,
					);
					return { kind: "done", id, url, expiresAt };
				},
			);
		},

		async withdrawInvitation(actor: Actor, id: string): Promise<ChangeOutcome> {
			const refusal = judgeAdministrator(actor, clock.now());
			if (refusal) return refusal;
			return database.write(async (transaction): Promise<ChangeOutcome> => {
				if ((await deleteInvitations(transaction, { id })) === 0)
					return { kind: "refused", message: "This link no longer exists." };
				await deleteEmailsOf(transaction, [id]);
				await writeAuditEntry(
					transaction,
					{ actor: nameActor(actor), action: "account.invitation-withdrawn", subject: id },
					clock.now(),
				);
				return { kind: "done" };
			});
		},

		/** Changes an account's roles; they apply from its next request. */
		async changeRoles(actor: Actor, id: string, names: readonly string[]): Promise<ChangeOutcome> {
			const roles = readRoles(names);
			if (!roles) return noRole;
			return change(
				actor,
				{ id, action: "account.roles-changed", details: { roles: roles.join(",") } },
				async (transaction, account) => {
					if (config.provider && (await hasIdentity(transaction, id)))
						return "These roles follow the groups in your company’s sign-in. Change them there.";
					if (!roles.includes("admin") && (await isLastAdmin(transaction, account))) return lastAdmin;
					await updateAccount(transaction, id, { roles });
					return {};
				},
			);
		},

		/** Disables sign-in and ends the sessions. The audit log keeps the account's entries. */
		async disable(actor: Actor, id: string): Promise<ChangeOutcome> {
			return change(actor, { id, action: "account.disabled" }, async (transaction, account) => {
				if (await isLastAdmin(transaction, account)) return lastAdmin;
				await updateAccount(transaction, id, { disabledAt: clock.now() });
				await endSessionsOf(transaction, id);
				await deleteInvitations(transaction, { kind: "reset", email: account.email });
				return {};
			});
		},

		async enable(actor: Actor, id: string): Promise<ChangeOutcome> {
			return change(actor, { id, action: "account.enabled" }, async (transaction) => {
				await updateAccount(transaction, id, { disabledAt: null });
				return {};
			});
		},

		/**
		 * Returns the link, also sent by e-mail, to set up new ways to sign in; it works for an hour. Sessions and calendar addresses end at
		 * once; passkeys, password and recovery codes stay until the link is used.
		 */
		async reset(actor: Actor, id: string): Promise<ChangeOutcome<{ url: string; expiresAt: Temporal.Instant }>> {
			return change(actor, { id, action: "account.reset-link-made" }, async (transaction, account) => {
				if (account.disabledAt) return "The account is disabled. Enable it first.";
				const now = clock.now();
				const expiresAt = now.add(invitationGoodFor.reset);
				const token = await insertInvitation(
					transaction,
					{ kind: "reset", email: account.email, roles: account.roles },
					now,
				);
				const url = `${config.deskUrl}${joinPath(token)}`;
				await endSessionsOf(transaction, id);
				await deps.endFeedsOf(transaction, id);
				await sendEmail(deps, transaction, createResetEmail(account, { url, expiresAt }));
				return { url, expiresAt };
			});
		},

		/** Removes an account's own ways to sign in, so that only the OpenID Connect provider signs its owner in. */
		async handToProvider(actor: Actor, id: string): Promise<ChangeOutcome> {
			return change(actor, { id, action: "account.handed-to-provider" }, async (transaction, account) => {
				if (!config.provider) return "No sign-in provider is set up.";
				if (await isLastAdmin(transaction, account)) return lastAdmin;
				await removeWaysToSignIn(transaction, id);
				await deleteInvitations(transaction, { kind: "reset", email: account.email });
				return {};
			});
		},

		/**
		 * Ends one session of an account, or all, and with all of them the addresses of its calendars and the notifications on its devices.
		 * Returns how many of these there were.
		 */
		async endSessions(
			actor: Actor,
			id: string,
			{ session }: { session?: string } = {},
		): Promise<ChangeOutcome<{ ended: number }>> {
			return change(
				actor,
				session === undefined
					? { id, action: "account.sessions-ended" }
					: { id, action: "account.session-ended", details: { session } },
				async (transaction) => {
					if (session !== undefined)
						return { ended: (await endSession(transaction, { accountId: id, id: session })) ? 1 : 0 };
					// Both outlive sessions.
					const devices = await listSubscriptions(transaction, [id]);
					const feeds = await deps.endFeedsOf(transaction, id);
					return { ended: (await endSessionsOf(transaction, id)) + devices.length + feeds };
				},
			);
		},
	};
}
