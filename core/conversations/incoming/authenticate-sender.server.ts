import { domainToASCII } from "node:url";
import { authenticate, type DNSResolver } from "mailauth";
import type { Authentication } from "../../self-trial/trial-store.server.ts";
import { readAddresses } from "./mail-addresses.ts";
import { readHeaders, type Headers } from "./mime-headers.ts";

/** Whether a message comes from the domain that its From names. */
export type SenderAuthentication = {
	/**
	 * "none" if the domain publishes no policy, or DNS gave no answer; "refused" if the mailbox's own server states that it fails and that
	 * the policy refuses it. A "fail" alone proves nothing: SPF may have passed, and most policies refuse nothing.
	 */
	dmarc: "pass" | "refused" | "fail" | "none";
	/** In lower case. */
	domain: string | undefined;
};

/** Signatures of one message that are checked; senders and the machines on the way write one or two each. */
const maxSignatures = 10;

/**
 * Verifies a message's sender by DMARC on its DKIM signatures; the sending address is no longer known, so SPF is left out.
 *
 * @param trustedAuthserv name under which the mailbox's own server writes Authentication-Results and ARC seals; only its own are believed,
 *   and it must remove forged ones, as RFC 8601 asks
 * @param resolver asks DNS (platform/email/sending-domain/dns.ts)
 */
export async function authenticateSender(
	raw: Uint8Array,
	{ trustedAuthserv, resolver }: { trustedAuthserv?: string; resolver: DNSResolver },
): Promise<SenderAuthentication> {
	const { headers, domain } = readSender(raw);
	if (domain === undefined) return { dmarc: "none", domain };
	const stated = trustedAuthserv && findStated(headers.all("authentication-results"), trustedAuthserv, domain);
	if (stated) return { dmarc: stated, domain };
	try {
		const { dmarc, arc } = await checkSignatures(raw, domain, { resolver, trustedAuthserv });
		if (dmarc && dmarc.status.result === "pass") return { dmarc: "pass", domain };
		const sealer = arc && arc.status.result === "pass" && arc.signature ? arc.signature.signingDomain : undefined;
		// Anyone can seal; only the mailbox's own server is believed about what it received.
		if (sealer && trustedAuthserv && isWithin(trustedAuthserv.toLowerCase(), sealer.toLowerCase())) {
			const sealed: unknown = arc && arc.authenticationResults?.dmarc;
			if (isStatement(sealed) && sealed.result === "pass" && sealed.header?.from?.toLowerCase() === domain)
				return { dmarc: "pass", domain };
		}
		return { dmarc: dmarc && dmarc.status.result === "fail" ? "fail" : "none", domain };
	} catch {
		return { dmarc: "none", domain };
	}
}

/** Reads a message's headers, and the domain of its From in lower case. */
function readSender(raw: Uint8Array): { headers: Headers; domain: string | undefined } {
	const { headers } = readHeaders(raw, 0, raw.includes(10) ? 10 : 13);
	return { headers, domain: readAddresses(headers.get("from"))[0]?.address.split("@").at(-1)?.toLowerCase() };
}

function checkSignatures(
	raw: Uint8Array,
	domain: string,
	{ resolver, trustedAuthserv = "" }: { resolver: DNSResolver; trustedAuthserv?: string | undefined },
) {
	// Nobody else's seal is believed.
	const disableArc = trustedAuthserv === "";
	return authenticate(limitSignatures(raw, domain), { resolver, disableArc, disableBimi: true, trustReceived: false });
}

/**
 * Returns a message with so few signatures that checking them costs little, however many it came with: each can ask for a hash of another
 * part of the body, and for another key. Signatures of other domains go first, because DMARC does not count them. A message with few
 * keeps them all, because a seal covers them too.
 */
function limitSignatures(raw: Uint8Array, domain: string): Buffer {
	const message = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
	const ends = ["\n\n", "\n\r\n"].map((end) => message.indexOf(end)).filter((at) => at !== -1);
	const end = Math.min(message.length, ...ends);
	const head = message.subarray(0, end).toString("latin1").replace(/\r$/, "");
	// As mailauth reads them: a line that begins no field belongs to the one above.
	const fields = head.split(/\r?\n(?=[!-9;-~]+[ \t\r\n]*:)/);
	if (fields.filter(isSignature).length <= maxSignatures) return message;
	let count = 0;
	const kept = fields.filter(
		(field) => !isSignature(field) || (canVouchFor(domain, field) && ++count <= maxSignatures),
	);
	return Buffer.concat([Buffer.from(`${kept.join("\r\n")}\r\n`, "latin1"), message.subarray(end + 1)]);
}

