import { createBookingPublications } from "../features/booking/publications.server.ts";
import { availabilityFact } from "../features/booking/booking-record.server.ts";
import { readBookingsVersion } from "../features/booking/find-bookings.server.ts";
import { createJobsReader } from "../features/careers/jobs/jobs.server.ts";
import { jobFact, jobsFact, readJobsVersion } from "../features/careers/jobs/jobs-store.server.ts";
import { createCareersPublications } from "../features/careers/publications.server.ts";
import type { Clock } from "../platform/clock.ts";
import { everyFact } from "../platform/database/changes.ts";
import type { Database } from "../platform/database/database.ts";
import type { Watched } from "../platform/database/follow-changes.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import type { Publication } from "../platform/pages/publication.ts";
import { unknownPath } from "../platform/pages/unknown-path.ts";
import type { CareersFacts } from "../shared/careers.ts";
import type { Company } from "../shared/company.ts";
import { createContentPublication, showContent } from "./content-publication.ts";
import type { Editions } from "./releases.ts";

export type PublicationsDeps = {
	database: Database;
	clock: Clock;
	company: Company;
	careers: CareersFacts;
	/** The studio's releases; without them, the content stays as built. */
	editions?: Pick<Editions, "current" | "contents"> | undefined;
};

/** Lists the page sources, in the order in which their pages are rendered. */
export function listPublications(deps: PublicationsDeps): Publication[] {
	const publications: Publication[] = [
		...createBookingPublications(deps),
		...createCareersPublications({ ...deps, jobs: createJobsReader(deps) }),
		{
			pattern: unknownPath,
			describe: () => ({ key: unknownPath, facts: [], kind: "missing", lasting: true }),
			listWarm: () => [unknownPath],
		},
	];
	if (!deps.editions) return publications;
	const { contents } = deps.editions;
	return [
		...publications.map((publication) => offer(showContent(publication), contents)),
		createContentPublication(deps.editions),
	];
}

/** Serves a page source only while its site module is on. */
function offer(publication: Publication, { isOffered }: Pick<PageContents, "isOffered">): Publication {
	const { pattern, listWarm } = publication;
	if (isOffered(pattern)) return publication;
	return { pattern, describe: () => undefined, ...(listWarm && { listWarm: () => [] }) };
}

/** Lists versions to check for changes by a release that does not record them. */
export function listWatched(clock: Clock): Watched[] {
	return [
		{ facts: [jobsFact, jobFact(everyFact)], readVersion: readJobsVersion },
		{ facts: [availabilityFact], readVersion: (db) => readBookingsVersion(db, clock.now()) },
	];
}
