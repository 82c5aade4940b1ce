/** Returns a number with the singular or plural. */
export function countOf(count: number, several: string, one: string): string {
	return count === 1 ? one : several;
}
