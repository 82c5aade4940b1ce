import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { listLinkedNumbers, pathOfBlogPage } from "../../features/publishing/blog-pages.ts";

const link =
	"inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-6 text-16 font-semibold text-ink hover:text-accent-text";

/** Links to the blog's other pages: docs/product/site.md, Blog. */
export function BlogPagination({ current, last }: { current: number; last: number }) {
	if (last === 1) return null;
	return (
		<nav aria-label="Pages of the blog" className="mt-10 border-t border-hairline pt-6">
			<ul className="flex flex-wrap items-center gap-x-2 gap-y-1">
				{current > 1 && (
					<li>
						<Link to={pathOfBlogPage(current - 1)} rel="prev" className={`${link} pr-4`}>
							<ArrowLeft aria-hidden="true" className="size-5 text-accent-ui" />
							Newer articles
						</Link>
					</li>
				)}
				{listLinkedNumbers(current, last).map((number, index) => (
					// A gap has no number of its own.
					<li key={number ?? `gap-${index}`} className="tabular text-16">
						{number === undefined ? (
							<span className="text-muted">…</span>
						) : number === current ? (
							<Link
								to={pathOfBlogPage(number)}
								aria-current="page"
								aria-label={`Page ${number}`}
								className={`${link} underline decoration-accent-ui decoration-2 underline-offset-4`}
							>
								{number}
							</Link>
						) : (
							<Link to={pathOfBlogPage(number)} aria-label={`Page ${number}`} className={link}>
								{number}
							</Link>
						)}
					</li>
				))}
				{current < last && (
					<li>
						<Link to={pathOfBlogPage(current + 1)} rel="next" className={`${link} pl-4`}>
							Older articles
							<ArrowRight aria-hidden="true" className="size-5 text-accent-ui" />
						</Link>
					</li>
				)}
			</ul>
		</nav>
	);
}
