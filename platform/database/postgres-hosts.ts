/** User and password, the hosts with their ports, and what follows. */
const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]+)(.*)$/;

/**
 * Lists the addresses that a PostgreSQL URL names, one for each of its hosts, in their order.
 *
 * A URL may name several hosts, joined by commas, each with its port (PostgreSQL manual, 32.1.1.2, "Connection URIs").
 */
export function listHostUrls(databaseUrl: string): string[] {
	const [, before, hosts, behind] = severalHosts.exec(databaseUrl) ?? [];
	if (before === undefined || hosts === undefined || behind === undefined) return [databaseUrl];
	return hosts.split(",").map((host) => before + host + behind);
}
