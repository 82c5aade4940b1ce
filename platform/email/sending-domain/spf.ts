import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { DnsLookup } from "./dns.ts";
import type { Finding } from "./finding.ts";

/** A receiver gives up after this many look-ups (RFC 7208, section 4.6.4). */
const maxLookups = 10;
const mechanism = /^([+?~-]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?:[:/=](.*))?$/i;

type Walk = {
	lookups: number;
	/** Networks that may send, from records or look-ups. */
	networks: string[];
	/** Domains whose records are included. */
	included: string[];
	problems: string[];
	all: string | undefined;
};

/**
 * Checks which servers may send for a domain (RFC 7208).
 *
 * @param mailServer hostname of the configured mail server; undefined if none
 * @throws DnsUnavailableError if DNS does not respond
 */
export async function checkSpf(
	domain: string,
	{ dns, mailServer }: { dns: DnsLookup; mailServer: string | undefined },
): Promise<Finding> {
	const published = await findSpf(dns, domain);
	const advice = {
		name: domain,
		type: "TXT",
		value: mailServer === undefined ? "v=spf1 mx ~all" : `v=spf1 a:${mailServer} mx ~all`,
	} as const;
	if (published.length === 0)
		return {
			subject: "SPF",
			state: "wrong",
			published,
			texts: [
				`${domain} does not say which servers may send its e-mails, so many receivers treat them as forged. Your mail provider names the value that is right; if you send by a server of your own, begin with the one below.`,
			],
			advice,
		};
	if (published.length > 1)
		return {
			subject: "SPF",
			state: "wrong",
			published,
			texts: [`${domain} has ${published.length} SPF records; receivers take none then. Put them into one.`],
		};
	const walk: Walk = { lookups: 0, networks: [], included: [], problems: [], all: undefined };
	await walkRecord(domain, published[0] as string, { dns, walk, isFirst: true });
	const texts = [...walk.problems];
	if (walk.lookups > maxLookups)
		texts.push(
			`It needs more than ${maxLookups} look-ups, beyond which receivers give up. Take out what you no longer use.`,
		);
	const isWrong = texts.length > 0 || walk.all === "+";
	const remarks: string[] = [];
	if (walk.all === "+")
		texts.push('It ends with "+all", which lets anybody send in your name. End it with "~all" or "-all".');
	else if (walk.all === undefined || walk.all === "?")
		remarks.push(
			'It does not say what to think of other servers. End it with "~all", and with "-all" once all is well.',
		);
	const isIncluded = await includesServer(dns, walk, mailServer);
	if (isIncluded === false)
		remarks.push(
			`${mailServer} is not among the servers that it names. Where your provider sends from other machines than it takes e-mails at, that is right; otherwise add a:${mailServer}.`,
		);
	if (isIncluded) texts.push(`${mailServer} may send for ${domain}.`);
	if (!isWrong && remarks.length === 0 && !isIncluded) texts.push(`${domain} says which servers may send its e-mails.`);
	return {
		subject: "SPF",
		state: isWrong ? "wrong" : remarks.length > 0 ? "improvable" : "good",
		published,
		texts: [...texts, ...remarks],
	};
}

async function findSpf(dns: DnsLookup, domain: string): Promise<string[]> {
	return (await dns.findTexts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
}

async function walkRecord(
	domain: string,
	record: string,
	{ dns, walk, isFirst }: { dns: DnsLookup; walk: Walk; isFirst: boolean },
): Promise<void> {
	for (const term of record.split(/ +/).slice(1).filter(Boolean)) {
		if (walk.lookups > maxLookups) return;
		const redirect = /^redirect=(.+)$/i.exec(term)?.[1];
		if (redirect !== undefined) {
			walk.included.push(redirect.toLowerCase());
			await walkInto(redirect, { dns, walk, isFirst });
			continue;
		}
		// Other modifiers do not affect who may send.
		if (/^[a-z][\w.-]*=/i.test(term)) continue;
		const [, qualifier, name = "", value = ""] = mechanism.exec(term) ?? [];
		if (name === "") {
			walk.problems.push(`Receivers do not understand "${term}" in the record of ${domain}.`);
			continue;
		}
		const target = value.split("/")[0] || domain;
		switch (name.toLowerCase()) {
			case "all":
				if (isFirst) walk.all = qualifier || "+";
				return;
			case "ip4":
			case "ip6":
				if (!isNetwork(value)) walk.problems.push(`"${term}" in the record of ${domain} names no address.`);
				else walk.networks.push(value);
				break;
			case "include":
				walk.included.push(target.toLowerCase());
				await walkInto(target, { dns, walk, isFirst: false });
				break;
			case "a":
				walk.lookups += 1;
				walk.networks.push(...(await lookUp(dns, target)));
				break;
			case "mx":
				walk.lookups += 1;
				for (const server of (await dns.findMailServers(target)).slice(0, maxLookups))
					walk.networks.push(...(await lookUp(dns, server)));
				break;
			default:
				walk.lookups += 1;
		}
	}
}

async function walkInto(
	domain: string,
	{ dns, walk, isFirst }: { dns: DnsLookup; walk: Walk; isFirst: boolean },
): Promise<void> {
	walk.lookups += 1;
	// A macro's value depends on the e-mail.
	if (walk.lookups > maxLookups || domain.includes("%")) return;
	const [record, ...others] = await findSpf(dns, domain);
	if (record === undefined || others.length > 0) {
		walk.problems.push(
			`It leads to ${domain}, which ${record === undefined ? "has no SPF record" : "has several"}: receivers take neither then.`,
		);
		return;
	}
	await walkRecord(domain, record, { dns, walk, isFirst });
}

/** A name that cannot be queried has no addresses. */
async function lookUp(dns: DnsLookup, name: string): Promise<string[]> {
	return name.includes("%") ? [] : dns.findAddresses(name);
}

/** @returns undefined if there is nothing to compare */
async function includesServer(dns: DnsLookup, walk: Walk, server: string | undefined): Promise<boolean | undefined> {
	if (server === undefined) return undefined;
	const addresses = ipaddr.isValid(server) ? [server] : await dns.findAddresses(server);
	if (addresses.length === 0) return undefined;
	// A provider's record and its mail server share a domain.
	const owner = server.split(".").slice(-2).join(".").toLowerCase();
	if (walk.included.some((included) => included === owner || included.endsWith(`.${owner}`))) return true;
	return addresses.some((address) => walk.networks.some((network) => isWithin(address, network)));
}

function isNetwork(text: string): boolean {
	const [address = "", bits, ...rest] = text.split("/");
	return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || ipaddr.isValidCIDR(text));
}

function isWithin(address: string, network: string): boolean {
	const one = ipaddr.process(address);
	if (!ipaddr.isValidCIDR(network)) return ipaddr.process(network).toNormalizedString() === one.toNormalizedString();
	const [base, bits] = ipaddr.parseCIDR(network);
	return base.kind() === one.kind() && one.match(base, bits);
}
