import { takeLock } from "../../platform/database/take-lock.ts";
import { tellOwner, writeAndSend } from "./account-emails.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { writeAuditEntry, writeOwnEntry } from "./audit-log.server.ts";
import { prepareSession, type SignInOutcome } from "./begin-session.server.ts";
import type { Browser } from "./browser.server.ts";
import { createRandomValue, insertChallenge, takeChallenge, type Challenge } from "./challenges.server.ts";
import {
	deletePasskeys,
	findPasskey,
	insertPasskey,
	listPasskeys,
	notePasskeyUse,
	renamePasskey,
	type Passkey,
	type PasskeyWithKey,
} from "./passkey-store.server.ts";
import { hasIdentity } from "./provider-store.server.ts";
import { hasFreshProof } from "./sessions.server.ts";
import { noteProof, type ProofOutcome } from "./sign-in.server.ts";
import type { ChangeOutcome, SignedIn } from "./signed-in.server.ts";
import { findAccount } from "./store.server.ts";
import {
	canUsePasskeys,
	readAssertion,
	readRegistration,
	verifyAssertion,
	writeAuthenticationOptions,
	writeRegistrationOptions,
	type PublicKeyCredentialCreationOptionsJSON,
	type PublicKeyCredentialRequestOptionsJSON,
} from "./webauthn.server.ts";

/** The options for the browser, and the token that comes back with its response. */
export type PasskeyRequest = { options: PublicKeyCredentialRequestOptionsJSON; challenge: string };
export type PasskeyCreation = { options: PublicKeyCredentialCreationOptionsJSON; challenge: string };
/** The browser's response, as JSON. */
export type PasskeyResponse = { challenge: string; response: string };

const maxPasskeyNameCharacters = 60;
const maxPasskeys = 20;

