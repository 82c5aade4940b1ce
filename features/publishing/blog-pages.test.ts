import { expect, test } from "vitest";
import { listLinkedNumbers, listOlderBlogPaths, mostFeatured, pageBlog, postsPerPage } from "./blog-pages.ts";

const plain = (count: number) => Array.from({ length: count }, (_, index) => ({ index, featured: false }));

test.each([
	{ posts: 0, pages: [0] },
	{ posts: postsPerPage, pages: [postsPerPage] },
	{ posts: postsPerPage + 1, pages: [postsPerPage, 1] },
	{ posts: postsPerPage * 3, pages: [postsPerPage, postsPerPage, postsPerPage] },
])("$posts articles make $pages pages", ({ posts, pages }) => {
	expect(pageBlog(plain(posts)).pages.map(({ length }) => length)).toEqual(pages);
	expect(listOlderBlogPaths(plain(posts))).toEqual(pages.slice(1).map((_, index) => `/blog/page/${index + 2}`));
});

test("every article appears once, older featured ones among the others", () => {
	const posts = plain(70).map((post) => ({ ...post, featured: post.index % 2 === 0 }));
	const { featured, pages } = pageBlog(posts);
	expect(featured.map(({ index }) => index)).toEqual(Array.from({ length: mostFeatured }, (_, index) => index * 2));
	const all = [...featured, ...pages.flat()].map(({ index }) => index);
	expect(all.toSorted((a, b) => a - b)).toEqual(posts.map(({ index }) => index));
	expect(pages.flat().at(-1)?.index).toBe(69);
});

test.each([
	{ current: 1, last: 1, links: [1] },
	{ current: 1, last: 42, links: [1, 2, undefined, 42] },
	{ current: 3, last: 42, links: [1, 2, 3, 4, undefined, 42] },
	{ current: 4, last: 42, links: [1, 2, 3, 4, 5, undefined, 42] },
	{ current: 20, last: 42, links: [1, undefined, 19, 20, 21, undefined, 42] },
	{ current: 42, last: 42, links: [1, undefined, 41, 42] },
])("page $current of $last links the ends and its neighbours", ({ current, last, links }) => {
	expect(listLinkedNumbers(current, last)).toEqual(links);
});
