import { useLocation, useSearchParams } from "react-router";
import { slugOfCategory } from "../../features/publishing/category-slug.ts";
import type { PictureData } from "../../ui/picture.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { LaunchingSoon, type EmptyCategory, type PlaceholderCopy } from "./portfolio-launching-soon.tsx";
import { PortfolioFilter, type Category } from "./portfolio-filter.tsx";
import { PortfolioFilterBeforeScripts } from "./portfolio-filter-before-scripts.tsx";
import { ProjectCard, type ProjectCardView } from "./portfolio-project-card.tsx";

type PortfolioListProps = {
	categories: Category[];
	projects: ProjectCardView[];
	placeholder: PlaceholderCopy & { picture: PictureData };
	/** Categories that have no project yet. */
	emptyCategories: EmptyCategory[];
};

/**
 * The projects and their filter: public-site specification, section 2, "Portfolio".
 *
 * The page is rendered once for every address, so its HTML holds all projects and, below them, all placeholders, and can be read
 * whole without scripts. The choice is then made by hiding: by CSS until the scripts run (PortfolioFilterBeforeScripts), by React
 * afterwards. Both hide the same cards and no card depends on which others show, so nothing moves when one takes over.
 */
export function PortfolioList({ categories, projects, placeholder, emptyCategories }: PortfolioListProps) {
	const live = useHydrated();
	const selected = useSelectedCategory(categories);
	const shown = projects.filter(({ category }) => !selected || category === selected.slug);

	return (
		// The script inside may have added an attribute before React comes.
		<div className="portfolio border-t border-hairline bg-white pt-10 pb-10 lg:pb-22" data-live={live ? "" : undefined} suppressHydrationWarning>
			{!live && <PortfolioFilterBeforeScripts slugs={categories.map(({ slug }) => slug)} />}
			<div className="container-page">
				<PortfolioFilter categories={categories} selected={selected} live={live} />
				<output className="sr-only">{live && countProjects(shown.length, selected)}</output>
				<ul className="mt-8 flex flex-wrap gap-x-6">
					{projects.map((project, index) => (
						<ProjectCard key={project.slug} project={project} index={index} hidden={!shown.includes(project)} filter={selected?.slug} />
					))}
				</ul>
				{emptyCategories.map((category) => (
					<LaunchingSoon key={category.slug} category={category} copy={placeholder} hidden={live && category.slug !== selected?.slug} />
				))}
			</div>
		</div>
	);
}

/** The category that the address names, as ?category=erp-development, as its name, or as #erp-development from a page without scripts. */
function useSelectedCategory(categories: Category[]): Category | undefined {
	const live = useHydrated();
	const { hash } = useLocation();
	const [search] = useSearchParams();
	if (!live) return undefined;
	const wanted = slugOfCategory(search.get("category") ?? hash.slice(1));
	return categories.find(({ slug }) => slug === wanted);
}

function countProjects(count: number, category: Category | undefined): string {
	const projects = count === 1 ? "1 project" : `${count} projects`;
	return category ? `${projects} in ${category.name}` : projects;
}
