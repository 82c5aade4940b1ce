import { Link } from "react-router";
import { formatDate } from "../../shared/format-date.ts";
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

/** The pictures are 4 by 3 and drawn to their edges, so every look keeps that ratio. */
const looks = {
	/** The picture above the text. */
	tall: { card: "", picture: "", text: "p-6 lg:p-8", title: "text-22 lg:text-28", description: "text-16 lg:text-18" },
	/** A small picture beside the text on a desktop. */
	beside: {
		card: "lg:grid lg:grid-cols-[8rem_1fr] lg:gap-5 lg:p-6 xl:grid-cols-[11rem_1fr]",
		picture: "lg:rounded-12",
		text: "p-6 lg:p-0",
		title: "text-22",
		description: "text-16",
	},
	/** A large picture beside the text on a desktop, over the full width. */
	banner: {
		card: "lg:grid lg:grid-cols-2",
		picture: "",
		text: "p-6 lg:p-12",
		title: "text-22 lg:text-36",
		description: "text-16 lg:text-18",
	},
};

export type PostCardLook = keyof typeof looks;

export function PostCard({ post, look = "tall" }: { post: PostView; look?: PostCardLook | undefined }) {
	const classes = looks[look];
	return (
		<article
			className={`group relative flex h-full flex-col overflow-hidden rounded-20 border border-hairline bg-white transition hover:-translate-y-0.5 hover:border-border ${classes.card}`}
		>
			<Picture picture={post.image} className={`aspect-[4/3] h-auto w-full bg-sand object-cover ${classes.picture}`} />
			<div className={`flex grow flex-col ${classes.text}`}>
				<p className="flex flex-wrap justify-between gap-x-4 text-14 text-muted">
					<span className="font-semibold">{post.category}</span>
					<span>{post.readTimeMinutes} min read</span>
				</p>
				<h3 className={`mt-3 ${classes.title}`}>
					<PostLink post={post} />
				</h3>
				<p className={`mt-2 mb-6 ${classes.description}`}>{post.description}</p>
				<PostByline post={post} className="mt-auto" />
			</div>
		</article>
	);
}

/** A post in a list, with a small picture. */
export function PostRow({ post }: { post: PostView }) {
	return (
		<article className="group relative grid grid-cols-[6rem_1fr] items-start gap-5 py-6 md:grid-cols-[9rem_1fr]">
			<Picture picture={post.image} className="aspect-[4/3] h-auto w-full rounded-12 bg-sand object-cover" />
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

/** The one link of a card, which covers its whole surface. */
export function PostLink({ post }: { post: PostView }) {
	return (
		<Link to={`/blog/${post.slug}`} className="card-link rounded-6 group-hover:text-accent-text">
			{post.title}
		</Link>
	);
}

export function PostByline({ post, className = "" }: { post: PostView; className?: string }) {
	return (
		<p className={`text-14 text-muted ${className}`}>
			{post.author}, <time dateTime={post.date}>{formatDate(post.date)}</time>
		</p>
	);
}
