import { RouterContextProvider } from "react-router";
import { jobsContext } from "../features/careers/context.server.ts";
import type { JobText } from "../features/careers/jobs/job-draft.ts";
import type { OpenJob } from "../features/careers/jobs/job.ts";
import type { Clock } from "../platform/clock.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import type { CareersSettings } from "../shared/careers.ts";
import { isoDate, type Company } from "../shared/company.ts";
import { isPayShown } from "../shared/job-pay.ts";
import { findDate } from "../shared/zoned-time.ts";
import { toPreviewPage, type PreviewPage } from "./preview-page.ts";

/**
 * Creates the preview of a job's public page, by the renderer of the public site.
 * It is shown in the desk's origin, so its policy forbids scripts and forms; a sandbox keeps the origin for the fonts.
 */
export function createJobPreview({
	config,
	company,
	careers,
	clock,
	pages,
	contents,
	renderMarkdown,
}: {
	config: { publicUrl: string };
	company: Company;
	careers: Pick<CareersSettings, "locations">;
	clock: Clock;
	pages: Pick<SitePages, "render">;
	contents?: Pick<PageContents, "createContext"> | undefined;
	renderMarkdown(markdown: string): Promise<string>;
}): (text: JobText) => Promise<PreviewPage> {
	return async ({ markdown, ...text }) => {
		const today = findDate(clock.now().epochMilliseconds, company.timeZone);
		const job: OpenJob = {
			...text,
			id: "preview",
			pay: isPayShown(text, careers) ? text.pay : undefined,
			description: await renderMarkdown(markdown),
			postedOn: today,
			// Optional in a draft, required by the page.
			closesOn: isoDate.safeParse(text.closesOn).success ? text.closesOn : today,
		};
		const context = contents?.createContext() ?? new RouterContextProvider();
		context.set(jobsContext, {
			list: async () => [],
			listChanges: async () => [],
			search: async () => [],
			find: async () => job,
		});
		const response = await pages.render(new Request(`${config.publicUrl}/career/jobs/${job.id}`), context);
		if (!response.ok) throw new Error(`The preview of a job answered with ${response.status}`);
		return toPreviewPage(response);
	};
}
