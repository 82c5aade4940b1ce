import { randomUUID } from "node:crypto";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { createToken } from "../../platform/ids/secret-token.ts";
import { createNewBrowserEmail, sendEmail } from "./account-emails.server.ts";
import type { AccountsDeps } from "./accounts-deps.server.ts";
import { writeAuditEntry } from "./audit-log.server.ts";
import { describeDevice, isDeviceToken, type Browser } from "./browser.server.ts";
import { findDevice, isDeviceOfAnybody, rememberDevice } from "./devices.server.ts";
import { createSession, endSessionOfToken, type SignInMethod } from "./sessions.server.ts";
import type { Account } from "./store.server.ts";

/** What a sign-in came to, however somebody proved who they are. */
export type SignInOutcome =
	| {
			kind: "signed-in";
			accountId: string;
			/** Of the session; nowhere else than in the browser's cookie. */
			token: string;
			/** Values of Set-Cookie headers. */
			cookies: string[];
	  }
	/** Nobody is told which of address, password and code was wrong, or whether there is such an account. */
	| { kind: "refused" }
	/** Too many wrong answers: nothing was looked at. */
	| { kind: "wait"; seconds: number };

export type SignInStart = {
	account: Pick<Account, "id" | "email" | "name">;
	browser: Browser;
	method: SignInMethod;
	/** The browser in which somebody makes their account is not news to them. */
	isFirst?: boolean;
};

/**
 * Prepares the session of somebody who proves who they are, and the e-mail that tells them of a browser that they have not signed in
 * from before.
 *
 * @returns what begins the session as part of a transaction, with a token of its own, in the place of what the browser had before; it takes
 * the factor that the audit log names, such as "passkey"
 */
export async function prepareSession(
	deps: AccountsDeps,
	{ account, browser, method, isFirst = false }: SignInStart,
): Promise<(transaction: WriteTransaction, factor: string) => Promise<Extract<SignInOutcome, { kind: "signed-in" }>>> {
	const { database, clock, cookies } = deps;
	const accountId = account.id;
	const device = describeDevice(browser.userAgent);
	const isKnown = (await findDevice(database.db, { accountId, token: browser.device }, clock.now())) !== undefined;
	// A token that this server never gave may be known to whoever put it into the browser.
	const deviceToken =
		isDeviceToken(browser.device) && (await isDeviceOfAnybody(database.db, browser.device))
			? browser.device
			: createToken();
	return async (transaction, factor) => {
		const now = clock.now();
		if (browser.session !== undefined) await endSessionOfToken(transaction, browser.session);
		const id = randomUUID();
		const token = await createSession(transaction, { id, accountId, device, method, now });
		await rememberDevice(transaction, { accountId, token: deviceToken }, now);
		await writeAuditEntry(
			transaction,
			{
				actor: accountId,
				action: "sign-in",
				subject: accountId,
				details: { factor, session: id, knownBrowser: isKnown },
			},
			now,
		);
		if (!isKnown && !isFirst) await sendEmail(deps, transaction, createNewBrowserEmail(account, device, now));
		return {
			kind: "signed-in",
			accountId,
			token,
			cookies: [cookies.write("session", token), cookies.write("device", deviceToken)],
		};
	};
}
