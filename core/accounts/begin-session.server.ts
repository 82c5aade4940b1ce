import { randomUUID } from "node:crypto";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";
import { renewSubscription } from "../push/subscriptions.server.ts";
import { createNewBrowserEmail, sendEmail } from "./account-emails.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { writeOwnEntry } from "./audit-log.server.ts";
import { describeDevice, isDeviceToken, type Browser } from "./browser.server.ts";
import { findDevice, isDeviceOfAnybody, rememberDevice } from "./devices.server.ts";
import { createSession, endSessionOfToken, type SignInMethod } from "./sessions.server.ts";
import type { Account } from "./store.server.ts";

/** The result of any kind of sign-in. */
export type SignInOutcome =
	| {
			kind: "signed-in";
			accountId: string;
			/** Session token; stored only in the browser's cookie. */
			token: string;
			/** Values of Set-Cookie headers. */
			cookies: string[];
	  }
	/** Does not reveal whether address, password or code was wrong, or whether the account exists. */
	| { kind: "refused" }
	/** Too many wrong answers: nothing was checked. */
	| { kind: "wait"; seconds: number };

export type SignInStart = {
	account: Pick<Account, "id" | "email" | "name">;
	browser: Browser;
	method: SignInMethod;
	/** The first sign-in of a new account sends no e-mail about a new browser. */
	isFirst?: boolean;
	/** When the person last typed or touched something to prove who they are; now if absent. */
	provenAt?: Temporal.Instant;
};

/**
 * Prepares the session of a person who has proved who they are, and the e-mail about an unknown browser.
 * @returns a function that begins the session, with a new token, within a transaction, and replaces the browser's earlier session; it takes
 * the factor that the audit log names, such as "passkey"
 */
export async function prepareSession(
	deps: AccountsDeps,
	{ account, browser, method, isFirst = false, provenAt }: SignInStart,
): Promise<(transaction: WriteTransaction, factor: string) => Promise<Extract<SignInOutcome, { kind: "signed-in" }>>> {
	const { database, clock, cookies } = deps;
	const accountId = account.id;
	const device = describeDevice(browser.userAgent);
	const isKnown = (await findDevice(database.db, { accountId, token: browser.device }, clock.now())) !== undefined;
	// A token that this server did not issue may be known to an attacker who planted it in the browser.
	const deviceToken =
		isDeviceToken(browser.device) && (await isDeviceOfAnybody(database.db, browser.device))
			? browser.device
			: createToken();
	return async (transaction, factor) => {
		const now = clock.now();
		const id = randomUUID();
		// Before the earlier session ends, and with it what is still its own.
		await renewSubscription(transaction, { accountId, sessionId: id, deviceHash: hashToken(deviceToken) }, now);
		if (browser.session !== undefined) await endSessionOfToken(transaction, browser.session);
		const token = await createSession(transaction, { id, accountId, device, method, now, provenAt });
		await rememberDevice(transaction, { accountId, token: deviceToken }, now);
		const details = { factor, session: id, knownBrowser: isKnown };
		await writeOwnEntry(transaction, accountId, { action: "sign-in", details }, now);
		if (!isKnown && !isFirst) await sendEmail(deps, transaction, createNewBrowserEmail(account, device, now));
		return {
			kind: "signed-in",
			accountId,
			token,
			cookies: [cookies.write("session", token), cookies.write("device", deviceToken)],
		};
	};
}
