import type { Account } from "../../features/accounts/store.server.ts";
import type { Session } from "../../features/accounts/sessions.server.ts";
import type { Cookies } from "./cookies.server.ts";

/** Somebody who is signed in. */
export type Person = { account: Account; session: Session };

/** One request, and who makes it. */
export type Visit = {
	person: Person | undefined;
	/** IPv4 address, or /64 of IPv6. */
	network: string;
	/** Browser and system in words. */
	device: string;
	cookies: Cookies;
};
