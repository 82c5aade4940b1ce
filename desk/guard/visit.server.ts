import type { Browser } from "../../core/accounts/browser.server.ts";
import type { SignedIn } from "../../core/accounts/signed-in.server.ts";
import type { Notices } from "./notices.server.ts";

/** One request, and who makes it. */
export type Visit = {
	/** Undefined when nobody is signed in. */
	signedIn: SignedIn | undefined;
	browser: Browser;
	/** What actions came to, in words. */
	notices: Notices;
	/** Sets cookies with the answer, by the values of Set-Cookie headers. */
	setCookies(cookies: readonly string[]): void;
};
