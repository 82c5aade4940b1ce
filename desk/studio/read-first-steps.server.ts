import { listFirstSteps, type FirstStep } from "./list-first-steps.ts";
import type { SiteWork } from "./site-work.server.ts";

/** The launch check's findings, and the steps that mend them. */
export async function readFirstSteps({ deps, site }: Pick<SiteWork, "deps" | "site">): Promise<{
	steps: FirstStep[];
	findings: Awaited<ReturnType<SiteWork["site"]["checkLaunch"]>>;
}> {
	const findings = await site.checkLaunch();
	return { findings, steps: listFirstSteps(findings, { sendsEmails: deps.config.smtpUrl !== undefined }) };
}
