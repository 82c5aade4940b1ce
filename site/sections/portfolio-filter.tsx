import { useEffect, useRef } from "react";
import { Link } from "react-router";

export type Category = { slug: string; name: string };

type PortfolioFilterProps = {
	categories: Category[];
	/** Undefined while all categories show. */
	selected: Category | undefined;
};

/** The row of filters. The choice is in the address, so each filter is a link. */
export function PortfolioFilter({ categories, selected }: PortfolioFilterProps) {
	const row = useRef<HTMLUListElement>(null);

	useEffect(() => {
		// On a phone the row scrolls, and the choice in the address may be beyond its edge.
		const current = row.current?.querySelector<HTMLElement>("[aria-current]");
		if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 20;
	}, [selected]);

	const filters = [
		{ slug: "all", name: "All", to: "/portfolio" },
		...categories.map((category) => ({ ...category, to: `/portfolio?category=${category.slug}` })),
	];
	return (
		<nav aria-label="Project categories">
			<ul ref={row} className="container-bleed flex gap-2 overflow-x-auto py-1 md:flex-wrap md:overflow-visible">
				{filters.map(({ slug, name, to }) => (
					<li key={slug} className="shrink-0">
						<Link
							to={to}
							aria-current={slug === (selected?.slug ?? "all") ? "true" : undefined}
							className="block rounded-full border border-border px-5 py-2 text-16 font-semibold text-ink transition hover:border-ink aria-[current=true]:border-ink aria-[current=true]:bg-ink aria-[current=true]:text-paper"
						>
							{name}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
