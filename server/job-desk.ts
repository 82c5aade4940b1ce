import type { CompanySettings } from "../core/company/current-settings.ts";
import type { JobDesk } from "../desk/guard/desk-deps.server.ts";
import { countAlertsFor } from "../features/careers/alerts/job-alerts.server.ts";
import { createJobCriteria } from "../features/careers/jobs/job-criteria.server.ts";
import { createJobStages } from "../features/careers/jobs/job-stages.server.ts";
import { createJobWriting } from "../features/careers/jobs/job-writing.server.ts";
import { renderMarkdown } from "../features/publishing/markdown.server.ts";
import type { AppDeps } from "./app-deps.ts";
import { createJobCheck } from "./job-check.ts";
import { createJobPreview } from "./job-preview.ts";

/** Creates what the desk does with jobs. */
export function createJobDesk(
	deps: CompanySettings & Pick<AppDeps, "config" | "clock" | "database" | "pages" | "contents">,
): JobDesk {
	const { database, clock, careers } = deps;
	const { locationFilters } = careers;
	const writing = createJobWriting({ ...deps, checkJob: createJobCheck(careers), renderMarkdown });
	return {
		writing,
		stages: createJobStages({ writing, companyStages: deps.deskSettings.application.stages }),
		criteria: createJobCriteria({ writing, companyCriteria: deps.deskSettings.application.criteria ?? [] }),
		departments: careers.departments,
		locations: careers.locations.map(({ label }) => label),
		countAlerts: (job) => countAlertsFor(database.db, job, { now: clock.now(), locationFilters }),
		preview: createJobPreview({ ...deps, renderMarkdown }),
	};
}
