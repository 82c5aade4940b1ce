/** Articles in the list of one page. */
export const postsPerPage = 24;
/** Most featured articles; older ones are listed with the others. */
export const mostFeatured = 12;
/** Articles shown with an author. */
export const mostOfAuthor = 12;

/**
 * Divides articles into the pages of the blog: docs/product/site.md, Blog.
 * @param posts newest first
 * @returns the featured ones, and the others by page, at least one page
 */
export function pageBlog<Item extends { featured: boolean }>(posts: readonly Item[]) {
	const featured = posts.filter((post) => post.featured).slice(0, mostFeatured);
	const apart = new Set(featured);
	const others = posts.filter((post) => !apart.has(post));
	const pages = Array.from({ length: Math.max(1, Math.ceil(others.length / postsPerPage)) }, (_, index) =>
		others.slice(index * postsPerPage, (index + 1) * postsPerPage),
	);
	return { featured, pages, otherCount: others.length };
}

/** Returns the address of a page of the blog, from 1. */
export function pathOfBlogPage(number: number): string {
	return number === 1 ? "/blog" : `/blog/page/${number}`;
}

/** Lists the addresses of the blog's pages except the first. */
export function listOlderBlogPaths(posts: readonly { featured: boolean }[]): string[] {
	return pageBlog(posts)
		.pages.map((_, index) => pathOfBlogPage(index + 1))
		.slice(1);
}

/** Lists the page numbers to link to: the ends and the neighbours, with undefined for a gap. */
export function listLinkedNumbers(current: number, last: number): (number | undefined)[] {
	const numbers = [...new Set([1, current - 1, current, current + 1, last])].filter(
		(number) => number >= 1 && number <= last,
	);
	return numbers.flatMap((number, index) => {
		const gap = number - (numbers[index - 1] ?? number - 1);
		if (gap === 2) return [number - 1, number];
		return gap > 2 ? [undefined, number] : [number];
	});
}
