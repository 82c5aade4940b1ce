import type { Config } from "../../config.ts";
import { checkDkim } from "./dkim.ts";
import { checkDmarc } from "./dmarc.ts";
import { createDnsLookup, DnsUnavailableError, type DnsLookup } from "./dns.ts";
import type { Finding } from "./finding.ts";
import { checkSpf } from "./spf.ts";

/** Longer than the person who pressed the button waits. */
const maxMs = 12_000;

/** The findings about the domain of the sender. */
export type DomainCheck = { domain: string; findings: Finding[] };

/**
 * Asks DNS whether receivers can tell the company's e-mails from forged ones, by SPF, DKIM and DMARC of the sender's domain.
 *
 * @returns undefined if no sender is set; a check that DNS does not complete in time is "unknown"
 */
export async function checkSendingDomain(
	{ mailFrom, smtpUrl, dkimSelector }: Pick<Config, "mailFrom" | "smtpUrl" | "dkimSelector">,
	dns: DnsLookup = createDnsLookup(),
): Promise<DomainCheck | undefined> {
	const domain = mailFrom?.address.split("@").at(-1)?.toLowerCase();
	if (domain === undefined) return undefined;
	const mailServer = smtpUrl === undefined ? undefined : new URL(smtpUrl).hostname.replace(/^\[|\]$/g, "");
	const timer = setTimeout(() => dns.cancel(), maxMs);
	try {
		return {
			domain,
			findings: await Promise.all([
				orUnknown("SPF", checkSpf(domain, { dns, mailServer })),
				orUnknown("DKIM", checkDkim(domain, { dns, selector: dkimSelector })),
				orUnknown("DMARC", checkDmarc(domain, { dns })),
			]),
		};
	} finally {
		clearTimeout(timer);
	}
}

async function orUnknown(subject: Finding["subject"], finding: Promise<Finding>): Promise<Finding> {
	try {
		return await finding;
	} catch (error) {
		if (!(error instanceof DnsUnavailableError)) throw error;
		return { subject, state: "unknown", published: [], texts: [`${error.message}. Try again later.`] };
	}
}
