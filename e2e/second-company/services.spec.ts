import { company, services, tabs } from "../company.ts";
import { expect, test } from "../fixtures.ts";
import { openPage, readAttribute, textOf } from "../open-page.ts";
import { indexedPaths } from "../routes.ts";

const tag = "@any-company";
const pathOf = (slug: string) => `/case-study/${slug}`;
const paths = services.map(({ slug }) => pathOf(slug));

test("a service is one file, which makes its page", { tag }, async ({ request }) => {
	for (const { slug, title } of services) {
		const page = await openPage(request, pathOf(slug));
		expect([page.status, new URL(page.canonical() ?? "").pathname]).toEqual([200, pathOf(slug)]);
		expect(page.elements.filter(({ tagName }) => tagName === "title").map(textOf)).toEqual([
			expect.stringContaining(company.name),
		]);
		expect(page.texts(), slug).toContain(`Our ${title} services`);
	}
});

test(
	"each is in the menu and in the footer of every page, on /services and in the sitemap",
	{ tag },
	async ({ request }) => {
		expect(indexedPaths.filter((path) => path.startsWith("/case-study/")).toSorted()).toEqual(paths.toSorted());
		for (const path of indexedPaths) {
			const { elements } = await openPage(request, path);
			for (const part of path === "/services" ? ["header", "footer", "main"] : ["header", "footer"]) {
				const below = elements.find(({ tagName }) => tagName === part);
				const links = JSON.stringify(below);
				expect(
					services.filter(({ slug, footer }) => (part !== "footer" || footer) && !links.includes(`"${pathOf(slug)}"`)),
					`${part} of ${path}`,
				).toEqual([]);
			}
		}
	},
);

test("each is a tab of the home page, in the order of the content", { tag }, async ({ request }) => {
	const { elements, ids } = await openPage(request, "/");
	const shown = elements.filter((element) => readAttribute(element, "role") === "tab").map(textOf);
	expect(shown).toEqual(tabs.map(({ label }) => label));
	expect(tabs.filter(({ slug }) => !ids.has(slug))).toEqual([]);
});
