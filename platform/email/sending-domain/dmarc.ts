import getDmarcRecord from "mailauth/lib/dmarc/get-dmarc-record.js";
import { getDomain } from "tldts";
import { DnsUnavailableError, type DnsLookup } from "./dns.ts";
import type { Finding } from "./finding.ts";
import { readTags } from "./read-tags.ts";

/** The receivers' treatment of unauthenticated e-mails, in words. */
const policies: Record<string, string> = {
	none: "deliver forged e-mails anyway",
	quarantine: "put forged e-mails into spam",
	reject: "reject forged e-mails",
};

/**
 * Checks what a domain asks receivers to do with e-mails that are forged in its name (RFC 9989). Where it says nothing, the organisation's
 * domain above it speaks for it.
 *
 * @throws DnsUnavailableError when DNS gives no answer
 */
export async function checkDmarc(domain: string, { dns }: { dns: DnsLookup }): Promise<Finding> {
	const found = await findRecord(domain, dns);
	const reports = `mailto:dmarc@${domain}`;
	if (!found)
		return {
			subject: "DMARC",
			state: "wrong",
			published: [],
			texts: [
				`No DMARC policy for ${domain}; large providers require one. Start with the record below, read the reports for a few weeks, then change p=none to p=quarantine.`,
			],
			advice: { name: `_dmarc.${domain}`, type: "TXT", value: `v=DMARC1; p=none; rua=${reports}` },
		};
	const { owner, published } = found;
	const judge = (state: Finding["state"], texts: string[]): Finding => ({ subject: "DMARC", state, published, texts });
	if (published.length > 1)
		return judge("wrong", [
			`_dmarc.${owner} has ${published.length} records, so receivers ignore them all. Publish only one.`,
		]);
	const record = published[0] as string;
	const tags = readTags(record);
	const policyTag = owner !== domain && tags.has("sp") ? "sp" : "p";
	const policy = (tags.get(policyTag) ?? "").toLowerCase();
	const words = policies[policy];
	if (words === undefined)
		return judge("wrong", [`The record at _dmarc.${owner} has no valid policy. Set p to none, quarantine or reject.`]);
	const texts = [`Receivers ${words}${owner === domain ? "" : `, as ${owner} says for ${domain}`}.`];
	const isStrict = [tags.get("aspf"), tags.get("adkim")].includes("s");
	texts.push(
		isStrict ? `SPF or DKIM must match ${domain} exactly.` : `SPF and DKIM may match ${domain} or a related subdomain.`,
	);
	const hasReports = (tags.get("rua") ?? "") !== "";
	if (!hasReports) texts.push("No address for reports. Add rua=mailto:…");
	if (policy === "none")
		texts.push(
			`Once the reports show that all your e-mails pass, change ${policyTag}=none to ${policyTag}=quarantine.`,
		);
	if (hasReports && policy !== "none") return judge("good", texts);
	// Reports come first: they show whether a stricter policy would harm.
	const value = hasReports ? setTag(record, policyTag, "quarantine") : setTag(record, "rua", reports);
	return { ...judge("improvable", texts), advice: { name: `_dmarc.${owner}`, type: "TXT", value, isChange: true } };
}

/** Returns a record with one tag set, and the others as they are. */
function setTag(record: string, name: string, value: string): string {
	const parts = record
		.split(";")
		.map((part) => part.trim())
		.filter((part) => part !== "");
	const isNamed = (part: string) => part.split("=")[0]?.trim().toLowerCase() === name;
	const set = `${name}=${value}`;
	return (parts.some(isNamed) ? parts.map((part) => (isNamed(part) ? set : part)) : [...parts, set]).join("; ");
}

async function findRecord(domain: string, dns: DnsLookup): Promise<{ owner: string; published: string[] } | undefined> {
	const own = (await dns.findTexts(`_dmarc.${domain}`)).filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text));
	// Receivers look further up then, but it is a mistake that its owner wants to know about.
	if (own.length > 1) return { owner: domain, published: own };
	const record = await getDmarcRecord(domain, dns.resolve).catch((error: unknown) => {
		throw new DnsUnavailableError(`_dmarc.${domain}`, error);
	});
	if (record === false) return undefined;
	const { recordDomain: owner, rr, psd } = record;
	// A registry speaks for what is registered below it only if it says that it is one (RFC 9989, section 4.10.2).
	const isRegistry = owner !== domain && getDomain(owner, { allowPrivateDomains: true }) === null && psd !== "y";
	return isRegistry ? undefined : { owner, published: [rr] };
}
