import type { Clock } from "../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { writeAuditEntry } from "./audit-log.server.ts";
import { verifyPassword } from "./passwords.server.ts";
import { findTotpStep, hashRecoveryCode } from "./second-factor.server.ts";
import { createSession, renewProof, type Session } from "./sessions.server.ts";
import type { createSignInLimit, SignInAttempt } from "./sign-in-limit.server.ts";
import {
	findAccount,
	findAccountOfEmail,
	takeRecoveryCode,
	takeTotpStep,
	type AccountWithSecrets,
} from "./store.server.ts";

export type SignInDeps = { database: Database; clock: Clock; limit: ReturnType<typeof createSignInLimit> };

/** A password with its second factor: six digits of the authenticator, or a recovery code. */
export type PasswordProof = { password: string; code: string };

export type SignInOutcome =
	| { kind: "signed-in"; token: string; accountId: string }
	/** Nobody is told which of address, password and code was wrong, or whether there is such an account. */
	| { kind: "refused" }
	/** Too many wrong answers: nothing was looked at. */
	| { kind: "wait"; seconds: number };

/** Makes what signs people in by password and second factor, and asks again who they are. */
export function createPasswordSignIn({ database, clock, limit }: SignInDeps) {
	/** Takes the second factor, which is good once; a wrong password takes none. */
	async function prove(
		transaction: WriteTransaction,
		account: AccountWithSecrets,
		code: string,
	): Promise<"code" | "recovery-code" | undefined> {
		const step = account.totpSecret && findTotpStep(account.totpSecret, code, clock.now());
		if (step !== undefined && step !== "") {
			return (await takeTotpStep(transaction, account.id, step)) ? "code" : undefined;
		}
		return (await takeRecoveryCode(transaction, account.id, hashRecoveryCode(code))) ? "recovery-code" : undefined;
	}

	async function check(
		attempt: SignInAttempt,
		account: AccountWithSecrets | undefined,
		{ password, code }: PasswordProof,
		onProven: (transaction: WriteTransaction, accountId: string, factor: string) => Promise<SignInOutcome>,
	): Promise<SignInOutcome> {
		const seconds = await limit.findWaitSeconds(database.db, attempt, clock.now());
		if (seconds > 0) return { kind: "wait", seconds };
		const usable = account && account.disabledAt === undefined ? account : undefined;
		const isRight = await verifyPassword(password, usable?.passwordHash);
		return database.write(async (transaction) => {
			const factor = usable && isRight ? await prove(transaction, usable, code) : undefined;
			if (usable && factor !== undefined) {
				await limit.forget(transaction, attempt);
				return onProven(transaction, usable.id, factor);
			}
			await limit.countFailure(transaction, attempt, clock.now());
			if (account)
				await writeAuditEntry(
					database,
					transaction,
					{ actor: account.id, action: "sign-in.refused", subject: account.id },
					clock.now(),
				);
			return { kind: "refused" };
		});
	}

	return {
		/** @param device browser and system in words, for the list of sessions */
		async signIn(attempt: SignInAttempt, proof: PasswordProof, device: string): Promise<SignInOutcome> {
			const account = await findAccountOfEmail(database.db, attempt.email);
			return check(attempt, account, proof, async (transaction, accountId, factor) => {
				const token = await createSession(transaction, { accountId, device, now: clock.now() });
				await writeAuditEntry(
					database,
					transaction,
					{ actor: accountId, action: "sign-in", subject: accountId, details: { factor } },
					clock.now(),
				);
				return { kind: "signed-in", token, accountId };
			});
		},
		/** Asks somebody who is signed in again who they are, before what cannot be undone; the session stays the same. */
		async proveAgain(
			session: Session,
			attempt: Omit<SignInAttempt, "email">,
			proof: PasswordProof,
		): Promise<Exclude<SignInOutcome, { kind: "signed-in" }> | { kind: "proven" }> {
			const account = await findAccount(database.db, session.accountId);
			const outcome = await check(
				{ ...attempt, email: account?.email ?? "" },
				account,
				proof,
				async (transaction, accountId) => {
					await renewProof(transaction, session.id, clock.now());
					return { kind: "signed-in", token: "", accountId };
				},
			);
			return outcome.kind === "signed-in" ? { kind: "proven" } : outcome;
		},
	};
}
