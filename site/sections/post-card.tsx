import { Link } from "react-router";
import { formatDate } from "../../ui/format-date.ts";
import { Picture, type PictureData } from "../../ui/picture.tsx";

export type PostView = {
	slug: string;
	title: string;
	description: string;
	category: string;
	author: string;
	date: string;
	readTimeMinutes: number;
	image: PictureData;
};

const looks = {
	/** The picture stands above the text. */
	tall: { card: "", picture: "aspect-[4/3]", title: "text-22", text: "text-16" },
	/** On a desktop the picture stands beside the text. */
	half: { card: "lg:grid lg:grid-cols-2", picture: "aspect-[4/3] lg:aspect-auto lg:h-full", title: "text-22", text: "text-16" },
	wide: {
		card: "lg:grid lg:grid-cols-[5fr_4fr]",
		picture: "aspect-[4/3] lg:aspect-auto lg:h-full",
		title: "text-22 lg:text-36",
		text: "text-16 lg:mt-4 lg:text-18",
	},
};

export type PostCardLook = keyof typeof looks;

export function PostCard({ post, look = "tall" }: { post: PostView; look?: PostCardLook | undefined }) {
	const classes = looks[look];
	return (
		<article
			className={`group relative flex h-full flex-col overflow-hidden rounded-20 border border-hairline bg-white transition hover:-translate-y-0.5 hover:border-border ${classes.card}`}
		>
			<Picture picture={post.image} className={`h-auto w-full bg-sand object-contain ${classes.picture}`} />
			<div className="flex grow flex-col p-6">
				<p className="flex flex-wrap justify-between gap-x-4 text-14 text-muted">
					<span className="font-semibold">{post.category}</span>
					<span>{post.readTimeMinutes} min read</span>
				</p>
				<h3 className={`mt-3 ${classes.title}`}>
					<PostLink post={post} />
				</h3>
				<p className={`mt-2 mb-6 ${classes.text}`}>{post.description}</p>
				<PostByline post={post} className="mt-auto" />
			</div>
		</article>
	);
}

/** A post as a line of a list, with a small picture. */
export function PostRow({ post }: { post: PostView }) {
	return (
		<article className="group relative grid grid-cols-[6rem_1fr] items-start gap-5 py-6 md:grid-cols-[9rem_1fr]">
			<Picture picture={post.image} className="aspect-square h-auto w-full rounded-12 bg-sand object-contain md:aspect-[4/3]" />
			<div>
				<p className="text-14 font-semibold text-muted">{post.category}</p>
				<h3 className="mt-1 text-18 md:text-22">
					<PostLink post={post} />
				</h3>
				<PostByline post={post} className="mt-2" />
			</div>
		</article>
	);
}

/** The one link of a card, which its whole surface follows. */
export function PostLink({ post }: { post: PostView }) {
	return (
		<Link to={`/blog/${post.slug}`} className="card-link rounded-6 group-hover:text-orange-text">{post.title}</Link>
	);
}

export function PostByline({ post, className = "" }: { post: PostView; className?: string }) {
	return (
		<p className={`text-14 text-muted ${className}`}>
			{post.author}, <time dateTime={post.date}>{formatDate(post.date)}</time>
		</p>
	);
}
