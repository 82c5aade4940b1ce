import { toLatinDigits } from "../../shared/latin-digits.ts";

/** Thousands, or Indian lakhs and crores, all separated by the same sign. */
const grouped = /^(?:\d{1,3}([,.’' \u00a0\u202f])\d{3}(?:\1\d{3})*|\d{1,2}([, \u00a0\u202f])(?:\d{2}\2)+\d{3})$/;

/**
 * Reads a whole amount as somebody types it, with the digits of any script and with separators of groups. A text that could also be read as
 * a fraction, or that is not an amount, stays as it is.
 */
export function readAmount(text: string, locale: string): string {
	const typed = toLatinDigits(text.trim());
	const found = grouped.exec(typed);
	if (!found) return typed;
	const [, separator] = found;
	const mayBeFraction = (separator === "," || separator === ".") && typed.split(separator).length === 2;
	if (mayBeFraction && separator !== findSeparator(locale)) return typed;
	return typed.replaceAll(/\D/g, "");
}

function findSeparator(locale: string): string | undefined {
	return new Intl.NumberFormat(locale).formatToParts(1_000_000).find(({ type }) => type === "group")?.value;
}
