import type { Browser } from "../../core/accounts/browser.server.ts";
import type { SignedIn } from "../../core/accounts/signed-in.server.ts";
import type { KeptSecrets } from "./kept-secrets.server.ts";
import type { Notices } from "./notices.server.ts";

/** One request with its session. */
export type DeskRequest = {
	/** Undefined when nobody is signed in. */
	signedIn: SignedIn | undefined;
	browser: Browser;
	/** Results of actions, in words. */
	notices: Notices;
	/** New secrets, until they have been copied. */
	secrets: KeptSecrets;
	/** Sets cookies with the response, by values of Set-Cookie headers. */
	setCookies(cookies: readonly string[]): void;
};
