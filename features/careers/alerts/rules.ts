import * as z from "zod/mini";
import type { LocationFilter } from "../../../shared/careers.ts";
import { optionalLine, requiredEmail } from "../../../shared/text-rules.ts";
import type { JobSearch } from "../jobs/job.ts";
import { readLocationFilter } from "../jobs/search.ts";

const jobAlertLimits = { email: 254, q: 100, location: 100 } as const;

/** A wish for job alerts: email is required, the search may be missing and then matches every job. */
export const jobAlertSchema = z.object(
	{
		email: requiredEmail(jobAlertLimits.email),
		q: optionalLine("The keyword", jobAlertLimits.q),
		location: optionalLine("The location", jobAlertLimits.location),
	},
	{ error: "Send an object with email, q and location" },
);

/** A wish that keeps the rules. */
export type JobAlertWish = z.output<typeof jobAlertSchema>;

/** Reads what a wish means; a location that is none of the filters' options matches every job. */
export function readJobAlert(
	{ email, q, location }: JobAlertWish,
	filters: readonly LocationFilter[],
): { email: string; search: JobSearch } {
	return { email: email.toLowerCase(), search: { q, location: readLocationFilter(location, filters) } };
}
