const quotedCharacters = 40;

/**
 * Lists what Markdown shows differently from what its author meant, in words for the author: a link without an address, and a line right below a
 * table, which becomes a row of it. Such text may be published.
 */
export function listMarkdownSlips(markdown: string): string[] {
	const emptyLinks = [...markdown.matchAll(/\[([^[\]\n]{1,200})\]\(\s{0,9}(?:https?:\/\/|mailto:|tel:|#)?\s{0,9}\)/g)];
	return [
		...emptyLinks.map(([, words = ""]) => `The link “${quote(words)}” leads nowhere. Give it an address.`),
		...listLinesBelowTables(markdown).map(
			(line) => `“${quote(line)}” is shown as a row of the table above it. Leave an empty line before it.`,
		),
	];
}

/** Lists lines without a column that follow a table directly. */
function listLinesBelowTables(markdown: string): string[] {
	const found: string[] = [];
	let isInTable = false;
	let isCode = false;
	for (const line of markdown.split("\n")) {
		if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
		const isEnd = line.trim() === "" || isCode || /^ {0,3}(?:[#>]|[-+*] |\d{1,9}[.)] )/.test(line);
		if (isEnd) isInTable = false;
		else if (isDelimiterRow(line)) isInTable = true;
		else if (isInTable && !line.includes("|")) found.push(line);
	}
	return found;
}

/** The row below a table's heads, such as `|---|:-:|`. */
function isDelimiterRow(line: string): boolean {
	return line.includes("|") && line.includes("-") && /^[\s|:-]+$/.test(line);
}

function quote(words: string): string {
	const text = words.trim();
	return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
}
