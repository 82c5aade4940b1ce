/** Returns a text whose first letter is a capital. */
export function capitalise(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
