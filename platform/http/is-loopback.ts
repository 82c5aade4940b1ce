import ipaddr from "ipaddr.js";

/** Tells whether a hostname or address is only reachable from this machine. */
export function isLoopback(host: string): boolean {
	return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}
