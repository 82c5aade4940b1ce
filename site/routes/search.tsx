import { data, Link } from "react-router";
import { jobsContext } from "../../features/careers/context.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { describeSearchPage } from "../../features/publishing/page-meta.ts";
import { readSiteSearch } from "../../features/publishing/search/site-search.server.ts";
import { unavailable, unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import { isOffered } from "../../shared/site-modules.ts";
import { searchSite } from "../search-site.server.ts";
import { SiteSearchForm } from "../sections/site-search-form.tsx";
import { SiteSearchResults } from "../sections/site-search-results.tsx";
import type { Route } from "./+types/search.ts";

/** Where to look without a search. */
const areas = [
	["/services", "Services"],
	["/portfolio", "Portfolio"],
	["/blog", "Blog"],
	["/career", "Careers"],
	["/faq", "FAQs"],
	["/contactUs", "Contact us"],
] as const;

const noJobs: [] = [];

/** The search of the whole site: docs/product/site.md, Search. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { parts } = content.company;
	const listed = areas.filter(([path]) => isOffered(path, parts)).map(([path, label]) => ({ path, label }));
	const wanted = readSiteSearch(new URL(request.url).searchParams);
	if (!wanted) return data({ areas: listed, results: undefined });
	const jobs = parts.careers ? await unlessUnavailable(context.get(jobsContext).list()) : noJobs;
	const results = searchSite(wanted, content, jobs ?? noJobs);
	return jobs ? data({ areas: listed, results }) : data({ areas: listed, results }, unavailable);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) =>
	describeSearchPage(loaderData?.results ? `Search: ${loaderData.results.q}` : "Search");

export default function SearchPage({ loaderData: { areas: listed, results } }: Route.ComponentProps) {
	return (
		<div className="container-page py-12 lg:py-20">
			<h1 className="text-title">Search</h1>
			<div className="mt-8 max-w-[48rem]">
				<SiteSearchForm defaultValue={results?.q ?? ""} look="primary" />
			</div>
			{results && (
				<div className="mt-10 max-w-[60rem]">
					<SiteSearchResults {...results} />
				</div>
			)}
			{(!results || results.count === 0) && (
				<nav aria-labelledby="areas-title" className="mt-10">
					<h2 id="areas-title" className="text-22">
						Browse the site
					</h2>
					<ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
						{listed.map(({ path, label }) => (
							<li key={path}>
								<Link
									to={path}
									className="inline-flex min-h-11 items-center rounded-6 font-semibold text-accent-text underline underline-offset-4 hover:text-ink"
								>
									{label}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			)}
		</div>
	);
}
