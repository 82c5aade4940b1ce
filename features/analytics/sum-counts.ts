/** Adds up counts. */
export function sumCounts(counted: readonly { count: number }[]): number {
	return counted.reduce((sum, { count }) => sum + count, 0);
}
