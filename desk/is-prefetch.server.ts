/** Tells whether a browser asks ahead for a page that nobody has opened yet, such as of a link that is pointed at. */
export function isPrefetch({ headers }: Request): boolean {
	return headers.has("sec-purpose");
}
