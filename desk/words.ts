/** Returns a number with the singular or plural. */
export function countOf(count: number, several: string, one: string): string {
	return count === 1 ? one : several;
}

/** Capitalises a name. */
export function titleOf(name: string): string {
	return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
