import { createHmac } from "node:crypto";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { createAdministration } from "./administration.server.ts";
import { listAuditEntries, verifyAuditLog, writeAuditEntry, type AuditEntry } from "./audit-log.server.ts";
import { createAccountCookies, type Browser } from "./browser.server.ts";
import { createJoining } from "./joining.server.ts";
import { createOwnAccount } from "./own-account.server.ts";
import { createPasskeys } from "./passkeys.server.ts";
import { createProvider } from "./provider.server.ts";
import { deleteEndedOfAccounts } from "./retention.server.ts";
import { createSignInLimit } from "./sign-in-limit.server.ts";
import { createPasswordSignIn } from "./sign-in.server.ts";
import { findSignedIn, hasSameAccess, type SignedIn } from "./signed-in.server.ts";
import { hasAccounts } from "./store.server.ts";

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Creates the use cases of accounts for the desk, its start and its commands.
 * @param secret of this installation; keys the hashes that count wrong answers, and what browsers keep for a session
 */
export function createAccounts({ secret, ...given }: Omit<AccountsDeps, "limit" | "cookies"> & { secret: string }) {
	const cookies = createAccountCookies(given.config.deskUrl);
	const deps: AccountsDeps = { ...given, cookies, limit: createSignInLimit(secret) };
	const { database, clock } = deps;
	return {
		readBrowser: (request: {
			ip: string;
			headers: { cookie?: string | undefined; "user-agent"?: string | undefined };
		}): Browser => ({
			address: request.ip,
			userAgent: request.headers["user-agent"] ?? "",
			...cookies.read(request.headers.cookie),
		}),
		/** Whether anybody can sign in yet; until then only the first admin's link works. */
		hasAccounts: (): Promise<boolean> => hasAccounts(database.db),
		/** Finds the account and session of a request; undefined when nobody is signed in. */
		findSignedIn: (browser: Pick<Browser, "session">): Promise<SignedIn | undefined> =>
			findSignedIn(database.db, browser, clock.now()),
		/** A key for what a browser keeps for one session; it outlasts proofs, which replace the session's token. */
		deriveSessionKey: ({ session }: Pick<SignedIn, "session">): Buffer =>
			createHmac("sha256", secret).update(`session: ${session.id}`).digest(),
		/** Tells whether somebody who was signed in still is, with the same roles. */
		hasSameAccess: (signedIn: SignedIn): Promise<boolean> => hasSameAccess(database.db, signedIn, clock.now()),
		password: createPasswordSignIn(deps),
		passkeys: createPasskeys(deps),
		/** The company's OpenID Connect provider; undefined when none is configured. */
		provider: createProvider(deps),
		joining: createJoining(deps),
		own: createOwnAccount(deps),
		administration: createAdministration(deps),
		/** Writes a read or a download into the audit log. A change writes its entry in its own transaction. */
		noteRead: ({ account }: Pick<SignedIn, "account">, entry: Omit<AuditEntry, "actor">): Promise<void> =>
			database.write((transaction) => writeAuditEntry(transaction, { ...entry, actor: account.id }, clock.now())),
		listAuditEntries: (range: Parameters<typeof listAuditEntries>[1]) => listAuditEntries(database.db, range),
		verifyAuditLog: (mark?: Parameters<typeof verifyAuditLog>[1]) => verifyAuditLog(database.db, mark),
		/** Deletes what has expired. */
		deleteEnded: (): Promise<void> =>
			deleteEndedOfAccounts(database, given.getCompany(), clock.now(), given.config.retentionMonths),
	};
}
