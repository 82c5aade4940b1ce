import { useLocation, useNavigate } from "react-router";
import { Tabs } from "../../ui/tabs.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { BlogAuthors, type AuthorView } from "./blog-authors.tsx";
import { BlogCallToAction } from "./blog-call-to-action.tsx";
import { BlogFeatured } from "./blog-featured.tsx";
import { BlogTopics, type OtherPosts } from "./blog-topics.tsx";
import type { PostView } from "./post-card.tsx";

type Heading = { title: string; introduction: string };

type BlogTabsProps = {
	copy: { featured: Heading; all: Heading; authors: Heading; callToAction: Heading };
	featured: PostView[];
	others: OtherPosts;
	authors: AuthorView[];
};

/** The four tabs of the blog: docs/product/site.md, Blog. The choice is in the address, such as #featured-blog. */
export function BlogTabs({ copy, featured, others, authors }: BlogTabsProps) {
	const tabs = [
		{
			id: "all-blog",
			label: "All Blog",
			panel: () => (
				<div className="space-y-16 lg:space-y-24">
					<BlogFeatured {...copy.featured} posts={featured} />
					<BlogTopics {...copy.all} others={others} />
				</div>
			),
		},
		{ id: "featured-blog", label: "Featured Blog", panel: () => <BlogFeatured {...copy.featured} posts={featured} /> },
		{
			id: "meet-the-authors",
			label: "Meet the Authors",
			panel: () => <BlogAuthors {...copy.authors} authors={authors} />,
		},
		{ id: "call-to-action", label: "Call to Action", panel: () => <BlogCallToAction {...copy.callToAction} /> },
	];
	const hydrated = useHydrated();
	const { hash, search } = useLocation();
	const navigate = useNavigate();
	// The server does not know the fragment, so the first paint shows the first tab or the one CSS finds by #id.
	const selected = (hydrated && tabs.find(({ id }) => `#${id}` === hash)?.id) || "all-blog";

	return (
		<Tabs
			label="Blog"
			tabs={tabs}
			selected={selected}
			onSelect={(id) => void navigate({ search, hash: id }, { replace: true })}
		/>
	);
}
