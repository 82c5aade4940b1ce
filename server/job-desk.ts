import type { JobDesk } from "../desk/guard/desk-deps.server.ts";
import { countAlertsFor } from "../features/careers/alerts/job-alerts.server.ts";
import { createJobStages } from "../features/careers/jobs/job-stages.server.ts";
import { createJobWriting } from "../features/careers/jobs/job-writing.server.ts";
import { renderMarkdown } from "../features/publishing/markdown.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import type { CareersFacts } from "../shared/careers.ts";
import type { Company } from "../shared/company.ts";
import type { DeskFacts } from "../shared/desk.ts";
import { createJobCheck } from "./job-check.ts";
import { createJobPreview } from "./job-preview.ts";

export type JobDeskDeps = {
	config: Pick<Config, "publicUrl">;
	company: Company;
	careers: CareersFacts;
	clock: Clock;
	database: Database;
	pages: Pick<PageSource, "render">;
	contents?: Pick<PageContents, "createContext"> | undefined;
	/** The settings of work with applications. */
	deskFacts: Pick<DeskFacts, "application">;
};

/** Creates what the desk does with jobs. */
export function createJobDesk(deps: JobDeskDeps): JobDesk {
	const { database, clock, careers } = deps;
	const { locationFilters } = careers;
	const writing = createJobWriting({ ...deps, checkJob: createJobCheck(careers), renderMarkdown });
	return {
		writing,
		stages: createJobStages({ writing, companyStages: deps.deskFacts.application.stages }),
		departments: careers.departments,
		locations: careers.locations.map(({ label }) => label),
		countAlerts: (job) => countAlertsFor(database.db, job, { now: clock.now(), locationFilters }),
		preview: createJobPreview({ ...deps, renderMarkdown }),
	};
}
