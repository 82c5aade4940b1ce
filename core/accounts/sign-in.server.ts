import type { WriteTransaction } from "../../platform/database/database.ts";
import { nameNetwork } from "../../platform/http/network-buckets.ts";
import { tellOwner, writeAndSend } from "./account-emails.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { writeAuditEntry, writeOwnEntry } from "./audit-log.server.ts";
import { prepareSession, type SignInOutcome } from "./begin-session.server.ts";
import type { Browser } from "./browser.server.ts";
import { findDevice } from "./devices.server.ts";
import { verifyPassword } from "./passwords.server.ts";
import { findTotpStep, hashRecoveryCode } from "./second-factor.server.ts";
import { endSessionOfToken, renewProof } from "./sessions.server.ts";
import type { SignInAttempt } from "./sign-in-limit.server.ts";
import type { SignedIn } from "./signed-in.server.ts";
import {
	findAccount,
	findAccountOfEmail,
	takeRecoveryCode,
	takeTotpStep,
	type AccountWithSecrets,
} from "./store.server.ts";

/** A password with its second factor: six digits of the authenticator, or a recovery code. */
export type PasswordProof = { password: string; code: string };

/** The result of a new proof; its cookies continue the session. */
export type ProofOutcome = { kind: "proven"; cookies: string[] } | Exclude<SignInOutcome, { kind: "signed-in" }>;

type Factor = "password-and-code" | "password-and-recovery-code";

/** Creates sign-in by password and second factor, the renewed proof, and sign-out. */
export function createPasswordSignIn(deps: AccountsDeps) {
	const { database, clock, limit, cookies } = deps;

	/** Takes the second factor, which works once. */
	async function takeFactor(
		transaction: WriteTransaction,
		account: AccountWithSecrets,
		code: string,
	): Promise<Factor | undefined> {
		const step = account.totpSecret === undefined ? undefined : findTotpStep(account.totpSecret, code, clock.now());
		if (step !== undefined)
			return (await takeTotpStep(transaction, account.id, step)) ? "password-and-code" : undefined;
		const isTaken = await takeRecoveryCode(transaction, account.id, hashRecoveryCode(code));
		return isTaken ? "password-and-recovery-code" : undefined;
	}

	/** @param onProven prepares what is done within the transaction that takes the factor */
	async function check<Proven>(
		browser: Browser,
		{ email, account }: { email: string; account: AccountWithSecrets | undefined },
		{ password, code }: PasswordProof,
		onProven: (
			account: AccountWithSecrets,
		) => Promise<(transaction: WriteTransaction, factor: Factor) => Promise<Proven>>,
	): Promise<Proven | Exclude<SignInOutcome, { kind: "signed-in" }>> {
		const usable = account && account.disabledAt === undefined ? account : undefined;
		const knownDevice =
			usable && (await findDevice(database.db, { accountId: usable.id, token: browser.device }, clock.now()));
		const attempt: SignInAttempt = { email, network: nameNetwork(browser.address), knownDevice };
		const seconds = await database.write((transaction) => limit.takeTurn(transaction, attempt, clock.now()));
		if (seconds > 0) return { kind: "wait", seconds };
		const isRight = await verifyPassword(password, usable?.passwordHash);
		const prove = usable && isRight ? await onProven(usable) : undefined;
		return writeAndSend(deps, async (transaction) => {
			const factor = usable && prove ? await takeFactor(transaction, usable, code) : undefined;
			if (usable && prove && factor !== undefined) {
				await limit.forget(transaction, attempt);
				if (factor === "password-and-recovery-code") await tellOwner(deps, transaction, usable, "recovery-code-used");
				return prove(transaction, factor);
			}
			// Somebody has the password, so the owner is told, once.
			if (usable && isRight && (await limit.countRefusedCode(transaction, email, clock.now())) === 3)
				await tellOwner(deps, transaction, usable, "code-refused");
			// Attempts at unknown addresses are not logged: anybody could fill the log with them.
			if (account)
				await writeAuditEntry(
					transaction,
					{ actor: "", action: "sign-in.refused", subject: account.id, details: { passwordRight: isRight } },
					clock.now(),
				);
			return { kind: "refused" };
		});
	}

	return {
		/** Signs a person in with a new session, whatever session the browser had. */
		async signIn(browser: Browser, { email, ...proof }: PasswordProof & { email: string }): Promise<SignInOutcome> {
			const address = email.trim().toLowerCase();
			const account = await findAccountOfEmail(database.db, address);
			return check(browser, { email: address, account }, proof, (usable) =>
				prepareSession(deps, { account: usable, browser, method: "password" }),
			);
		},
		/** Checks again who a signed-in person is, before actions that cannot be undone. */
		async prove(browser: Browser, { account, session }: SignedIn, proof: PasswordProof): Promise<ProofOutcome> {
			const found = await findAccount(database.db, session.accountId);
			return check(
				browser,
				{ email: account.email, account: found },
				proof,
				async () => (transaction, factor) => noteProof(deps, transaction, { account, session }, factor),
			);
		},
		/** Ends the browser's session; returns values of Set-Cookie headers. */
		async signOut({ session }: Pick<Browser, "session">): Promise<string[]> {
			if (session !== undefined)
				await database.write(async (transaction) => {
					const ended = await endSessionOfToken(transaction, session);
					if (ended)
						await writeOwnEntry(
							transaction,
							ended.accountId,
							{ action: "sign-out", details: { session: ended.id } },
							clock.now(),
						);
				});
			return [cookies.clear("session")];
		},
	};
}

/** Records a new proof; the session gets a new token. */
export async function noteProof(
	{ clock, cookies }: Pick<AccountsDeps, "clock" | "cookies">,
	transaction: WriteTransaction,
	{ account, session }: SignedIn,
	factor: string,
): Promise<ProofOutcome> {
	const token = await renewProof(transaction, session.id, clock.now());
	if (token === undefined) return { kind: "refused" };
	const details = { factor, session: session.id };
	await writeOwnEntry(transaction, account.id, { action: "proof", details }, clock.now());
	return { kind: "proven", cookies: [cookies.write("session", token)] };
}
