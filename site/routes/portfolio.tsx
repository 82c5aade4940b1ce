import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { listPortfolioCategories } from "../../features/publishing/portfolio-categories.server.ts";
import { describeBreadcrumbs } from "../../features/publishing/structured-data.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { viewProject } from "../page-sections/section-view.server.ts";
import { PortfolioList } from "../sections/portfolio-list.tsx";
import { SplitHero } from "../sections/split-hero.tsx";
import type { Route } from "./+types/portfolio.ts";

export function loader({ context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { copy, projects } = content;
	const { hero, launchingSoon: placeholder } = copy.portfolio;
	const categories = listPortfolioCategories(content);
	return {
		head: headOf(content, "/portfolio", {
			structuredData: [describeBreadcrumbs([{ name: "Portfolio", path: "/portfolio" }], originPlaceholder)],
		}),
		hero,
		categories: categories.all,
		emptyCategories: categories.empty,
		projects: projects.map((project) => viewProject(content, project)),
		placeholder: { ...placeholder, picture: resolvePicture(content, placeholder.image) },
	};
}

/** The filter is in the address; changing it loads nothing. */
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
