/** User and password, the servers with their ports, and the rest. */
const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]+)(.*)$/s;

/**
 * Lists one URL for each server that a PostgreSQL URL names, in order.
 *
 * A URL may name several servers, joined by commas, each with its port (PostgreSQL manual, 32.1.1.2, "Connection URIs").
 */
export function listHostUrls(databaseUrl: string): string[] {
	const [, before, hosts, behind] = severalHosts.exec(databaseUrl) ?? [];
	if (before === undefined || hosts === undefined || behind === undefined) return [databaseUrl];
	return hosts.split(",").map((host) => before + host + behind);
}
