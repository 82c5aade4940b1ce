import { slugOfCategory } from "./category-slug.ts";
import type { Content } from "./documents/content.ts";

type Category = { slug: string; name: string };

/** Lists the portfolio's categories in the order of its filter row, with the texts of those without projects. */
export function listPortfolioCategories({
	copy,
	projects,
	launchingSoon,
}: Pick<Content, "copy" | "projects" | "launchingSoon">): {
	all: Category[];
	empty: (Category & { capabilities: string[] })[];
} {
	const all = copy.portfolio.categories.map((name) => ({ slug: slugOfCategory(name), name }));
	const used = new Set(projects.map(({ category }) => category));
	const empty = all
		.filter(({ name }) => !used.has(name))
		.map((category) => ({ ...category, capabilities: launchingSoon[category.name] ?? [] }));
	return { all, empty };
}
