import { Resolver } from "node:dns/promises";

/** DNS queries of the check. Names without such records give an empty list. */
export type DnsLookup = {
	/** Texts as published, their parts joined. */
	findTexts(name: string): Promise<string[]>;
	/** IPv4 and IPv6. */
	findAddresses(name: string): Promise<string[]>;
	findMailServers(name: string): Promise<string[]>;
	/** Cancels pending queries. */
	cancel(): void;
};

/** DNS did not respond, which says nothing about what is published. */
export class DnsUnavailableError extends Error {
	constructor(name: string, cause: unknown) {
		super(`DNS gave no answer about ${name}`, { cause });
		this.name = "DnsUnavailableError";
	}
}

const noSuchRecord = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Creates a lookup on the machine's name servers.
 *
 * @param servers other name servers, such as "127.0.0.1:5300"
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
		async findMailServers(name) {
			const found = await find(name, () => resolver.resolveMx(name));
			return found.map(({ exchange }) => exchange);
		},
		cancel: () => resolver.cancel(),
	};
}
