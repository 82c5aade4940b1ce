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
				"Where the key is published is known to your mail provider alone, who signs the e-mails. Its settings name a selector, such as s1 for s1._domainkey: set DKIM_SELECTOR to it, and look again.",
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
				`There is no key at ${name}, so nobody can tell whether an e-mail is really yours. Your mail provider shows the value to publish there.`,
			],
			advice: { name, type: "TXT", value: "v=DKIM1; k=rsa; p=(the key that your mail provider shows)" },
		};
	const judge = (state: Finding["state"], text: string): Finding => ({
		subject: "DKIM",
		state,
		published,
		texts: [text],
	});
	if (published.length > 1) return judge("wrong", `There are ${published.length} keys at ${name}; publish one.`);
	const key = readTags(record).get("p") ?? "";
	if (key === "")
		return judge("wrong", `The key at ${name} was withdrawn: it is empty. Publish the one that is in use.`);
	if (readTags(record).get("k") === "ed25519")
		return judge(
			"improvable",
			"The key is of the kind ed25519, which many receivers do not know yet. Sign by RSA as well.",
		);
	const bits = findBits(key);
	if (bits === undefined)
		return judge("wrong", `What is published at ${name} is no RSA key. Copy it once more, whole.`);
	if (bits < leastBits)
		return judge("wrong", `The key at ${name} has ${bits} bits; receivers take none below ${leastBits}.`);
	if (bits < goodBits)
		return judge(
			"improvable",
			`The key at ${name} has ${bits} bits. It works; ${goodBits} is what is asked for today.`,
		);
	return judge(
		"good",
		`The key at ${name} has ${bits} bits. Whether e-mails are signed by it, the headers of one that has arrived say.`,
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
