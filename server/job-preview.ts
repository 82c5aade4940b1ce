import { RouterContextProvider } from "react-router";
import { jobsContext } from "../features/careers/context.server.ts";
import type { JobText } from "../features/careers/jobs/job-draft.ts";
import type { OpenJob } from "../features/careers/jobs/job.ts";
import type { Clock } from "../platform/clock.ts";
import { listInlineSources } from "../platform/pages/finish-pages.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import type { Company } from "../shared/company.ts";
import { findDate } from "../shared/zoned-time.ts";

/** A page of the site, and under which Content-Security-Policy it may be shown. */
type JobPreview = { html: string; policy: string };

/**
 * Makes what renders the public page of a job that is not public, by the renderer of the public site.
 *
 * It is shown in the desk's own origin, so its policy lets nothing run and no form be sent, whatever is in it: a sandbox that has the
 * origin alone, for the fonts.
 */
export function createJobPreview({
	config,
	company,
	clock,
	pages,
	renderMarkdown,
}: {
	config: { publicUrl: string };
	company: Company;
	clock: Clock;
	pages: Pick<PageSource, "render">;
	renderMarkdown(markdown: string): Promise<string>;
}): (text: JobText) => Promise<JobPreview> {
	return async ({ markdown, ...text }) => {
		const job: OpenJob = {
			...text,
			id: "preview",
			description: await renderMarkdown(markdown),
			postedOn: findDate(clock.now().epochMilliseconds, company.timeZone),
		};
		const context = new RouterContextProvider();
		context.set(jobsContext, { list: async () => [], search: async () => [], find: async () => job });
		const response = await pages.render(new Request(`${config.publicUrl}/career/jobs/${job.id}`), context);
		if (!response.ok) throw new Error(`The preview of a job answered with ${response.status}`);
		const html = await response.text();
		return { html, policy: writePreviewPolicy(listInlineSources(html).styles) };
	};
}

function writePreviewPolicy(styles: readonly string[]): string {
	return [
		"default-src 'none'",
		`style-src 'self' ${styles.join(" ")}`,
		"img-src 'self' data:",
		"font-src 'self' data:",
		"script-src 'none'",
		"form-action 'none'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"sandbox allow-same-origin",
	].join("; ");
}
