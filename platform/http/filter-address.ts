import { lookup as lookUp, type LookupAddress } from "node:dns";
import type { Agent } from "node:http";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

/** Addresses of cloud metadata services outside the link-local range; always refused. */
const neverAsked = ["100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"];

export type AddressFilter = {
	allowsPrivateNetworks: boolean;
	/** Resolves hostnames instead of the system. */
	resolve?: LookupFunction;
};

/** An address that other people's input must not make the server ask. */
class AddressRefusedError extends Error {
	constructor() {
		super("The address is not allowed");
		this.name = "AddressRefusedError";
	}
}

/**
 * Returns the options of a request to an address that somebody typed or a browser named. It fails on connection when the hostname
 * resolves to a private network, unless these are allowed, or to a metadata service. The hostname is resolved once: the connection goes to
 * an address that was checked.
 *
 * @throws AddressRefusedError when the URL itself names a metadata service
 */
export function filterAddress(
	url: URL,
	{ allowsPrivateNetworks, resolve = lookUp }: AddressFilter,
): { agent: Agent; lookup: LookupFunction } {
	// Names are checked by the address that they resolve to, on connection.
	if (isNeverAsked(url.hostname.replace(/^\[|\]$/g, ""))) throw new AddressRefusedError();
	const filter = { allowPrivateIPAddress: allowsPrivateNetworks, keepAlive: false };
	const Filtering = url.protocol === "https:" ? RequestFilteringHttpsAgent : RequestFilteringHttpAgent;
	return { agent: new Filtering(filter), lookup: createLookup(resolve as LookupFunction) };
}

/** Tells whether a request failed because its address is refused. */
export function isAddressRefused(error: unknown): boolean {
	return error instanceof Error && error.message.includes("is not allowed");
}

function createLookup(resolve: LookupFunction): LookupFunction {
	return (name, options, done) =>
		resolve(name, options, (error, found: string | LookupAddress[], family) => {
			const addresses = typeof found === "string" ? [found] : (found ?? []).map(({ address }) => address);
			if (!error && addresses.some(isNeverAsked)) done(new AddressRefusedError(), found, family);
			else done(error, found, family);
		});
}

/** Tells whether an address is always refused, in every notation of an IPv4 address as IPv6. */
export function isNeverAsked(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const known = ipaddr.process(address);
	if (known instanceof ipaddr.IPv6 && ["rfc6052", "6to4"].includes(known.range())) {
		const bytes = known.toByteArray();
		const from = known.range() === "6to4" ? 2 : 12;
		return isNeverAsked(bytes.slice(from, from + 4).join("."));
	}
	return known.range() === "linkLocal" || neverAsked.includes(known.toString());
}
