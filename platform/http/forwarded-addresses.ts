import type { IncomingMessage } from "node:http";

/**
 * Removes the ports that some load balancers write behind the addresses of X-Forwarded-For, and the brackets of IPv6 addresses. With its
 * port, every connection of a client would count as another sender.
 */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
	const forwarded = headers["x-forwarded-for"];
	if (typeof forwarded !== "string") return;
	headers["x-forwarded-for"] = forwarded
		.split(",")
		.map((part) => withoutPort(part.trim()))
		.join(", ");
}

function withoutPort(address: string): string {
	const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address);
	if (bracketed) return bracketed[1] as string;
	return /^[\d.]+:\d+$/.test(address) ? address.slice(0, address.indexOf(":")) : address;
}
