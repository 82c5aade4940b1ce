/** Words that were changed: the old ones with the new ones. One that stands for itself is kept, though others are within it. */
export type ChangedWords = Record<string, string>;

/** A regular expression that finds the old words, of several at one place the longest; it finds nothing where there are none. */
export function findOldWords(words: ChangedWords): string {
	const longestFirst = Object.keys(words).toSorted((one, other) => other.length - one.length);
	return longestFirst.map((word) => RegExp.escape(word)).join("|") || "(?!)";
}

/** Puts the new words in place of the old ones. */
export function replaceWords(text: string, words: ChangedWords): string {
	return text.replaceAll(new RegExp(findOldWords(words), "g"), (word) => words[word] ?? word);
}
