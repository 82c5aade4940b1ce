import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { jobsContext } from "../features/careers/context.server.ts";
import { readJobSearch, readPageNumber, showResults } from "../features/careers/jobs/search.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import type { PagePart } from "../platform/pages/page-part.ts";
import { unlessUnavailable } from "../platform/pages/unless-unavailable.server.ts";
import { CareerResults } from "./sections/career-results.tsx";

const path = "/career";

/** The results of a search at /career, as site/routes/career.tsx shows them: no other page has as many addresses. */
export const careerResultsPart: PagePart = {
	path,
	async render(request, context) {
		const { locationFilters } = context.get(contentContext).careers;
		const { searchParams } = new URL(request.url);
		const search = readJobSearch(searchParams, locationFilters);
		if (!search) return undefined;
		const matches = await unlessUnavailable(context.get(jobsContext).search(search, locationFilters));
		if (!matches) return undefined;
		const results = showResults(matches, search, readPageNumber(searchParams));
		return {
			html: await renderResults(
				<CareerResults {...results} locationFilters={locationFilters} loading={false} />,
				request,
			),
			data: JSON.stringify(results),
		};
	},
};

async function renderResults(element: ReactElement, request: Request): Promise<string> {
	const handler = createStaticHandler([{ path, element }]);
	const context = await handler.query(request);
	if (context instanceof Response) throw context;
	const router = createStaticRouter(handler.dataRoutes, context);
	return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}
