import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { PostRow, type PostView } from "./post-card.tsx";

type Neighbour = { slug: string; title: string };

type PostNextProps = { newer?: Neighbour | undefined; older?: Neighbour | undefined; related: PostView[] };

/** Links to related posts, and to the next newer and older one. */
export function PostNext({ newer, older, related }: PostNextProps) {
	return (
		<div className="bg-white print:hidden">
			<section aria-labelledby="related-title" className="container-page grid gap-6 py-16 lg:grid-cols-12 lg:py-24">
				<h2 id="related-title" className="text-36 lg:col-span-4">
					Related articles
				</h2>
				<ul className="divide-y divide-hairline border-y border-hairline lg:col-span-8">
					{related.map((post) => (
						<li key={post.slug}>
							<PostRow post={post} />
						</li>
					))}
				</ul>
			</section>
			<nav aria-label="Articles before and after" className="container-page grid gap-6 pb-16 md:grid-cols-2 lg:pb-24">
				{older && (
					<div className="group relative rounded-20 bg-sand p-6 md:p-8">
						<p className="flex items-center gap-2 text-14 font-semibold text-muted">
							<ArrowLeft aria-hidden="true" className="size-5 text-accent-ui" /> Previous article
						</p>
						<NeighbourLink neighbour={older} />
					</div>
				)}
				{newer && (
					<div className="group relative rounded-20 bg-sand p-6 md:col-start-2 md:p-8 md:text-right">
						<p className="flex items-center gap-2 text-14 font-semibold text-muted md:justify-end">
							Next article <ArrowRight aria-hidden="true" className="size-5 text-accent-ui" />
						</p>
						<NeighbourLink neighbour={newer} />
					</div>
				)}
			</nav>
		</div>
	);
}

function NeighbourLink({ neighbour }: { neighbour: Neighbour }) {
	return (
		<p className="mt-2 font-heading text-22 font-bold text-balance text-ink">
			<Link to={`/blog/${neighbour.slug}`} className="card-link rounded-6 group-hover:text-accent-text">
				{neighbour.title}
			</Link>
		</p>
	);
}
