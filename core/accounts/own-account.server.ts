import { tellOwner, writeAndSend } from "./account-emails.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { writeAuditEntry } from "./audit-log.server.ts";
import type { Browser } from "./browser.server.ts";
import { forgetDevices } from "./devices.server.ts";
import { listPasskeys } from "./passkey-store.server.ts";
import { hashPassword } from "./passwords.server.ts";
import { hasIdentity } from "./provider-store.server.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./second-factor.server.ts";
import { endSession, endSessionsOf, hasFreshProof, listSessions, type Session } from "./sessions.server.ts";
import type { ChangeOutcome, SignedIn } from "./signed-in.server.ts";
import {
	changePasswordHash,
	countRecoveryCodes,
	findAccount,
	findChoices,
	replaceRecoveryCodes,
	setChoices,
	type AccountChoices,
} from "./store.server.ts";
import {
	beginAuthenticator,
	findAuthenticator,
	findPasswordProblem,
	preparePassword,
	type AuthenticatorSetup,
	type FieldProblem,
	type PasswordInput,
} from "./ways-to-sign-in.server.ts";

const maxSignatureLength = 1_000;

export type WaysToSignIn = {
	hasPassword: boolean;
	recoveryCodesLeft: number;
	passkeys: number;
	/** Signs in through the company's provider, and no other way. */
	usesProvider: boolean;
};

export type WaysOutcome<Result extends object = object> =
	| ChangeOutcome<Result>
	| { kind: "problems"; problems: FieldProblem[] };

