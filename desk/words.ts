/** Chooses the words for a number of things. */
export function countOf(count: number, several: string, one: string): string {
	return count === 1 ? one : several;
}

/** A name as a title: with a capital. */
export function titleOf(name: string): string {
	return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
