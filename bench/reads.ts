import { measureGets } from "./load.ts";
import { fillJobs, withServer, type Part } from "./part.ts";

const jobs = 12;

/** Measures public responses besides the home page, each against the home page's rate in the same seconds. */
export const reads: Part = {
	name: "reads",
	about: "public answers beside the home page",
	comparable: true,
	run: ({ milliseconds, connections, release }, tell) =>
		withServer(release, { fill: (database) => fillJobs(database, jobs) }, async ({ url }) => {
			const load = { milliseconds, connections };
			const tomorrow = Temporal.Now.plainDateISO("UTC").add({ days: 1 }).toString();
			const lines: { what: string; wanted: string; pathOf(index: number): string; status?: number }[] = [
				{ what: "job page", wanted: "0.5", pathOf: () => "/career/jobs/job-0" },
				{ what: "application page", wanted: "0.5", pathOf: () => "/career/apply/job-0" },
				{ what: "availability", wanted: "0.5", pathOf: () => "/demo/availability" },
				{ what: "each job of the API", wanted: "0.5", pathOf: (index) => `/api/jobs/job-${index % jobs}` },
				{ what: "landing page of careers", wanted: "0.5", pathOf: () => "/career" },
				{ what: "list of jobs", wanted: "0.3", pathOf: () => "/api/jobs" },
				{ what: "repeated search", wanted: "0.3", pathOf: () => "/career?q=engineer&location=" },
				{ what: "unknown address", wanted: "0.3", pathOf: (index) => `/no/such/${index}`, status: 404 },
				{ what: "slots of a date", wanted: "0.2", pathOf: () => `/demo/slots/${tomorrow}` },
			];
			for (const { what, wanted, pathOf, ...status } of lines) {
				await measureGets(url, pathOf, { ...load, ...status, milliseconds: 200, connections: 1 });
				const home = await measureGets(url, () => "/", load);
				const figures = await measureGets(url, pathOf, { ...load, ...status });
				tell({ what, wanted, figures, reference: { name: "home page", perSecond: home.perSecond } });
			}
		}),
};
