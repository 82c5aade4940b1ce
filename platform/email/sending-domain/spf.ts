import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { spf } from "mailauth/lib/spf/index.js";
import { getDomain } from "tldts";
import { DnsUnavailableError, type DnsLookup } from "./dns.ts";
import type { Finding } from "./finding.ts";

/** An address that no mail server has (RFC 1112, section 4): a record that lets it send lets anybody send. */
const strangerAddress = "240.0.0.1";

/**
 * Checks who may send in the name of a domain (RFC 7208), as a receiver does: by mailauth, once for an address that nobody has and once
 * for each address of the mail server.
 *
 * @param mailServer hostname that e-mails are handed to; undefined when none is set
 * @throws DnsUnavailableError when DNS gives no answer
 */
export async function checkSpf(
	domain: string,
	{ dns, mailServer }: { dns: DnsLookup; mailServer: string | undefined },
): Promise<Finding> {
	const published = (await dns.findTexts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
	const judge = (state: Finding["state"], texts: string[]): Finding => ({ subject: "SPF", state, published, texts });
	const mechanism = mailServer === undefined ? undefined : nameServer(mailServer);
	if (published.length === 0)
		return {
			...judge("wrong", [
				`No SPF record for ${domain}, so many receivers treat its e-mails as forged. Publish the record of your mail provider; if you run your own mail server, start with the one below.`,
			]),
			advice: {
				name: domain,
				type: "TXT",
				value: ["v=spf1", mechanism, "mx", "~all"].filter((part) => part !== undefined).join(" "),
			},
		};
	if (published.length > 1)
		return judge("wrong", [
			`${domain} has ${published.length} SPF records, so receivers ignore them all. Merge them into one.`,
		]);
	const stranger = await evaluate(domain, strangerAddress, dns);
	if (stranger.result === "permerror")
		return judge("wrong", [`Receivers cannot use this record: ${explain(stranger.problem)}`]);
	if (stranger.result === "pass")
		return judge("wrong", [
			'This record lets anyone send in your name. Remove "+all" or the network that covers every address, and end it with "~all" or "-all".',
		]);
	const remarks: string[] = [];
	if (stranger.result === "neutral")
		remarks.push('It has no rule for other servers. End it with "~all", later with "-all".');
	const maySend = await letsSend(mailServer, { domain, dns, included: stranger.included });
	if (maySend === false)
		remarks.push(
			`${mailServer} is not listed. That is fine if ${mechanism === undefined ? "it hands e-mails on to a server that is; otherwise add that server" : `your provider sends from other servers; otherwise add ${mechanism}`}.`,
		);
	const texts = maySend ? [`${mailServer} is allowed to send for ${domain}.`] : [];
	if (texts.length + remarks.length === 0) texts.push(`${domain} lists the servers that may send its e-mails.`);
	return judge(remarks.length > 0 ? "improvable" : "good", [...texts, ...remarks]);
}

/** Returns the mechanism that lets a server send; undefined if receivers do not see the server under this name or address. */
function nameServer(server: string): string | undefined {
	if (isIP(server) === 0) return server.includes(".") ? `a:${server}` : undefined;
	if (ipaddr.process(server).range() !== "unicast") return undefined;
	return `ip${isIP(server)}:${server}`;
}

type Evaluation = {
	result: string;
	/** Why a receiver cannot use the record. */
	problem: string;
	/** Domains whose records were asked for. */
	included: string[];
};

async function evaluate(domain: string, address: string, dns: DnsLookup): Promise<Evaluation> {
	const included: string[] = [];
	const sender = `postmaster@${domain}`;
	const { status } = await spf({
		sender,
		ip: address,
		helo: domain,
		strict: true,
		resolver: (name, type) => {
			if (type === "TXT" && name !== domain) included.push(name.toLowerCase());
			return dns.resolve(name, type);
		},
	});
	if (status.result === "temperror") throw new DnsUnavailableError(domain);
	const problem = (status.comment ?? "").split(`${sender}: `).at(-1);
	return { result: status.result, problem: problem ?? "", included };
}

function explain(problem: string): string {
	if (problem === "Too many DNS requests")
		return "it needs more than 10 lookups. Remove entries that you no longer use.";
	if (problem === "Too many void DNS results")
		return "more than two of its names do not exist. Remove entries that you no longer use.";
	const missing = /^no SPF records found for (\S+)$/.exec(problem)?.[1];
	return missing === undefined ? `${problem}.` : `it refers to ${missing}, which has no SPF record.`;
}

/** Tells whether a server may send for a domain, or undefined where it has no address to compare. */
async function letsSend(
	server: string | undefined,
	{ domain, dns, included }: { domain: string; dns: DnsLookup; included: readonly string[] },
): Promise<boolean | undefined> {
	if (server === undefined) return undefined;
	const addresses = isIP(server) === 0 ? await dns.findAddresses(server) : [server];
	if (addresses.length === 0) return undefined;
	// A provider's record and its mail server are of one organisation.
	const owner = getDomain(server, { allowPrivateDomains: true });
	if (owner !== null && included.some((name) => getDomain(name, { allowPrivateDomains: true }) === owner)) return true;
	for (const address of addresses) if ((await evaluate(domain, address, dns)).result === "pass") return true;
	return false;
}