/** Creates what people change about their own accounts. */
export function createOwnAccount(deps: AccountsDeps) {
	const { database, clock } = deps;

	/** Returns what has to happen before the ways to sign in may be changed; undefined when nothing does. */
	async function judge({ account, session }: SignedIn): Promise<Exclude<ChangeOutcome, { kind: "done" }> | undefined> {
		if (await hasIdentity(database.db, account.id))
			return { kind: "refused", message: "You sign in through your company and need no password here." };
		return hasFreshProof(session, clock.now()) ? undefined : { kind: "prove-first" };
	}

	return {
		async findWays(accountId: string): Promise<WaysToSignIn> {
			const account = await findAccount(database.db, accountId);
			return {
				hasPassword: account?.passwordHash !== undefined,
				recoveryCodesLeft: await countRecoveryCodes(database.db, accountId),
				passkeys: (await listPasskeys(database.db, accountId)).length,
				usesProvider: await hasIdentity(database.db, accountId),
			};
		},

		/** Starts setting up an authenticator app, for setPassword. */
		beginAuthenticator: ({ account }: SignedIn): Promise<AuthenticatorSetup> =>
			beginAuthenticator(deps, account.id, account.email),

		/** Returns the same setup when the form is shown again with errors. */
		findAuthenticator: ({ account }: SignedIn, setup: string): Promise<AuthenticatorSetup | undefined> =>
			findAuthenticator(deps, account.id, account.email, setup),

		/** Sets password, authenticator app and recovery codes. All other sessions end. */
		async setPassword(
			signedIn: SignedIn,
			browser: Browser,
			input: PasswordInput,
		): Promise<WaysOutcome<{ recoveryCodes: string[] }>> {
			const refusal = await judge(signedIn);
			if (refusal) return refusal;
			const { account, session } = signedIn;
			const prepared = await preparePassword(deps, { owner: account.id, ...account }, input);
			if (prepared.problems) return { kind: "problems", problems: prepared.problems };
			return writeAndSend(deps, async (transaction): Promise<WaysOutcome<{ recoveryCodes: string[] }>> => {
				const recoveryCodes = await prepared.store(transaction, account.id);
				if (!recoveryCodes) return { kind: "refused", message: "Already done." };
				await endSessionsOf(transaction, account.id, { except: session.id });
				await forgetDevices(transaction, account.id, { except: browser.device });
				await tellOwner(deps, transaction, account, "authenticator-set");
				await note(transaction, account.id, "authenticator.set");
				return { kind: "done", recoveryCodes };
			});
		},

		/** Changes only the password. All other sessions end. */
		async changePassword(signedIn: SignedIn, browser: Browser, password: string): Promise<WaysOutcome> {
			const refusal = await judge(signedIn);
			if (refusal) return refusal;
			const { account, session } = signedIn;
			const problem = await findPasswordProblem(deps, account, password);
			if (problem) return { kind: "problems", problems: [problem] };
			const passwordHash = await hashPassword(password);
			return writeAndSend(deps, async (transaction): Promise<WaysOutcome> => {
				if (!(await changePasswordHash(transaction, account.id, passwordHash)))
					return { kind: "refused", message: "No password yet. Set one together with an authenticator app." };
				await endSessionsOf(transaction, account.id, { except: session.id });
				await forgetDevices(transaction, account.id, { except: browser.device });
				await tellOwner(deps, transaction, account, "password-set");
				await note(transaction, account.id, "password.set");
				return { kind: "done" };
			});
		},

		/** Creates new recovery codes; the previous ones stop working. */
		async renewRecoveryCodes(signedIn: SignedIn): Promise<WaysOutcome<{ recoveryCodes: string[] }>> {
			const refusal = await judge(signedIn);
			if (refusal) return refusal;
			const { account } = signedIn;
			const recoveryCodes = createRecoveryCodes();
			return writeAndSend(deps, async (transaction): Promise<WaysOutcome<{ recoveryCodes: string[] }>> => {
				if ((await findAccount(transaction, account.id))?.passwordHash === undefined)
					return { kind: "refused", message: "Recovery codes need a password. Set one first." };
				await replaceRecoveryCodes(transaction, account.id, recoveryCodes.map(hashRecoveryCode));
				await tellOwner(deps, transaction, account, "recovery-codes-renewed");
				await note(transaction, account.id, "recovery-codes.renewed");
				return { kind: "done", recoveryCodes };
			});
		},

		/** Tells whether the account gets the weekly e-mail; undefined when its roles do not include it. */
		async findWeeklyEmail({ account }: Pick<SignedIn, "account">): Promise<boolean | undefined> {
			return account.roles.includes("admin")
				? (await findChoices(database.db, account.id)).wantsWeeklyEmail
				: undefined;
		},

		async setWeeklyEmail({ account }: Pick<SignedIn, "account">, wanted: boolean): Promise<void> {
			await database.write(async (transaction) => {
				await setChoices(transaction, account.id, { wantsWeeklyEmail: wanted }, clock.now());
				await note(transaction, account.id, wanted ? "weekly-email.on" : "weekly-email.off");
			});
		},

		findChoices: ({ account }: Pick<SignedIn, "account">): Promise<AccountChoices> =>
			findChoices(database.db, account.id),

		/** Sets the text that ends the member's replies; returns the reason of a refusal. */
		async setSignature({ account }: Pick<SignedIn, "account">, typed: string): Promise<string | undefined> {
			const signature = typed.replaceAll("\r\n", "\n").trim();
			if (signature.length > maxSignatureLength) return `Shorten your signature to ${maxSignatureLength} characters`;
			await database.write(async (transaction) => {
				await setChoices(transaction, account.id, { signature }, clock.now());
				await note(transaction, account.id, "signature.changed");
			});
			return undefined;
		},

		async setFirstStepsHidden({ account }: Pick<SignedIn, "account">, isHidden: boolean): Promise<void> {
			await database.write((transaction) =>
				setChoices(transaction, account.id, { hidesFirstSteps: isHidden }, clock.now()),
			);
		},

		listSessions: ({ account }: Pick<SignedIn, "account">): Promise<Session[]> =>
			listSessions(database.db, account.id, clock.now()),

		/** Ends one of the person's own sessions; false when there is none. */
		async endSession({ account }: SignedIn, id: string): Promise<boolean> {
			return database.write(async (transaction) => {
				const isEnded = await endSession(transaction, { accountId: account.id, id });
				if (isEnded) await note(transaction, account.id, "session.ended", { session: id });
				return isEnded;
			});
		},

		/** Ends the person's other sessions and returns their number. */
		async endOtherSessions({ account, session }: SignedIn): Promise<number> {
			return database.write(async (transaction) => {
				const ended = await endSessionsOf(transaction, account.id, { except: session.id });
				if (ended > 0) await note(transaction, account.id, "session.others-ended", { ended });
				return ended;
			});
		},
	};

	function note(
		transaction: Parameters<typeof writeAuditEntry>[0],
		accountId: string,
		action: string,
		details: Record<string, string | number> = {},
	): Promise<void> {
		return writeAuditEntry(transaction, { actor: accountId, action, subject: accountId, details }, clock.now());
	}
}
