/** Of a header's text, in characters. Mail programs show less, and a line has at most 998 bytes (RFC 5322, section 2.1.1). */
const longest = 250;

/**
 * Makes a text a single line of a header: control characters become spaces, direction marks are removed, a look-alike of an encoded word
 * (RFC 2047) is broken up, and a long text is cut.
 */
export function toHeaderText(text: string): string {
	const line = withoutDirections(text.toWellFormed())
		.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
		.replaceAll("=?", "= ?")
		.trim();
	const characters = Array.from(line);
	return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}

/** Removes direction marks, which can fake a name; right-to-left scripts do not need them. */
export function withoutDirections(text: string): string {
	return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
}
