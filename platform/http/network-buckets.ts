import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Connection } from "../database/database.ts";

/**
 * Bounds the tables of counts. Some four thousand IPv4 addresses share each bucket, so a bucket identifies none of them, even to a holder
 * of the secret.
 */
const buckets = 2 ** 20;
/** Bits of an IPv6 address that identify its network: the usual assignment to a household or office, with 256 networks of its own. */
export const ipv6NetworkBits = 56;

declare module "../database/tables.ts" {
	interface Tables {
		/** One row. */
		networkSecret: { secret: string };
	}
}

/** Finds the bucket of a client's network, the same on every server of a database. */
export type FindNetworkBucket = (db: Connection, address: string) => Promise<number>;

/**
 * Creates the function that assigns networks to buckets.
 *
 * An IPv4 address is a network of its own: neighbours in its /24 are other customers, and where a provider puts thousands behind one
 * address (as mobile networks in India do), even one is many people.
 */
export function createNetworkBuckets(): FindNetworkBucket {
	let secret: string | undefined;
	return async (db, address) => {
		secret ??= await getNetworkSecret(db);
		return findBucket(nameNetwork(address), secret);
	};
}

/** Finds the bucket of an address or a network, whose counts are stored under it. */
export function findBucket(name: string, secret: string): number {
	return createHmac("sha256", secret).update(name).digest().readUInt32BE() % buckets;
}

/** Returns this installation's secret for counting clients without storing who they are. */
export async function getNetworkSecret(db: Connection): Promise<string> {
	return (await db.selectFrom("networkSecret").select("secret").executeTakeFirstOrThrow()).secret;
}

/** Names the network of a client: an IPv4 address, or as many bits of an IPv6 address as its household or office shares. */
export function nameNetwork(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
	return parsed
		.toByteArray()
		.slice(0, ipv6NetworkBits / 8)
		.join(".");
}
