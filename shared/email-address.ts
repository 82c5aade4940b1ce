import * as z from "zod/mini";

const label = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";

/**
 * Addresses as the HTML standard's e-mail inputs take them, so that browser and server agree, with a domain of at least two labels.
 * Domains of other scripts are their A-labels, such as xn--p1b6ci4b4b3a.xn--h2brj9c. Addresses whose mailbox is not ASCII are refused,
 * because few mail servers on the way accept them (RFC 6531).
 *
 * Source: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const emailAddressPattern = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`);

/** Longest address that SMTP carries (RFC 5321, section 4.5.3.1.3). */
const longest = 254;

export function isEmailAddress(text: string): boolean {
	return text.length <= longest && emailAddressPattern.test(text);
}

/** A rule of a zod schema for an address. */
export function emailAddress(message: string) {
	return z.refine<string>(isEmailAddress, message);
}
