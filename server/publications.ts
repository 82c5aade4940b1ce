import { createBookingPublications } from "../features/booking/publications.server.ts";
import { readBookingsVersion, availabilityFact } from "../features/booking/store.server.ts";
import { createJobsReader } from "../features/careers/jobs/jobs.server.ts";
import { jobFact, jobsFact, readJobsVersion } from "../features/careers/jobs/jobs-store.server.ts";
import { createCareersPublications } from "../features/careers/publications.server.ts";
import type { Clock } from "../platform/clock.ts";
import { everyFact } from "../platform/database/changes.ts";
import type { Database } from "../platform/database/database.ts";
import type { Watched } from "../platform/database/follow-changes.ts";
import type { Publication } from "../platform/pages/publication.ts";
import { unknownPath } from "../platform/pages/unknown-path.ts";
import type { CareersFacts } from "../shared/careers.ts";
import type { Company } from "../shared/company.ts";

export type PublicationsDeps = { database: Database; clock: Clock; company: Company; careers: CareersFacts };

/** Everything that is public and depends on more than the content, in the order in which it is made ready. */
export function listPublications(deps: PublicationsDeps): Publication[] {
	return [
		...createBookingPublications(deps),
		...createCareersPublications({ ...deps, jobs: createJobsReader(deps) }),
		{
			pattern: unknownPath,
			describe: () => ({ key: unknownPath, facts: [], kind: "missing", lasting: true }),
			listWarm: () => [unknownPath],
		},
	];
}

/** What shows that a release has written which records no changes. */
export function listWatched(clock: Clock): Watched[] {
	return [
		{ facts: [jobsFact, jobFact(everyFact)], readVersion: readJobsVersion },
		{ facts: [availabilityFact], readVersion: (db) => readBookingsVersion(db, clock.now()) },
	];
}
