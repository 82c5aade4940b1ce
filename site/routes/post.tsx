import { data } from "react-router";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import type { Post } from "../../features/publishing/content-schema.ts";
import { headOf, hiddenHead } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { describeArticle, describeBreadcrumbs } from "../../features/publishing/structured-data.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PrintedAddress } from "../layout/printed-address.tsx";
import { NewsletterSection } from "../sections/newsletter-section.tsx";
import { NotFound } from "../sections/not-found.tsx";
import { PostArticle } from "../sections/post-article.tsx";
import { PostCallToAction } from "../sections/post-call-to-action.tsx";
import { PostNext } from "../sections/post-next.tsx";
import { getAuthor, viewPost } from "../sections/post-view.server.ts";
import type { Route } from "./+types/post.ts";

const notFoundMeta = { title: "Article not found", description: "There is no article at this address." };
const relatedPosts = 3;

export function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { copy, posts } = content;
	const index = posts.findIndex(({ slug }) => slug === params.slug);
	const post = posts[index];
	if (!post) {
		const head = hiddenHead(content, `/blog/${encodeURIComponent(params.slug)}`, notFoundMeta);
		return data({ head, page: undefined }, { status: 404 });
	}
	const path = `/blog/${post.slug}`;
	const author = getAuthor(content, post.author);
	const newer = posts[index - 1];
	const older = posts[index + 1];
	const trail = [
		{ name: "Blog", path: "/blog" },
		{ name: post.title, path },
	];
	return data({
		head: headOf(content, path, {
			meta: { title: post.title, description: post.description, keywords: [] },
			type: "article",
			structuredData: [
				describeArticle(post, author, content.company, originPlaceholder),
				describeBreadcrumbs(trail, originPlaceholder),
			],
		}),
		page: {
			post: { ...viewPost(content, post), updated: post.updated, html: post.html },
			author: {
				name: author.name,
				role: author.role,
				bio: author.bio,
				portrait: resolvePicture(content, author.portrait),
			},
			callToAction: copy.blog.callToAction.introduction,
			...(content.company.parts.newsletter && { newsletter: true }),
			newer: newer && { slug: newer.slug, title: newer.title },
			older: older && { slug: older.slug, title: older.title },
			related: listRelated(posts, post, [newer, older]).map((related) => viewPost(content, related)),
		},
	});
}

/** Posts of the same category first, then the newest; the neighbours are linked separately. */
function listRelated(posts: Post[], post: Post, neighbours: (Post | undefined)[]): Post[] {
	const others = posts.filter((other) => other !== post && !neighbours.includes(other));
	const isAlike = (other: Post) => Number(other.category === post.category);
	return others.toSorted((a, b) => isAlike(b) - isAlike(a)).slice(0, relatedPosts);
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PostPage({ loaderData: { page, head } }: Route.ComponentProps) {
	if (!page) {
		return (
			<NotFound
				title="Article not found."
				explanation="There is no article at this address. It may have been renamed, or the link may be incomplete."
			>
				<ButtonLink to="/blog">All articles</ButtonLink>
			</NotFound>
		);
	}
	return (
		<>
			<PostArticle post={page.post} author={page.author} />
			<PrintedAddress head={head} />
			{page.newsletter && (
				<div className="container-page pb-12 lg:pb-20">
					<NewsletterSection askedBy="article" />
				</div>
			)}
			<PostCallToAction text={page.callToAction} />
			<PostNext newer={page.newer} older={page.older} related={page.related} />
		</>
	);
}
