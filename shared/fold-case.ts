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
			// Upper case first: ß is SS there, and ﬁ is FI.
			.toUpperCase()
			.toLowerCase()
			.normalize("NFC")
	);
}
