import { data } from "react-router";
import { pageBlog, pathOfBlogPage } from "../../features/publishing/blog-pages.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf, hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { BlogPagination } from "../sections/blog-pagination.tsx";
import { NotFound } from "../sections/not-found.tsx";
import { PageHeading } from "../sections/page-heading.tsx";
import { PostCard } from "../sections/post-card.tsx";
import { viewPost } from "../sections/post-view.server.ts";
import type { Route } from "./+types/blog-page.ts";

const notFoundMeta = { title: "Page not found", description: "There is no such page of the blog." };

export function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { copy, pages: metas, posts } = content;
	const { pages } = pageBlog(posts);
	// The first page has an address of its own.
	const number = /^[1-9]\d*$/.test(params.number) ? Number(params.number) : 1;
	const shown = number === 1 ? undefined : pages[number - 1];
	const meta = metas["/blog"];
	if (!shown || !meta) {
		const path = `/blog/page/${encodeURIComponent(params.number)}`;
		return data({ head: hiddenHead(content, path, notFoundMeta), page: undefined }, { status: 404 });
	}
	return data({
		head: headOf(content, pathOfBlogPage(number), {
			meta: { ...meta, title: `${meta.title}, page ${number}`, ogTitle: undefined },
			cardPath: "/blog",
			neighbours: {
				previous: pathOfBlogPage(number - 1),
				next: number < pages.length ? pathOfBlogPage(number + 1) : undefined,
			},
		}),
		page: {
			number,
			last: pages.length,
			hero: copy.blog.hero,
			posts: shown.map((post) => viewPost(content, post)),
		},
	});
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function OlderPosts({ loaderData: { page } }: Route.ComponentProps) {
	if (!page) {
		return (
			<NotFound
				title="Page not found."
				explanation="The blog has no such page. It may have fewer articles now, or the link may be incomplete."
			>
				<ButtonLink to="/blog">All articles</ButtonLink>
			</NotFound>
		);
	}
	return (
		<div className="container-page pt-12 pb-16 lg:pt-20 lg:pb-28">
			<PageHeading
				eyebrow={page.hero.eyebrow}
				title={page.hero.title}
				introduction={`Older articles, page ${page.number} of ${page.last}.`}
			/>
			<h2 className="sr-only">Articles</h2>
			<ul className="mt-10 grid gap-6 md:grid-cols-2">
				{page.posts.map((post) => (
					<li key={post.slug}>
						<PostCard post={post} look="beside" />
					</li>
				))}
			</ul>
			<BlogPagination current={page.number} last={page.last} />
		</div>
	);
}
