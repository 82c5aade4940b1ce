import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { formatDate } from "../../shared/format-date.ts";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import type { PostView } from "./post-card.tsx";
import { Prose } from "./prose.tsx";

type PostAuthor = { name: string; role: string; bio: string; portrait: PictureData };

type PostArticleProps = {
	post: PostView & {
		updated?: string | undefined;
		/** Rendered from our own Markdown when the site was built. */
		html: string;
	};
	author: PostAuthor;
};

/** One whole post, with its author beside it. */
export function PostArticle({ post, author }: PostArticleProps) {
	return (
		<article className="pt-6 lg:pt-10">
			<header className="container-page">
				<Link
					to="/blog"
					className="inline-flex min-h-11 items-center gap-2 rounded-6 text-16 font-semibold text-ink hover:text-accent-text print:hidden"
				>
					<ArrowLeft aria-hidden="true" className="size-5 text-accent-ui" /> All articles
				</Link>
				<div className="mt-6 grid items-center gap-8 lg:grid-cols-12 lg:gap-6">
					<div className="lg:col-span-7 lg:pr-6">
						<p className="text-16 font-semibold text-accent-text">{post.category}</p>
						<h1 className="mt-3 text-title">{post.title}</h1>
						<p className="mt-5 max-w-[48ch] text-22">{post.description}</p>
						<p className="mt-6 flex flex-wrap gap-x-6 gap-y-1 text-16 text-muted">
							<span className="font-semibold text-ink">{author.name}</span>
							<time dateTime={post.date}>{formatDate(post.date)}</time>
							{post.updated && (
								<span>
									Updated on <time dateTime={post.updated}>{formatDate(post.updated)}</time>
								</span>
							)}
							<span>{post.readTimeMinutes} min read</span>
						</p>
					</div>
					<Picture
						picture={post.image}
						lazy={false}
						className="aspect-[4/3] h-auto w-full rounded-20 bg-sand object-contain lg:col-span-5"
					/>
				</div>
			</header>
			<div className="container-page grid gap-12 py-12 lg:grid-cols-12 lg:gap-6 lg:py-20">
				<Prose html={post.html} className="min-w-0 lg:col-span-8 lg:col-start-5 [&>:first-child]:mt-0" />
				<AuthorBox author={author} />
			</div>
		</article>
	);
}

function AuthorBox({ author }: { author: PostAuthor }) {
	return (
		<aside
			aria-label="About the author"
			className="self-start border-t-2 border-accent-ui pt-6 lg:sticky lg:top-28 lg:col-span-3 lg:col-start-1 lg:row-start-1"
		>
			<Picture picture={author.portrait} className="size-24 rounded-20 bg-sand object-cover" />
			<p className="mt-4 font-semibold text-ink">{author.name}</p>
			<p className="text-16 text-muted">{author.role}</p>
			<p className="mt-3 text-16">{author.bio}</p>
			<Link
				to="/blog#meet-the-authors"
				className="mt-3 inline-block rounded-6 py-1 text-16 font-semibold text-accent-text underline underline-offset-4 hover:text-ink print:hidden"
			>
				Meet the authors
			</Link>
		</aside>
	);
}
