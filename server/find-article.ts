import type { SendableArticle } from "../features/newsletter/sendable-article.ts";
import type { Release } from "./releases.ts";

/** Finds a public article as it can be sent, by its slug or an earlier slug. */
export function findArticle(
	{ content: { company, posts }, otherAddresses }: Pick<Release, "content" | "otherAddresses">,
	slug: string,
): SendableArticle | undefined {
	const address = `/blog/${slug}`;
	const present = otherAddresses.get(address) ?? address;
	const post = company.parts.blog ? posts.find((one) => `/blog/${one.slug}` === present) : undefined;
	return (
		post && {
			slug: post.slug,
			title: post.title,
			description: post.description,
			topic: post.category,
			html: post.html,
		}
	);
}
