import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readCareersFile } from "../features/publishing/careers-file.server.ts";
import { slugOfCategory } from "../features/publishing/category-slug.ts";
import { readCompanyFile } from "../features/publishing/company-file.server.ts";
import type { Author, Home, Post, Project, Service, Testimonial } from "../features/publishing/content-schema.ts";
import { menusSchema } from "../features/publishing/menu-schema.ts";
import type { Pages } from "../features/publishing/page-schema.ts";
import { readFolders } from "../platform/config.ts";
import { deriveAccent } from "../shared/accent.ts";
import type { DeskSettings } from "../shared/desk.ts";

/** The content of the company under test: tests take its words from here, so that they hold for any company. */

const { contentDirectory } = readFolders();
const read = (file: string): unknown => {
	const text = readFileSync(join(contentDirectory, file), "utf8");
	return parse(/^---\n(.*?)\n---\n/s.exec(text)?.[1] ?? text);
};
const readFolder = <Entry>(folder: string) =>
	readdirSync(join(contentDirectory, folder))
		.toSorted()
		.map((file) => ({ ...(read(join(folder, file)) as Entry), slug: file.slice(0, file.lastIndexOf(".")) }));

export const company = readCompanyFile(contentDirectory);
export const careers = readCareersFile(contentDirectory);
export const deskSettings = read("desk.yml") as DeskSettings;
export const home = read("home.yml") as Home;
/** Titles of pages without their own file, by path. */
export const pageTitles = Object.fromEntries(
	Object.entries(read("pages.yml") as Record<string, { title: string }>).map(([path, { title }]) => [path, title]),
);
export const careerPage = read("pages/career.yml") as Pages["career"];
export const blogPage = read("pages/blog.yml") as Pages["blog"];
/** Entries of the navigation and the footer after those of every site. */
export const menus = menusSchema.parse(existsSync(join(contentDirectory, "menus.yml")) ? read("menus.yml") : {});
export const authors = read("authors.yml") as Author[];
export const testimonials = read("testimonials.yml") as Testimonial[];
export const posts = readFolder<Omit<Post, "slug">>("blog");
export const jobs = readFolder<{ title: string; location: string; type: string; department: string; team: string }>(
	"jobs",
);
/** In the order of the menu. */
export const services = readFolder<Omit<Service, "slug" | "footer"> & Partial<Pick<Service, "footer">>>("services")
	.map(({ footer = true, ...service }) => ({ ...service, footer }))
	.toSorted((a, b) => a.order - b.order);
/** The services in the order of the home page's tabs. */
export const tabs = services
	.toSorted((a, b) => a.tab.order - b.tab.order)
	.map(({ slug, title, tab }) => ({ ...tab, slug, serviceTitle: title }));
/** In the order of the portfolio. */
export const projects = readFolder<Omit<Project, "slug">>("portfolio").toSorted((a, b) => a.order - b.order);
export const portfolioPage = read("pages/portfolio.yml") as Pages["portfolio"];
/** The portfolio's categories with their numbers of projects. */
export const portfolioCategories = portfolioPage.categories.map((name) => ({
	name,
	slug: slugOfCategory(name),
	count: projects.filter(({ category }) => category === name).length,
}));

/** The zone shown behind a time, such as "Dubai time". */
export const zoneName = `${company.timeZoneLabel} time`;
/** The colour of links and of the current page, as a browser computes it. */
export const accentText = `rgb(${deriveAccent(company.accentColour)
	.text.slice(1)
	.match(/../g)
	?.map((part) => Number.parseInt(part, 16))
	.join(", ")})`;
