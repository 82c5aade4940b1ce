import { Feed } from "feed";
import { findStartOfDay } from "../../shared/zoned-time.ts";
import type { Content } from "./documents/content.ts";

/** Writes the blog as RSS 2.0, with descriptions instead of texts. */
export function writeFeed(
	{ company, posts, authors, pages }: Pick<Content, "company" | "posts" | "authors" | "pages">,
	origin: string,
): string {
	const newest = posts[0];
	const dateOf = ({ date }: { date: string }) => new Date(findStartOfDay(date, company.timeZone));
	const feed = new Feed({
		id: `${origin}/blog`,
		link: `${origin}/blog`,
		title: `${company.name}: ${pages["/blog"]?.title ?? "Blog"}`,
		description: pages["/blog"]?.description ?? company.description,
		language: company.locale,
		copyright: `© ${company.copyrightYear} ${company.legalName}`,
		feedLinks: { rss: `${origin}/blog/feed.xml` },
		...(newest && { updated: dateOf(newest) }),
	});
	for (const post of posts) {
		const author = authors.find(({ id }) => id === post.author);
		feed.addItem({
			id: `${origin}/blog/${post.slug}`,
			link: `${origin}/blog/${post.slug}`,
			title: post.title,
			description: post.description,
			date: dateOf(post),
			category: [{ name: post.category }],
			...(author && { author: [{ name: author.name, email: company.email }] }),
		});
	}
	return feed.rss2();
}
