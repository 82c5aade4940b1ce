import { createPublicKey } from "node:crypto";
import type { DnsLookup } from "./dns.ts";
import type { Finding } from "./finding.ts";
import { readTags } from "./read-tags.ts";

/** The key length that receivers expect today, and the one below which they reject signatures (RFC 8301, section 3.2). */
const goodBits = 2_048;
const leastBits = 1_024;

/**
 * Checks the key with which receivers verify the mail server's signature (RFC 6376).
 *
 * @throws DnsUnavailableError if DNS does not respond
 */
export async function checkDkim(
	domain: string,
	{ dns, selector }: { dns: DnsLookup; selector: string | undefined },
): Promise<Finding> {
	if (selector === undefined)
		return {
			subject: "DKIM",
			state: "unknown",
			published: [],
			texts: [
				"Your mail provider signs your e-mails with DKIM. Find the selector in its settings, such as s1 for s1._domainkey, set DKIM_SELECTOR to it and check again.",
			],
		};
	const name = `${selector}._domainkey.${domain}`;
	const published = (await dns.findTexts(name)).filter((text) => text.includes("p="));
	const [record] = published;
	if (record === undefined)
		return {
			subject: "DKIM",
			state: "wrong",
			published,
			texts: [
				`No key at ${name}, so receivers cannot verify your e-mails. Publish the value that your mail provider shows.`,
			],
			advice: { name, type: "TXT", value: "v=DKIM1; k=rsa; p=(the key that your mail provider shows)" },
		};
	const judge = (state: Finding["state"], text: string): Finding => ({
		subject: "DKIM",
		state,
		published,
		texts: [text],
	});
	if (published.length > 1) return judge("wrong", `${published.length} keys at ${name}. Publish only one.`);
	const key = readTags(record).get("p") ?? "";
	if (key === "") return judge("wrong", `The key at ${name} is empty (revoked). Publish the current key.`);
	if (readTags(record).get("k") === "ed25519")
		return judge(
			"improvable",
			"This is an Ed25519 key, which many receivers do not support yet. Sign with RSA as well.",
		);
	const bits = findBits(key);
	if (bits === undefined)
		return judge("wrong", `The record at ${name} is not a valid RSA key. Copy the full key again.`);
	if (bits < leastBits)
		return judge("wrong", `The key at ${name} has ${bits} bits; receivers reject keys below ${leastBits}.`);
	if (bits < goodBits)
		return judge("improvable", `The key at ${name} has ${bits} bits. It works, but ${goodBits} is recommended.`);
	return judge(
		"good",
		`The key at ${name} has ${bits} bits. To confirm that your e-mails are signed, check the headers of a received one.`,
	);
}

function findBits(key: string): number | undefined {
	try {
		const { asymmetricKeyDetails } = createPublicKey({
			key: Buffer.from(key.replaceAll(/\s/g, ""), "base64"),
			format: "der",
			type: "spki",
		});
		return asymmetricKeyDetails?.modulusLength;
	} catch {
		return undefined;
	}
}
