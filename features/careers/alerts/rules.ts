import * as z from "zod/mini";
import { optionalLine, requiredEmail } from "../../../shared/text-rules.ts";
import { readLocationFilter, type JobSearch } from "../jobs/search.ts";

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

/** What somebody wants to be told of, and where. */
export type JobAlertWish = { email: string; search: JobSearch };

/** Reads a wish that keeps the rules; a location that is none of the filters' options matches every job. */
export function readJobAlert({ email, q, location }: z.output<typeof jobAlertSchema>): JobAlertWish {
	return { email: email.toLowerCase(), search: { q, location: readLocationFilter(location) } };
}