/** Creates what people do with passkeys: sign in, prove who they are, and manage them. */
export function createPasskeys(deps: AccountsDeps) {
	const { config, getCompany, database, clock } = deps;
	const { deskUrl } = config;

	async function begin(purpose: Challenge["purpose"], accountId: string | undefined) {
		const value = createRandomValue();
		const challenge = await database.write((transaction) =>
			insertChallenge(transaction, { purpose, accountId, value }, clock.now()),
		);
		return { value, challenge };
	}

	/** Takes the challenge, even on failure, and verifies the response. */
	async function check(
		{ challenge, response }: PasskeyResponse,
		awaited: Omit<Challenge, "value">,
	): Promise<{ passkey: PasskeyWithKey; counter: number } | undefined> {
		const value = await database.write((transaction) => takeChallenge(transaction, challenge, awaited, clock.now()));
		const assertion = value === undefined ? undefined : readAssertion(response);
		const passkey = assertion && (await findPasskey(database.db, assertion.passkeyId));
		if (value === undefined || !assertion || !passkey) return undefined;
		const counter = await verifyAssertion(assertion, { deskUrl, challenge: value }, passkey);
		if (counter !== undefined) return { passkey, counter };
		await database.write((transaction) =>
			writeAuditEntry(
				transaction,
				{ actor: "", action: "sign-in.refused", subject: passkey.accountId, details: { factor: "passkey" } },
				clock.now(),
			),
		);
		return undefined;
	}

	return {
		/** Whether the desk's address allows passkeys. */
		isPossible: canUsePasskeys(deskUrl),

		/** Asks for any passkey of this desk; the passkey identifies its owner. */
		async beginSignIn(): Promise<PasskeyRequest> {
			const { value, challenge } = await begin("passkey-sign-in", undefined);
			return { options: await writeAuthenticationOptions({ deskUrl, challenge: value }), challenge };
		},

		/** Signs in with only a passkey. Failures are not counted: there is nothing to guess. */
		async signIn(browser: Browser, answer: PasskeyResponse): Promise<SignInOutcome> {
			const checked = await check(answer, { purpose: "passkey-sign-in", accountId: undefined });
			const account = checked && (await findAccount(database.db, checked.passkey.accountId));
			if (!checked || !account || account.disabledAt) return { kind: "refused" };
			const beginSession = await prepareSession(deps, { account, browser, method: "passkey" });
			return writeAndSend(deps, async (transaction) =>
				(await notePasskeyUse(transaction, checked.passkey, checked.counter, clock.now()))
					? beginSession(transaction, "passkey")
					: { kind: "refused" },
			);
		},

		/** Asks a signed-in person for one of their passkeys. */
		async beginProof({ account }: SignedIn): Promise<PasskeyRequest> {
			const { value, challenge } = await begin("passkey-proof", account.id);
			const own = await listPasskeys(database.db, account.id);
			return { options: await writeAuthenticationOptions({ deskUrl, challenge: value }, own), challenge };
		},

		async prove(signedIn: SignedIn, answer: PasskeyResponse): Promise<ProofOutcome> {
			const checked = await check(answer, { purpose: "passkey-proof", accountId: signedIn.account.id });
			if (!checked || checked.passkey.accountId !== signedIn.account.id) return { kind: "refused" };
			return database.write(async (transaction) =>
				(await notePasskeyUse(transaction, checked.passkey, checked.counter, clock.now()))
					? noteProof(deps, transaction, signedIn, "passkey")
					: { kind: "refused" },
			);
		},

		/** Asks the browser to create a passkey; requires a fresh proof. */
		async beginRegistration({ account, session }: SignedIn): Promise<ChangeOutcome<PasskeyCreation>> {
			const refusal = await judgeOwnKeys(account.id);
			if (refusal) return refusal;
			if (!hasFreshProof(session, clock.now())) return { kind: "prove-first" };
			const own = await listPasskeys(database.db, account.id);
			if (own.length >= maxPasskeys)
				return { kind: "refused", message: `You already have ${maxPasskeys} passkeys. Remove one first.` };
			const { value, challenge } = await begin("passkey-registration", account.id);
			const options = await writeRegistrationOptions(
				{ deskUrl, companyName: getCompany().name, challenge: value },
				account,
				own,
			);
			return { kind: "done", options, challenge };
		},

		/** Stores the passkey that the browser created. */
		async register(
			{ account, session }: SignedIn,
			{ challenge, response, name }: PasskeyResponse & { name: string },
		): Promise<ChangeOutcome> {
			const now = clock.now();
			const refusal = await judgeOwnKeys(account.id);
			if (refusal) return refusal;
			if (!hasFreshProof(session, now)) return { kind: "prove-first" };
			const value = await database.write((transaction) =>
				takeChallenge(transaction, challenge, { purpose: "passkey-registration", accountId: account.id }, now),
			);
			const made = value === undefined ? undefined : await readRegistration(response, { deskUrl, challenge: value });
			if (!made || (await findPasskey(database.db, made.id)))
				return { kind: "refused", message: "Could not add the passkey. Try again." };
			await writeAndSend(deps, async (transaction) => {
				await insertPasskey(transaction, { ...made, accountId: account.id, name: cleanPasskeyName(name) }, now);
				await tellOwner(deps, transaction, account, "passkey-added");
				await writeOwnEntry(transaction, account.id, { action: "passkey.added" }, now);
			});
			return { kind: "done" };
		},

		async list(accountId: string): Promise<Passkey[]> {
			return (await listPasskeys(database.db, accountId)).map(({ id, name, createdAt, lastUsedAt }) => ({
				id,
				accountId,
				name,
				createdAt,
				lastUsedAt,
			}));
		},

		async rename({ account }: SignedIn, { id, name }: { id: string; name: string }): Promise<ChangeOutcome> {
			const isThere = await database.write((transaction) =>
				renamePasskey(transaction, { accountId: account.id, id, name: cleanPasskeyName(name) }),
			);
			return isThere ? { kind: "done" } : { kind: "refused", message: "This passkey no longer exists." };
		},

		/** Removes one of the person's passkeys, unless it is the last way to sign in. */
		async remove({ account, session }: SignedIn, id: string): Promise<ChangeOutcome> {
			const now = clock.now();
			if (!hasFreshProof(session, now)) return { kind: "prove-first" };
			return writeAndSend(deps, async (transaction): Promise<ChangeOutcome> => {
				// Two removals at once could delete the last two.
				await takeLock(transaction, `passkeys ${account.id}`);
				const found = await findAccount(transaction, account.id);
				const own = await listPasskeys(transaction, account.id);
				if (!own.some((passkey) => passkey.id === id))
					return { kind: "refused", message: "This passkey no longer exists." };
				if (own.length === 1 && found?.passwordHash === undefined)
					return {
						kind: "refused",
						message: "This is your only way to sign in. Add another passkey or a password first.",
					};
				await deletePasskeys(transaction, account.id, { id });
				await tellOwner(deps, transaction, account, "passkey-removed");
				await writeOwnEntry(transaction, account.id, { action: "passkey.removed" }, now);
				return { kind: "done" };
			});
		},
	};

	async function judgeOwnKeys(accountId: string): Promise<Extract<ChangeOutcome, { kind: "refused" }> | undefined> {
		return (await hasIdentity(database.db, accountId))
			? { kind: "refused", message: "You sign in through your company and need no passkey here." }
			: undefined;
	}
}

/** Returns the name to list a passkey under: trimmed, shortened, never empty. */
export function cleanPasskeyName(name: string): string {
	return name.trim().replaceAll(/\s+/g, " ").slice(0, maxPasskeyNameCharacters) || "Passkey";
}
