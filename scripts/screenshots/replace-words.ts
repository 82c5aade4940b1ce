/** Old words with their new ones. A word mapped to itself is kept, though others are within it. */
export type ChangedWords = Record<string, string>;

/** A regular expression that finds the old words, the longest first; it finds nothing when there are none. */
export function findOldWords(words: ChangedWords): string {
	const longestFirst = Object.keys(words).toSorted((one, other) => other.length - one.length);
	return longestFirst.map((word) => RegExp.escape(word)).join("|") || "(?!)";
}

/** Replaces old words by new ones. */
export function replaceWords(text: string, words: ChangedWords): string {
	return text.replaceAll(new RegExp(findOldWords(words), "g"), (word) => words[word] ?? word);
}
