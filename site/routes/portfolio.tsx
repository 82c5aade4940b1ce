import { slugOfCategory } from "../../features/publishing/category-slug.ts";
import { content } from "../../features/publishing/content.server.ts";
import { portfolioCategories } from "../../features/publishing/content-schema.ts";
import { originPlaceholder } from "../../features/publishing/origin.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { describeBreadcrumbs } from "../../features/publishing/structured-data.server.ts";
import { PortfolioList } from "../sections/portfolio-list.tsx";
import type { Route } from "./+types/portfolio.ts";

export function loader() {
	const { copy, launchingSoon, projects } = content;
	const { hero, launchingSoon: placeholder } = copy.portfolio;
	const categories = portfolioCategories.map((name) => ({ slug: slugOfCategory(name), name }));
	return {
		head: headOf("/portfolio", { structuredData: [describeBreadcrumbs([{ name: "Portfolio", path: "/portfolio" }], originPlaceholder)] }),
		hero,
		categories,
		projects: projects.map(({ slug, title, category, sector, description, image }) => ({
			slug,
			title,
			category: slugOfCategory(category),
			label: `${category}, ${sector.toLowerCase()}`,
			description,
			picture: resolvePicture(image),
		})),
		placeholder: { ...placeholder, picture: resolvePicture(placeholder.image) },
		emptyCategories: portfolioCategories
			.filter((name) => !projects.some((project) => project.category === name))
			.map((name) => ({ slug: slugOfCategory(name), name, capabilities: launchingSoon[name] ?? [] })),
	};
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function PortfolioPage({ loaderData: { hero, ...list } }: Route.ComponentProps) {
	return (
		<>
			<section className="container-page grid gap-6 pt-12 pb-12 lg:grid-cols-12 lg:pt-20 lg:pb-16">
				<div className="lg:col-span-7">
					<p className="text-16 font-semibold text-orange-text">{hero.eyebrow}</p>
					<h1 className="mt-3 text-title">{hero.title}</h1>
				</div>
				<p className="max-w-[52ch] lg:col-span-5 lg:self-end">{hero.introduction}</p>
			</section>
			<PortfolioList {...list} />
		</>
	);
}
