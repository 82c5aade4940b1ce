import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { jobsContext } from "../features/careers/context.server.ts";
import { readJobSearch, readPageNumber, showResults, type JobResults } from "../features/careers/jobs/search.ts";
import { careersChoices } from "../features/publishing/careers-choices.ts";
import type { PagePart } from "../platform/pages/page-part.ts";
import { unlessUnavailable } from "../platform/pages/unless-unavailable.server.ts";
import { CareerResults } from "./sections/career-results.tsx";

const { locationFilters } = careersChoices;
const path = "/career";

/** What a search at /career has found, as site/routes/career.tsx shows it: of all pages it is the one with the most addresses. */
export const careerResultsPart: PagePart = {
	path,
	async render(request, context) {
		const { searchParams } = new URL(request.url);
		const search = readJobSearch(searchParams, locationFilters);
		if (!search) return undefined;
		const matches = await unlessUnavailable(context.get(jobsContext).search(search, locationFilters));
		if (!matches) return undefined;
		const results = showResults(matches, search, readPageNumber(searchParams));
		return { html: await renderResults(results, request), data: JSON.stringify(results) };
	},
};

async function renderResults(results: JobResults, request: Request): Promise<string> {
	const element = <CareerResults {...results} locationFilters={locationFilters} loading={false} />;
	const handler = createStaticHandler([{ path, element }]);
	const context = await handler.query(request);
	if (context instanceof Response) throw context;
	const router = createStaticRouter(handler.dataRoutes, context);
	return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
