const digits = /(?![0-9])\p{Nd}/gu;
const isDigit = /^\p{Nd}$/u;

/** Returns a text with the digits of every script, and the separators of Arabic numbers, as programs read them: ५० is 50, and ١٢٫٥ 12.5. */
export function toLatinDigits(text: string): string {
	return text.replaceAll(digits, toLatinDigit).replaceAll("\u066b", ".").replaceAll("\u066c", ",");
}

/** Returns only the digits of a text, such as those of a phone number. */
export function listDigits(text: string): string {
	return toLatinDigits(text).replaceAll(/\D/g, "");
}

/** Unicode has the digits of a script as ten neighbours from its zero on, and whole sets beside each other. */
function toLatinDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
	return String((code - first) % 10);
}
