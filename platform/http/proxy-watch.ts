import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";

/** Detects a proxy in front of the server that the configuration does not name. */
export type ProxyWatch = {
	/** Checks a request, and logs a warning for the first one through a proxy. */
	note(peer: string | undefined, headers: IncomingHttpHeaders): void;
	/** Whether a proxy has been seen since the start. */
	hasSeenProxy(): boolean;
};

/**
 * Creates the check for TRUSTED_PROXIES unset behind a proxy: all visitors share the proxy's address then, and with it one limit.
 *
 * Anybody can send such a header, but from a private address only a proxy of our own can.
 */
export function createProxyWatch({ config, log }: { config: Pick<Config, "trustedProxies">; log: Logger }): ProxyWatch {
	let seen = false;
	return {
		note(peer, headers) {
			if (seen || config.trustedProxies.length > 0 || !isPrivate(peer)) return;
			if (headers["x-forwarded-for"] === undefined && headers.forwarded === undefined) return;
			seen = true;
			log.warn(
				"requests come through a proxy, but TRUSTED_PROXIES is not set, so all visitors share one limit. Set it to the proxy's address",
			);
		},
		hasSeenProxy: () => seen,
	};
}

function isPrivate(peer: string | undefined): boolean {
	if (peer === undefined || !ipaddr.isValid(peer)) return false;
	return ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"].includes(ipaddr.process(peer).range());
}
