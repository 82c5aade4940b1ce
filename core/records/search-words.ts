/** What is longer is no word that anybody looks for, but an address or a key; it is found by its beginning. */
const maxWordLength = 40;
/** The words of one record; far more than a form takes. */
const maxWords = 20_000;
/** More words than these make a search no narrower that a person types. */
const maxWantedWords = 12;

/**
 * Lists the words of texts as search compares them: in lower case, without accents, split at whatever is neither a character of a word nor
 * a digit, each once. Two databases find the same, for neither splits or folds anything itself.
 */
export function listSearchWords(...texts: readonly string[]): string[] {
	const words = new Set<string>();
	for (const text of texts)
		for (const [word] of fold(text).matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
			words.add(cut(word));
			if (words.size === maxWords) return [...words];
		}
	return [...words];
}

/** The words that a search asks for: all of them must be there, and the last may be the beginning of one. */
export function listWantedWords(search: string): string[] {
	return listSearchWords(search).slice(0, maxWantedWords);
}

function fold(text: string): string {
	// Marks above and below Latin, Greek and Cyrillic ones; those of other scripts are part of a word.
	return text
		.normalize("NFKD")
		.replaceAll(/[\u0300-\u036F]/g, "")
		.normalize("NFC")
		.toLowerCase()
		.normalize("NFC");
}

function cut(word: string): string {
	return word.length <= maxWordLength ? word : Array.from(word).slice(0, maxWordLength).join("");
}
