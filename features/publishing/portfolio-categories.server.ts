import { slugOfCategory } from "./category-slug.ts";
import { content } from "./content.server.ts";

type Category = { slug: string; name: string };

/** The portfolio's categories in the order of its filter row, and what stands for those that have no project yet. */
export function listPortfolioCategories(): { all: Category[]; empty: (Category & { capabilities: string[] })[] } {
	const all = content.copy.portfolio.categories.map((name) => ({ slug: slugOfCategory(name), name }));
	const used = new Set(content.projects.map(({ category }) => category));
	const empty = all
		.filter(({ name }) => !used.has(name))
		.map((category) => ({ ...category, capabilities: content.launchingSoon[category.name] ?? [] }));
	return { all, empty };
}
