import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";

/** Notices a proxy in front of the server of which the configuration knows nothing. */
export type ProxyWatch = {
	/** Looks at a request, and warns in the log the first time that a proxy has handed it on. */
	note(peer: string | undefined, headers: IncomingHttpHeaders): void;
	/** Whether one was seen since the start. */
	hasSeenProxy(): boolean;
};

/**
 * Makes what notices that TRUSTED_PROXIES is unset behind a proxy: then all visitors share the proxy's address, and with it one limit.
 *
 * Anybody can send such a header, but not from a private address: there only a proxy of our own stands.
 */
export function createProxyWatch({ config, log }: { config: Pick<Config, "trustedProxies">; log: Logger }): ProxyWatch {
	let seen = false;
	return {
		note(peer, headers) {
			if (seen || config.trustedProxies.length > 0 || !isPrivate(peer)) return;
			if (headers["x-forwarded-for"] === undefined && headers.forwarded === undefined) return;
			seen = true;
			log.warn(
				"a proxy hands requests on, but TRUSTED_PROXIES is not set: all visitors count as one, and share their limits. Set it to the proxy's address",
			);
		},
		hasSeenProxy: () => seen,
	};
}

function isPrivate(peer: string | undefined): boolean {
	if (peer === undefined || !ipaddr.isValid(peer)) return false;
	return ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"].includes(ipaddr.process(peer).range());
}
