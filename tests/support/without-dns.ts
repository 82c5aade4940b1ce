import type { DNSResolver } from "mailauth";

/** DNS in which nothing is published, so that no test asks the network. */
export const withoutDns: DNSResolver = () =>
	Promise.reject(Object.assign(new Error("Nothing is published"), { code: "ENOTFOUND" }));
