/** Breaks as typewriters, word processors and other systems write them: CR LF, CR, vertical tab, form feed, NEL, LS and PS. */
const breaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Control characters that remain once breaks and tabs are read. */
const controls = /[^\P{Cc}\n]/gu;
/**
 * Marks that show nothing by themselves: directions and their overrides, zero-width spaces, word joiners, byte order marks, invisible
 * operators and tags. Phones and word processors copy them along, and they can make a name read differently from what it is.
 */
const marks = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/**
 * Joiners mean something between letters, as in Persian and Hindi, within an emoji, and one after the virama that ends a word in Malayalam
 * or Bengali.
 */
const strayJoiners =
	/(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]+|(?:(?<![\u09cd\u0d4d])\u200d|\u200c)[\u200c\u200d]*(?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/**
 * Cleans a text of several lines that a person typed or pasted: every break becomes a line feed and every tab a space; control
 * characters, and marks that cannot be seen and mean nothing, are dropped.
 */
export function cleanText(text: string): string {
	return text
		.replaceAll(breaks, "\n")
		.replaceAll("\t", " ")
		.replaceAll(controls, "")
		.replaceAll(marks, "")
		.replaceAll(strayJoiners, "");
}

/** Cleans one line that a person typed or pasted, and trims it. Breaks remain line feeds, for a rule to refuse. */
export function cleanLine(line: string): string {
	return cleanText(line).trim();
}

/** Makes one line of a text, without control characters, so that nobody can add a header to an e-mail. */
export function toOneLine(text: string): string {
	return text
		.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.replaceAll(/ {2,}/g, " ")
		.trim();
}
