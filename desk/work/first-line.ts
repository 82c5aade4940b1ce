/** A short line with one mark, at its end: "Dear sir or madam,". */
const greeting = /^[^,.!?،、，！。]{1,40}[,!،、，！]$/u;

/**
 * Finds the line of a text that says most about it in a list: the first one with words that does more than greet, or the greeting if
 * nothing follows.
 * @param most characters that are shown; an ellipsis follows what is cut
 */
export function findFirstLine(text: string, most: number): string {
	const lines = text
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");
	const line = lines.find((one) => !greeting.test(one)) ?? lines[0] ?? "";
	const characters = Array.from(line);
	return characters.length > most ? `${characters.slice(0, most).join("").trimEnd()}…` : line;
}