function isSignature(field: string): boolean {
	return field.slice(0, field.indexOf(":")).replaceAll(/\s/g, "").toLowerCase() === "dkim-signature";
}

/** Tells whether a signature's domain can have the organisational domain of another, which has two labels at least. */
function canVouchFor(domain: string, signature: string): boolean {
	const [, signing = ""] = /[:;]\s*d\s*=\s*([^\s;]+)/i.exec(signature) ?? [];
	return nameParent(signing) === nameParent(domain);
}

function nameParent(domain: string): string {
	const name = domain.toLowerCase().replace(/\.$/, "");
	return (domainToASCII(name) || name).split(".").slice(-2).join(".");
}

/** How servers write that a policy asks for nothing, or that nothing was done. */
const refusesNothing = /\b(?:p|policy(?:\.dmarc)?|dis|disposition|action)\s*=\s*none\b/i;

/** Finds the statement of the trusted server about the domain in one of its headers. */
function findStated(
	results: string[],
	trustedAuthserv: string,
	domain: string,
): SenderAuthentication["dmarc"] | undefined {
	for (const result of results) {
		const [server = "", ...statements] = result.split(";");
		if (server.trim().split(/\s/)[0]?.toLowerCase() !== trustedAuthserv.toLowerCase()) continue;
		const statement = statements.find((text) => /^\s*dmarc\s*=/i.test(text));
		const [, outcome = ""] = /^\s*dmarc\s*=\s*(\w+)/i.exec(statement ?? "") ?? [];
		const from = /header\.from\s*=\s*([^\s;()]+)/i.exec(statement ?? "")?.[1]?.toLowerCase();
		if (outcome === "" || (from !== undefined && from !== domain)) continue;
		const known = outcome.toLowerCase();
		if (known === "fail") return refusesNothing.test(statement ?? "") ? "fail" : "refused";
		return known === "pass" ? known : "none";
	}
	return undefined;
}

/**
 * Reads how the checks of a message's sender went: as the mailbox's own server states it, or, where it is not known or states nothing, by
 * its DKIM signatures and DMARC.
 *
 * @param trustedAuthserv as for authenticateSender; empty where it is not known
 */
export async function readAuthentication(
	raw: Uint8Array,
	{ trustedAuthserv, resolver }: { trustedAuthserv: string; resolver: DNSResolver },
): Promise<Authentication> {
	const { headers, domain } = readSender(raw);
	for (const result of trustedAuthserv === "" ? [] : headers.all("authentication-results")) {
		const [server = "", ...statements] = result.split(";");
		if (server.trim().split(/\s/)[0]?.toLowerCase() !== trustedAuthserv.toLowerCase()) continue;
		const find = (method: string) =>
			statements
				.map((text) => /^\s*(?<name>\w+)\s*=\s*(?<outcome>\w+)/.exec(text)?.groups)
				.find((stated) => stated?.["name"]?.toLowerCase() === method)
				?.["outcome"]?.toLowerCase();
		const [spf, dkim, dmarc] = [find("spf"), find("dkim"), find("dmarc")];
		if (spf ?? dkim ?? dmarc) return { ...(spf && { spf }), ...(dkim && { dkim }), ...(dmarc && { dmarc }) };
	}
	if (domain === undefined) return {};
	try {
		const { dkim, dmarc } = await checkSignatures(raw, domain, { resolver });
		const signatures = dkim.results.map(({ status }) => status.result);
		// A single signature that holds is enough, as for DMARC.
		const signed = signatures.includes("pass") ? "pass" : signatures[0];
		return { ...(signed && { dkim: signed }), ...(dmarc && { dmarc: dmarc.status.result }) };
	} catch {
		return {};
	}
}

type Statement = { result?: string; header?: { from?: string } };

function isStatement(value: unknown): value is Statement {
	return typeof value === "object" && value !== null;
}

function isWithin(name: string, domain: string): boolean {
	return name === domain || name.endsWith(`.${domain}`);
}
