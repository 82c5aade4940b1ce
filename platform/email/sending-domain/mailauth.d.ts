declare module "mailauth/lib/dmarc/get-dmarc-record.js" {
	import type { DNSResolver } from "mailauth";

	/** A record as published (`rr`), the domain whose record it is, and its tags. */
	export type DmarcRecord = { rr: string; recordDomain: string; psd?: string };

	/** Returns the record that applies to a domain (RFC 9989, section 4.10.1), or false. Throws what the resolver throws. */
	export default function getDmarcRecord(
		domain: string,
		resolver: DNSResolver,
		options?: { strict?: boolean },
	): Promise<DmarcRecord | false>;
}
