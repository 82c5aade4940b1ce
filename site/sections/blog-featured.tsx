import { Picture } from "../../ui/picture.tsx";
import { PostByline, PostLink, PostRow, type PostView } from "./post-card.tsx";
import { SectionHeading } from "./section-heading.tsx";

type BlogFeaturedProps = { title: string; introduction: string; posts: PostView[] };

/** The featured posts: the first one large, the others beside it. */
export function BlogFeatured({ title, introduction, posts }: BlogFeaturedProps) {
	const [first, ...others] = posts;
	return (
		<div>
			<SectionHeading title={title} introduction={introduction} />
			<div className="mt-8 grid gap-6 lg:grid-cols-12 lg:gap-10">
				{first && (
					<article className="group relative self-start lg:col-span-7">
						<Picture
							picture={first.image}
							lazy={false}
							className="aspect-[4/3] h-auto w-full rounded-20 bg-sand object-contain"
						/>
						<p className="mt-6 flex gap-6 text-14 text-muted">
							<span className="font-semibold">{first.category}</span>
							<span>{first.readTimeMinutes} min read</span>
						</p>
						<h3 className="mt-2 text-28 lg:text-36">
							<PostLink post={first} />
						</h3>
						<p className="mt-3 max-w-[60ch]">{first.description}</p>
						<PostByline post={first} className="mt-4" />
					</article>
				)}
				<ul className="divide-y divide-hairline border-y border-hairline lg:col-span-5 lg:border-b-0 lg:self-start">
					{others.map((post) => (
						<li key={post.slug}>
							<PostRow post={post} />
						</li>
					))}
				</ul>
			</div>
		</div>
	);
}
