import { isEmailAddress } from "./email-address.ts";

/** Splits a text of e-mail addresses at commas, semicolons and lines. */
export function splitAddresses(text: string): string[] {
	return text
		.split(/[,;\n]/)
		.map((part) => part.trim())
		.filter((part) => part !== "");
}

/** Checks addresses; returns them without duplicates, in any case, or the reason of a refusal. */
export function checkAddresses(written: readonly string[]): { addresses: string[] } | { error: string } {
	const wrong = written.find((part) => !isEmailAddress(part));
	if (wrong !== undefined) return { error: `“${wrong.slice(0, 100)}” is not an e-mail address` };
	return { addresses: [...new Map(written.map((address) => [address.toLowerCase(), address])).values()] };
}
