/** SQLite takes at most 32,766 parameters in a statement. */
const rowsOfStatement = 500;

/** Splits a list into batches of a size, by default so small that one statement can insert the rows of a batch or look for its values. */
export function splitIntoBatches<Item>(items: readonly Item[], size = rowsOfStatement): Item[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}
