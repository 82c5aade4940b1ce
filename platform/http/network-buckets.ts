import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Connection } from "../database/database.ts";

/** Some four thousand IPv4 addresses share each, so that a bucket names none of them, even to whoever has the secret. */
const buckets = 2 ** 20;
/** Bits of an IPv6 address that name its network: what a household or an office is usually given, with 256 networks of its own in it. */
const ipv6NetworkBits = 56;

declare module "../database/tables.ts" {
	interface Tables {
		/** One row. */
		networkSecret: { secret: string };
	}
}

/** Finds the bucket that a client's network is counted in, the same on every server of a database. */
export type FindNetworkBucket = (db: Connection, address: string) => Promise<number>;

/**
 * Makes the function that puts networks into buckets.
 *
 * An IPv4 address stands for itself: neighbours in its /24 are other customers, and where a provider puts thousands behind one address
 * (as mobile networks in India do) even one is many people.
 */
export function createNetworkBuckets(): FindNetworkBucket {
	let secret: string | undefined;
	return async (db, address) => {
		secret ??= await getNetworkSecret(db);
		return createHmac("sha256", secret).update(nameNetwork(address)).digest().readUInt32BE() % buckets;
	};
}

/** Gives the secret of this installation by which clients are counted without keeping who they are. */
export async function getNetworkSecret(db: Connection): Promise<string> {
	return (await db.selectFrom("networkSecret").select("secret").executeTakeFirstOrThrow()).secret;
}

/** Names the network of a client: an IPv4 address, or what an IPv6 address shares with its household or office. */
export function nameNetwork(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
	return parsed
		.toByteArray()
		.slice(0, ipv6NetworkBits / 8)
		.join(".");
}
