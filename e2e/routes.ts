import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listLinkedContent } from "../features/publishing/content-files.server.ts";
import { listIndexedPaths } from "../features/publishing/site-paths.ts";
import { readFolders } from "../platform/config.ts";
import { jobs, portfolioCategories } from "./company.ts";

const { buildDirectory: build, contentDirectory } = readFolders();
if (!existsSync(join(build, "pages.json"))) throw new Error("There is no build yet. Run: npm run build");

const pack = JSON.parse(readFileSync(join(build, "pages.json"), "utf8")) as {
	files: { path: string; inlineSources?: object }[];
};

const linked = listLinkedContent(contentDirectory);

/** The pages for search engines: those of the sitemap. */
export const indexedPaths: readonly string[] = listIndexedPaths(linked);

/** The pages of sections, with the types of their sections. */
export const { landingPages } = linked;

/** Every page that was rendered when the site was built. */
export const prerenderedPaths: readonly string[] = pack.files
	.filter((file) => file.inlineSources)
	.map((file) => file.path);

/** Every page with its own address. */
export const allPaths: readonly string[] = [...new Set([...indexedPaths, ...prerenderedPaths])].toSorted();

/** Lists the first page of each folder, whose others have the same template, and the pages in none. Without the matrix, they stand for all. */
export function listFirstOfFolders(paths: readonly string[]): string[] {
	return paths.filter((path, index) => {
		const [, folder, name] = path.split("/");
		return name === undefined || index === paths.findIndex((other) => other.startsWith(`/${folder}/`));
	});
}

const { slug: jobId, title: job } = jobs[0] as (typeof jobs)[number];

/** One page of each kind that is rendered on request, without a posted form. */
export const livePaths: readonly string[] = [
	`/portfolio?category=${portfolioCategories.find(({ count }) => count > 0)?.slug}`,
	`/portfolio?category=${portfolioCategories.find(({ count }) => count === 0)?.slug}`,
	`/career?q=${encodeURIComponent(job)}`,
	"/career?q=nothing-of-the-kind",
	`/career/jobs/${jobId}`,
	`/career/apply/${jobId}`,
	`/career/apply/${jobId}?view=whole`,
	"/career/apply",
	"/demo/by-form",
	"/demo/other-times",
	"/case-study/no-such-service",
	"/portfolio/no-such-project",
	"/no/such/page",
	"/search?q=erp",
	"/search?q=nothing-of-the-kind",
];

/** The pages of the jobs that first fill the database. */
export const jobPaths: readonly string[] = jobs.map(({ slug }) => `/career/jobs/${slug}`);
