import { addressParser } from "postal-mime";
import { cleanLine } from "../../../shared/clean-text.ts";
import type { MailAddress } from "./incoming-message.ts";
import { recodeWords } from "./mime-headers.ts";

/** Addresses of one header that are read. */
const maxAddresses = 500;
const maxNameCharacters = 200;
/** Longest address that SMTP carries (RFC 5321, section 4.5.3.1.3). */
const maxAddressCharacters = 254;

/** Whether a text can be an address as mail servers write it, in any script. */
export function isMailAddress(text: string): boolean {
	return text.length <= maxAddressCharacters && /^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+$/.test(text);
}

/** Reads the addresses of a header such as To; invalid addresses are left out. */
export function readAddresses(header: string): MailAddress[] {
	return addressParser(recodeWords(header.slice(0, 50_000)), { flatten: true })
		.slice(0, maxAddresses)
		.flatMap(({ name, address = "" }) =>
			isMailAddress(address.trim())
				? [{ name: cleanLine(name).replaceAll(/\s+/g, " ").slice(0, maxNameCharacters), address: address.trim() }]
				: [],
		);
}

/** Reads the address of a "From:" line in a text, as in "Asha Rao [mailto:asha@company.example]"; undefined if it names none. */
export function readWrittenAddress(text: string): MailAddress | undefined {
	const plain = text.slice(0, 1_000).replaceAll(/[*"]/g, "");
	const words = plain.split(/[\s[\]()<>,;]+/).map((word) => word.replace(/^mailto:/i, ""));
	const address = words.find(isMailAddress);
	if (address === undefined) return undefined;
	const [before = ""] = plain.split(/[[(<]/, 1);
	return { name: before.includes(address) ? "" : cleanLine(before).slice(0, maxNameCharacters), address };
}

/** Reads Message-IDs, without angle brackets and duplicates. */
export function readMessageIds(header: string): string[] {
	const bracketed = [...header.matchAll(/<([^<>\s]{1,500})>/g)].map(([, id = ""]) => id);
	const ids =
		bracketed.length > 0 ? bracketed : header.split(/\s+/).filter((word) => /^[^@<>]{1,250}@[^@<>]{1,250}$/.test(word));
	return [...new Set(ids)];
}
