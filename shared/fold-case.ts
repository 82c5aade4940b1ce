/**
 * Folds a text for searches: without case and without accents. Marks of scripts other than Latin, Greek and Cyrillic belong to their
 * letters and stay.
 */
export function foldCase(text: string): string {
	return (
		text
			.normalize("NFKD")
			.replaceAll(/[\u0300-\u036F]/g, "")
			.normalize("NFC")
			// By upper case, where ß is SS and ﬁ is FI; and by lower case before, for ẞ has no other upper case.
			.toLowerCase()
			.toUpperCase()
			.toLowerCase()
			.normalize("NFC")
	);
}
