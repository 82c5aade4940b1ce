const maxAddressLength = 2_000;

/** Tells whether the installation allows a URL's host to be in a private network. */
export function isPrivateHost({ hostname }: URL, privateHosts: readonly string[]): boolean {
	return privateHosts.includes(hostname.replace(/^\[|\]$/g, "").toLowerCase());
}

/** Explains why an address cannot be a webhook's; undefined when it can. Where it leads is checked on each connection. */
export function findWebhookAddressFault(text: string, privateHosts: readonly string[]): string | undefined {
	if (text.length > maxAddressLength || !URL.canParse(text)) return "is not a web address";
	const url = new URL(text);
	if (url.username !== "" || url.password !== "") return "must not hold a user name or password";
	if (url.protocol === "https:") return undefined;
	return url.protocol === "http:" && isPrivateHost(url, privateHosts) ? undefined : "must start with https://";
}
