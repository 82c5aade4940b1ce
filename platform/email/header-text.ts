/** Of a header's text; mail programs show less, and a line of a message has 998 bytes at most (RFC 5322, section 2.1.1). */
const longest = 250;

/**
 * Makes a text one line of a header: breaks and other control characters become spaces, marks that turn the direction of text go, what
 * looks like an encoded word (RFC 2047) is none, and a long text is cut.
 */
export function toHeaderText(text: string): string {
	const line = withoutDirections(text.toWellFormed())
		.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
		.replaceAll("=?", "= ?")
		.trim();
	const characters = Array.from(line);
	return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}

/** Leaves out marks that turn the direction of what follows, which can fake a name; scripts that are written so need none. */
export function withoutDirections(text: string): string {
	return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
}
