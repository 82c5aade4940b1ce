import type { WriteTransaction } from "../../platform/database/database.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { createRandomValue, findChallenge, insertChallenge, takeChallenge } from "./challenges.server.ts";
import { findsCommonPassword } from "./common-passwords.server.ts";
import { forgetDevices } from "./devices.server.ts";
import { deletePasskeys, type NewPasskey } from "./passkey-store.server.ts";
import type { PasskeyResponse, PasskeyCreation } from "./passkeys.server.ts";
import { judgePassword } from "./password-rules.server.ts";
import { hashPassword } from "./passwords.server.ts";
import { deleteIdentities } from "./provider-store.server.ts";
import {
	createRecoveryCodes,
	createTotpSecret,
	findTotpStep,
	hashRecoveryCode,
	writeTotpUri,
} from "./second-factor.server.ts";
import { endSessionsOf } from "./sessions.server.ts";
import { clearPassword, replaceRecoveryCodes, setPassword, takeTotpStep, type Account } from "./store.server.ts";
import { readRegistration, writeRegistrationOptions } from "./webauthn.server.ts";

/** An authenticator app that is being set up: the page shows `uri` as a QR code and `secret` as text. */
export type AuthenticatorSetup = { setup: string; secret: string; uri: string };

/** Input of a form that sets a password; `setup` names the authenticator that creates the code. */
export type PasswordInput = { password: string; setup: string; code: string };

export type FieldProblem = { field: "email" | "name" | "password" | "code" | "passkey"; message: string };

type Person = Pick<Account, "email" | "name">;

/** Starts setting up an authenticator app for `owner`, an account or an invitation. */
export async function beginAuthenticator(
	{ getCompany, database, clock }: AccountsDeps,
	owner: string,
	label: string,
): Promise<AuthenticatorSetup> {
	const secret = createTotpSecret();
	const setup = await database.write((transaction) =>
		insertChallenge(transaction, { purpose: "authenticator", accountId: owner, value: secret }, clock.now()),
	);
	return { setup, secret, uri: writeTotpUri(secret, { issuer: getCompany().name, label }) };
}

/** Reads the setup of an authenticator app again; undefined when it has expired. */
export async function findAuthenticator(
	{ getCompany, database, clock }: AccountsDeps,
	owner: string,
	label: string,
	setup: string,
): Promise<AuthenticatorSetup | undefined> {
	const secret = await findChallenge(database.db, setup, { purpose: "authenticator", accountId: owner }, clock.now());
	return secret === undefined
		? undefined
		: { setup, secret, uri: writeTotpUri(secret, { issuer: getCompany().name, label }) };
}

/** Explains what is wrong with a new password; undefined when it is acceptable. */
export async function findPasswordProblem(
	{ getCompany }: Pick<AccountsDeps, "getCompany">,
	{ email, name }: Person,
	password: string,
): Promise<FieldProblem | undefined> {
	const message = await judgePassword(password, { companyName: getCompany().name, email, name }, findsCommonPassword);
	return message === undefined ? undefined : { field: "password", message };
}

/**
 * Checks a new password and the first code of its authenticator.
 * @returns the problems, or a function that stores both within a transaction: it takes the setup and the code, and returns the new recovery
 * codes, or undefined when the setup was taken meanwhile
 */
export async function preparePassword(
	deps: AccountsDeps,
	{ owner, email, name }: Person & { owner: string },
	{ password, setup, code }: PasswordInput,
): Promise<
	| { problems: FieldProblem[] }
	| { problems: undefined; store: (transaction: WriteTransaction, accountId: string) => Promise<string[] | undefined> }
> {
	const { clock } = deps;
	const problem = await findPasswordProblem(deps, { email, name }, password);
	const found = await findAuthenticator(deps, owner, email, setup);
	const step = found && findTotpStep(found.secret, code, clock.now());
	const problems = [
		...(problem ? [problem] : []),
		...(step === undefined
			? [
					{
						field: "code" as const,
						message: found
							? "Wrong code. Wait for the next one, and check that your phone’s clock is right"
							: "The code has expired. Scan the new one with your app",
					},
				]
			: []),
	];
	if (problems.length > 0 || !found || step === undefined) return { problems };
	const passwordHash = await hashPassword(password);
	const recoveryCodes = createRecoveryCodes();
	return {
		problems: undefined,
		async store(transaction, accountId) {
			const now = clock.now();
			if ((await takeChallenge(transaction, setup, { purpose: "authenticator", accountId: owner }, now)) === undefined)
				return undefined;
			await setPassword(transaction, accountId, { passwordHash, totpSecret: found.secret });
			await takeTotpStep(transaction, accountId, step);
			await replaceRecoveryCodes(transaction, accountId, recoveryCodes.map(hashRecoveryCode));
			return recoveryCodes;
		},
	};
}

/** Returns the options with which the browser creates an account's first passkey. */
export async function beginFirstPasskey(
	{ config, getCompany, database, clock }: AccountsDeps,
	owner: string,
	person: Pick<Account, "id" | "email" | "name">,
): Promise<PasskeyCreation> {
	const challenge = createRandomValue();
	const value = JSON.stringify({ challenge, accountId: person.id });
	const token = await database.write((transaction) =>
		insertChallenge(transaction, { purpose: "passkey-registration", accountId: owner, value }, clock.now()),
	);
	const { deskUrl } = config;
	const options = await writeRegistrationOptions({ deskUrl, companyName: getCompany().name, challenge }, person, []);
	return { options, challenge: token };
}

/** Verifies an account's first passkey and returns it with the account's id. The challenge is taken even on failure. */
export async function readFirstPasskey(
	{ config, database, clock }: AccountsDeps,
	owner: string,
	{ challenge, response, name }: PasskeyResponse & { name: string },
): Promise<NewPasskey | undefined> {
	const value = await database.write((transaction) =>
		takeChallenge(transaction, challenge, { purpose: "passkey-registration", accountId: owner }, clock.now()),
	);
	if (value === undefined) return undefined;
	const begun = JSON.parse(value) as { challenge: string; accountId: string };
	const made = await readRegistration(response, { deskUrl: config.deskUrl, challenge: begun.challenge });
	return made && { ...made, accountId: begun.accountId, name };
}

/** Removes every way to sign in to an account, and ends its sessions. */
export async function removeWaysToSignIn(transaction: WriteTransaction, accountId: string): Promise<void> {
	await clearPassword(transaction, accountId);
	await deletePasskeys(transaction, accountId);
	await deleteIdentities(transaction, accountId);
	await endSessionsOf(transaction, accountId);
	await forgetDevices(transaction, accountId);
}
