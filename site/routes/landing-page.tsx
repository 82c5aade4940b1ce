import { data } from "react-router";
import { jobsContext } from "../../features/careers/context.server.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage } from "../../features/publishing/page-meta.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import { listPathsWithJobs, pathOfLandingPage } from "../../features/publishing/site-paths.ts";
import { describeBreadcrumbs, describeFaq, describeWebPage } from "../../features/publishing/structured-data.server.ts";
import { originPlaceholder } from "../../platform/pages/origin.ts";
import { unavailable, unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import { ErrorPage } from "../layout/error-page.tsx";
import { PageHero } from "../page-sections/page-hero.tsx";
import { PageSections } from "../page-sections/page-sections.tsx";
import { showPicture, viewSections } from "../page-sections/section-view.server.ts";
import type { Route } from "./+types/landing-page.ts";

/**
 * A page of sections, at the address that its document has. Any other address is a page of its own, so that it hydrates in the browser
 * like any other.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	// The build asks with a slash at the end.
	const asked = params["*"].replace(/\/$/, "");
	const page = content.landingPages.find(({ slug }) => slug === asked);
	if (!page) {
		const head = headOf(content, "/error", { indexed: false });
		const picture = resolvePicture(content, content.copy.error.image);
		return data({ head, page: undefined, picture }, { status: 404 });
	}
	const { title, meta, hero, isListed } = page;
	const path = pathOfLandingPage(page);
	const jobs = listPathsWithJobs(content).includes(path)
		? await unlessUnavailable(context.get(jobsContext).list())
		: [];
	const sections = viewSections(content, page.sections, jobs);
	const questions = sections.flatMap((section) => (section.type === "questions" ? section.items : []));
	const view = {
		head: headOf(content, path, {
			meta,
			indexed: isListed,
			structuredData: [
				describeWebPage({ path, name: meta.title, description: meta.description }, content.company, originPlaceholder),
				describeBreadcrumbs(listTrail(content.landingPages, page), originPlaceholder),
				...(questions.length > 0 ? [describeFaq(questions)] : []),
			],
		}),
		page: {
			hero: { ...hero, name: title, picture: hero.picture && showPicture(content, hero.picture) },
			sections,
		},
		picture: undefined,
	};
	return jobs ? data(view) : data(view, unavailable);
}

type Named = { slug: string; title: string };

/** The page, below the one whose address begins its own, if there is one. */
function listTrail(pages: readonly Named[], page: Named): { name: string; path: string }[] {
	const above = pages.find(({ slug }) => page.slug.startsWith(`${slug}/`));
	return (above ? [above, page] : [page]).map((one) => ({ name: one.title, path: pathOfLandingPage(one) }));
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? describePage(loaderData.head) : []);

export default function LandingPage({ loaderData: { page, picture } }: Route.ComponentProps) {
	if (!page) return <ErrorPage status={404} {...(picture && { picture })} />;
	return (
		<>
			<PageHero {...page.hero} />
			<PageSections sections={page.sections} />
		</>
	);
}
