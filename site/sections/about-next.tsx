import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import type { AboutPage } from "../../features/publishing/page-schema.ts";

/** Links for visitors who want to know more than the page about us says. */
export function AboutNext({ pages }: { pages: AboutPage["next"] }) {
	return (
		<nav aria-label="More about us" className="container-page py-6 lg:py-12">
			<ul className="divide-y divide-hairline lg:grid lg:grid-cols-[4fr_3fr_5fr] lg:divide-x lg:divide-y-0">
				{pages.map(({ to, title, description }) => (
					<li key={to} className="group relative py-6 lg:px-8 lg:first:pl-0 lg:last:pr-0">
						<h2 className="text-22 tracking-normal">
							<Link to={to} className="card-link inline-flex items-center gap-2 rounded-6 group-hover:text-accent-text">
								{title}
								<ArrowRight aria-hidden="true" className="size-5 text-accent-ui transition group-hover:translate-x-1" />
							</Link>
						</h2>
						<p className="mt-1 text-16">{description}</p>
					</li>
				))}
			</ul>
		</nav>
	);
}
