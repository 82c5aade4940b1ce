/** Longer words are addresses or keys; their beginning finds them. */
const maxWordLength = 40;
/** Far more than a form takes. */
const maxWords = 20_000;
/** More words do not narrow a search that a person types. */
const maxWantedWords = 12;

/**
 * Lists the distinct words of texts as search compares them: in lower case, without accents, split at all characters that are not
 * alphanumeric. Both databases find the same, because neither splits or folds anything itself.
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

/** Lists the words of a search: all must match, the last as a beginning. */
export function listWantedWords(search: string): string[] {
	return listSearchWords(search).slice(0, maxWantedWords);
}

function fold(text: string): string {
	// Removes marks of Latin, Greek and Cyrillic; in other scripts they are part of a word.
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
