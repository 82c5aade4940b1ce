import { Rss } from "lucide-react";
import { mostOfAuthor, pageBlog, pathOfBlogPage } from "../../features/publishing/blog-pages.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import type { Post } from "../../features/publishing/content-schema.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { BlogTabs } from "../sections/blog-tabs.tsx";
import { NewsletterSection } from "../sections/newsletter-section.tsx";
import { PageHeading } from "../sections/page-heading.tsx";
import { viewPost } from "../sections/post-view.server.ts";
import { SiteSearchForm } from "../sections/site-search-form.tsx";
import type { Route } from "./+types/blog.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { authors, company, copy, posts } = content;
	const { featured, pages, otherCount } = pageBlog(posts);
	return {
		head: headOf(content, "/blog", { neighbours: { next: pages.length > 1 ? pathOfBlogPage(2) : undefined } }),
		copy: copy.blog,
		...(company.parts.newsletter && { newsletter: true }),
		featured: featured.map((post) => viewPost(content, post)),
		others: {
			posts: (pages[0] ?? []).map((post) => viewPost(content, post)),
			count: otherCount,
			pageCount: pages.length,
		},
		authors: authors.map(({ id, name, role, bio, portrait }) => ({
			id,
			name,
			role,
			bio,
			// The portrait is beside the name and adds nothing for screen readers.
			portrait: resolvePicture(content, { src: portrait.src, alt: "" }),
			...listOfAuthor(posts, id),
		})),
	};
}

/** Lists the newest articles of an author, with their total. */
function listOfAuthor(posts: Post[], id: string) {
	const own = posts.filter(({ author }) => author === id);
	return {
		posts: own.slice(0, mostOfAuthor).map(({ slug, title, date }) => ({ slug, title, date })),
		postCount: own.length,
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function BlogPage({ loaderData }: Route.ComponentProps) {
	const { copy, featured, others, authors } = loaderData;
	return (
		<div className="container-page pt-12 pb-16 lg:pt-20 lg:pb-28">
			<div className="mb-8 flex flex-wrap items-end justify-between gap-6 lg:mb-12">
				<PageHeading {...copy.hero} />
				<a
					href="/blog/feed.xml"
					className="inline-flex min-h-11 items-center gap-2 rounded-6 text-16 font-semibold text-accent-text hover:text-ink"
				>
					<Rss aria-hidden="true" className="size-5" /> RSS feed
				</a>
			</div>
			<div className="mb-8 max-w-[48rem] lg:mb-12">
				<SiteSearchForm />
			</div>
			<BlogTabs copy={copy} featured={featured} others={others} authors={authors} />
			{loaderData.newsletter && (
				<div className="mt-16 lg:mt-24">
					<NewsletterSection askedBy="blog" />
				</div>
			)}
		</div>
	);
}
