import { listAuditEntries, verifyAuditLog, writeAuditEntry, type AuditEntry } from "./audit-log.server.ts";
import { createAdministration } from "./administration.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { createAccountCookies, type Browser } from "./browser.server.ts";
import { createJoining } from "./joining.server.ts";
import { createOwnAccount } from "./own-account.server.ts";
import { createPasskeys } from "./passkeys.server.ts";
import { createProvider } from "./provider.server.ts";
import { deleteEndedOfAccounts } from "./retention.server.ts";
import { createSignInLimit } from "./sign-in-limit.server.ts";
import { createPasswordSignIn } from "./sign-in.server.ts";
import { findSignedIn, type SignedIn } from "./signed-in.server.ts";
import { hasAccounts } from "./store.server.ts";

/** All that the desk, its start and its commands do with accounts. */
export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Puts together what has to do with accounts.
 *
 * @param secret of this installation, by which wrong answers are counted without keeping who gave them
 */
export function createAccounts({ secret, ...given }: Omit<AccountsDeps, "limit" | "cookies"> & { secret: string }) {
	const cookies = createAccountCookies(given.config.deskUrl);
	const deps: AccountsDeps = { ...given, cookies, limit: createSignInLimit(secret) };
	const { database, clock } = deps;
	return {
		/** Reads what a request says of its browser. */
		readBrowser: (request: {
			ip: string;
			headers: { cookie?: string | undefined; "user-agent"?: string | undefined };
		}): Browser => ({
			address: request.ip,
			userAgent: request.headers["user-agent"] ?? "",
			...cookies.read(request.headers.cookie),
		}),
		/** Whether anybody can work here yet; if not, there is nothing but the first admin's link. */
		hasAccounts: (): Promise<boolean> => hasAccounts(database.db),
		/** Finds who a request is from; undefined when nobody is signed in. */
		findSignedIn: (browser: Pick<Browser, "session">): Promise<SignedIn | undefined> =>
			findSignedIn(database.db, browser, clock.now()),
		password: createPasswordSignIn(deps),
		passkeys: createPasskeys(deps),
		/** The company's own sign-in; undefined when none is configured. */
		provider: createProvider(deps),
		joining: createJoining(deps),
		own: createOwnAccount(deps),
		administration: createAdministration(deps),
		/** Writes into the audit log what somebody has read or downloaded; what changes a record writes its entry in the same transaction. */
		noteRead: ({ account }: Pick<SignedIn, "account">, entry: Omit<AuditEntry, "actor">): Promise<void> =>
			database.write((transaction) => writeAuditEntry(transaction, { ...entry, actor: account.id }, clock.now())),
		listAuditEntries: (range: Parameters<typeof listAuditEntries>[1]) => listAuditEntries(database.db, range),
		verifyAuditLog: (mark?: Parameters<typeof verifyAuditLog>[1]) => verifyAuditLog(database.db, mark),
		/** Takes what has ended out of the database. */
		deleteEnded: (): Promise<void> => deleteEndedOfAccounts(database, given.getCompany(), clock.now()),
	};
}
