import { Resolver } from "node:dns/promises";
import type { DNSResolver } from "mailauth";

/** Questions to DNS about a sending domain. */
export type DnsLookup = {
	/** The record texts of a name, their parts joined. A name without any gives an empty list. */
	findTexts(name: string): Promise<string[]>;
	/** IPv4 and IPv6 addresses of a name. A name without any gives an empty list. */
	findAddresses(name: string): Promise<string[]>;
	/** Asks as mailauth expects it: a name without such records is an error with the code ENOTFOUND or ENODATA. */
	resolve: DNSResolver;
	/** Gives up the questions that have no answer yet. */
	cancel(): void;
};

/** DNS could not be asked: that says nothing about what is published. */
export class DnsUnavailableError extends Error {
	constructor(name: string, cause?: unknown) {
		super(`No DNS response for ${name}`, { cause });
		this.name = "DnsUnavailableError";
	}
}

const noSuchRecord = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Returns a lookup that asks the machine's name servers.
 *
 * @param servers name servers to ask instead, as "127.0.0.1:5300"
 */
export function createDnsLookup({ servers }: { servers?: readonly string[] } = {}): DnsLookup {
	const resolver = new Resolver({ timeout: 2_000, tries: 2 });
	if (servers) resolver.setServers([...servers]);
	async function find<Record>(name: string, ask: () => Promise<Record[]>): Promise<Record[]> {
		try {
			return await ask();
		} catch (error) {
			if (noSuchRecord.has((error as NodeJS.ErrnoException).code ?? "")) return [];
			throw new DnsUnavailableError(name, error);
		}
	}
	return {
		async findTexts(name) {
			return (await find(name, () => resolver.resolveTxt(name))).map((parts) => parts.join(""));
		},
		async findAddresses(name) {
			const [four, six] = await Promise.all([
				find(name, () => resolver.resolve4(name)),
				find(name, () => resolver.resolve6(name)),
			]);
			return [...four, ...six];
		},
		resolve: async (name, type) => (await resolver.resolve(name, type)) as string[][] | string[],
		cancel: () => resolver.cancel(),
	};
}
