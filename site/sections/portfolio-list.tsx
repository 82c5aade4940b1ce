import { useSearchParams } from "react-router";
import { slugOfCategory } from "../../features/publishing/category-slug.ts";
import type { PictureData } from "../../ui/picture.tsx";
import { PortfolioFilter, type Category } from "./portfolio-filter.tsx";
import { LaunchingSoon, type EmptyCategory, type PlaceholderCopy } from "./portfolio-launching-soon.tsx";
import { ProjectCard, type ProjectCardView } from "./portfolio-project-card.tsx";

type PortfolioListProps = {
	categories: Category[];
	projects: ProjectCardView[];
	placeholder: PlaceholderCopy & { picture: PictureData };
	/** Categories without projects. */
	emptyCategories: EmptyCategory[];
};

/**
 * The projects and their filter: docs/product/site.md, Portfolio.
 *
 * The choice is in the address, as ?category=erp-development or by the category's name. The server renders addresses with a query
 * (searchPaths), so a shared link opens filtered at the first paint, and the filters work as plain links without scripts.
 */
export function PortfolioList({ categories, projects, placeholder, emptyCategories }: PortfolioListProps) {
	const [search] = useSearchParams();
	const wanted = slugOfCategory(search.get("category") ?? "");
	const selected = categories.find(({ slug }) => slug === wanted);
	const shown = projects.filter(({ category }) => !selected || category === selected.slug);
	const empty = emptyCategories.find(({ slug }) => slug === selected?.slug);

	return (
		<div className="border-t border-hairline bg-white pt-10 pb-16 lg:pb-28">
			<div className="container-page">
				<PortfolioFilter categories={categories} selected={selected} />
				<output className="sr-only">{countProjects(shown.length, selected)}</output>
				{shown.length > 0 && (
					<ul className="mt-8 flex flex-wrap gap-6">
						{shown.map((project, index) => (
							<ProjectCard key={project.slug} project={project} index={index} filter={selected?.slug} />
						))}
					</ul>
				)}
				{empty && <LaunchingSoon category={empty} copy={placeholder} />}
			</div>
		</div>
	);
}

function countProjects(count: number, category: Category | undefined): string {
	const projects = count === 1 ? "1 project" : `${count} projects`;
	return category ? `${projects} in ${category.name}` : projects;
}
