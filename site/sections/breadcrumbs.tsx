import { Link } from "react-router";

type BreadcrumbsProps = {
	/** The pages above the current one, outermost first, without the home page. */
	trail: { to: string; name: string }[];
	current: string;
};

/** The path to a page, after the WAI-ARIA breadcrumb pattern. */
export function Breadcrumbs({ trail, current }: BreadcrumbsProps) {
	return (
		<nav aria-label="Breadcrumb">
			<ol className="flex flex-wrap gap-x-3 text-16">
				{trail.map(({ to, name }) => (
					<li key={to} className="flex gap-3">
						<Link to={to} className="rounded-6 text-muted underline-offset-4 hover:text-accent-text hover:underline">
							{name}
						</Link>
						<span aria-hidden="true" className="text-border">
							/
						</span>
					</li>
				))}
				<li aria-current="page" className="font-semibold text-accent-text">
					{current}
				</li>
			</ol>
		</nav>
	);
}
