import { slugOfCategory } from "../../features/publishing/category-slug.ts";
import { content } from "../../features/publishing/content.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { listPortfolioCategories } from "../../features/publishing/portfolio-categories.server.ts";
import { describeBreadcrumbs } from "../../features/publishing/structured-data.server.ts";
import { PortfolioList } from "../sections/portfolio-list.tsx";
import { SplitHero } from "../sections/split-hero.tsx";
import type { Route } from "./+types/portfolio.ts";

export function loader() {
	const { copy, projects } = content;
	const { hero, launchingSoon: placeholder } = copy.portfolio;
	const categories = listPortfolioCategories();
	return {
		head: headOf("/portfolio", {
			structuredData: [describeBreadcrumbs([{ name: "Portfolio", path: "/portfolio" }], originPlaceholder)],
		}),
		hero,
		categories: categories.all,
		emptyCategories: categories.empty,
		projects: projects.map(({ slug, title, category, sector, description, image }) => ({
			slug,
			title,
			category: slugOfCategory(category),
			label: `${category} · ${sector}`,
			description,
			picture: resolvePicture(image),
		})),
		placeholder: { ...placeholder, picture: resolvePicture(placeholder.image) },
	};
}

/** The filter lives in the address; changing it asks for nothing. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PortfolioPage({ loaderData: { hero, ...list } }: Route.ComponentProps) {
	return (
		<>
			<SplitHero {...hero} />
			<PortfolioList {...list} />
		</>
	);
}
