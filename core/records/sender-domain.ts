/**
 * Writes the domain of an address with its last label first, each label with a dot: "com.company.mail." for asha@mail.company.com. So all
 * addresses of a domain and its subdomains begin alike. Empty without a domain.
 */
export function toDomainKey(address: string): string {
	const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
	if (domain === "" || !address.includes("@")) return "";
	return `${domain.split(".").toReversed().join(".")}.`;
}
