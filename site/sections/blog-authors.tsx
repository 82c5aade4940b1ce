import { ChevronDown } from "lucide-react";
import { Link } from "react-router";
import { formatDate } from "../../shared/format-date.ts";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import { SectionHeading } from "./section-heading.tsx";

export type AuthorView = {
	id: string;
	name: string;
	role: string;
	bio: string;
	portrait: PictureData;
	/** The newest ones. */
	posts: { slug: string; title: string; date: string }[];
	postCount: number;
};

/** The authors; choosing a name opens a profile with the author's posts. */
export function BlogAuthors({
	title,
	introduction,
	authors,
}: {
	title: string;
	introduction: string;
	authors: AuthorView[];
}) {
	return (
		<section aria-labelledby="authors-title">
			<SectionHeading id="authors-title" title={title} introduction={introduction} />
			<div className="mt-8 border-t border-hairline">
				{authors.map(({ id, name, role, bio, portrait, posts, postCount }, index) => (
					<details key={id} name="author" open={index === 0} className="group border-b border-hairline">
						<summary className="grid grid-cols-[auto_1fr_auto] items-center gap-x-5 rounded-6 py-5 text-ink hover:text-accent-text">
							<Picture picture={portrait} className="row-span-2 size-16 rounded-full bg-sand object-cover md:size-20" />
							<h3 className="self-end text-22 text-inherit md:text-28">{name}</h3>
							<ChevronDown
								aria-hidden="true"
								className="row-span-2 size-6 text-accent-ui transition-transform duration-200 group-open:rotate-180"
							/>
							<span className="self-start text-16 text-body">
								{role},{" "}
								<span className="tabular whitespace-nowrap">
									{postCount} {postCount === 1 ? "article" : "articles"}
								</span>
							</span>
						</summary>
						<div className="grid gap-6 pb-10 md:pl-25 lg:grid-cols-2 lg:gap-12">
							<p className="max-w-[52ch] text-16">{bio}</p>
							<ul className="space-y-4">
								{posts.map((post) => (
									<li key={post.slug} className="text-16">
										<Link
											to={`/blog/${post.slug}`}
											className="rounded-6 font-semibold text-ink underline decoration-accent-ui underline-offset-4 hover:text-accent-text"
										>
											{post.title}
										</Link>
										<time dateTime={post.date} className="block text-14 text-muted">
											{formatDate(post.date)}
										</time>
									</li>
								))}
								{postCount > posts.length && (
									<li className="text-16 text-muted">
										And {postCount - posts.length} older {postCount - posts.length === 1 ? "article" : "articles"},
										among <Link to="/blog#all-blog">all articles</Link>.
									</li>
								)}
							</ul>
						</div>
					</details>
				))}
			</div>
		</section>
	);
}
