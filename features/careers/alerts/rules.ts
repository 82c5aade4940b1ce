import * as z from "zod/mini";
import type { LocationFilter } from "../../../shared/careers.ts";
import { sentNotice } from "../../../shared/field-rules.ts";
import { optionalLine, requiredEmail } from "../../../shared/text-rules.ts";
import type { JobSearch } from "../jobs/job.ts";
import { readLocationFilter } from "../jobs/search.ts";

const jobAlertLimits = { email: 254, q: 100, location: 100 } as const;

/** A request for job alerts: email is required; without a search it matches every job. */
export const jobAlertSchema = z.object(
	{
		email: requiredEmail(jobAlertLimits.email),
		q: optionalLine("The keyword", jobAlertLimits.q),
		location: optionalLine("The location", jobAlertLimits.location),
		notice: sentNotice,
	},
	{ error: "Send an object with email, q and location" },
);

/** A valid request. */
export type JobAlertWish = z.output<typeof jobAlertSchema>;

/** Reads a request; an unknown location matches every job. */
export function readJobAlert(
	{ email, q, location }: Omit<JobAlertWish, "notice">,
	filters: readonly LocationFilter[],
): { email: string; search: JobSearch } {
	return { email: email.toLowerCase(), search: { q, location: readLocationFilter(location, filters) } };
}
