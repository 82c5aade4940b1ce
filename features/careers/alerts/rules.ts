import * as z from "zod/mini";
import type { LocationFilter } from "../../../shared/careers.ts";
import { listFieldErrors, optionalLine, requiredEmail, type FieldError } from "../../../shared/text-rules.ts";
import type { Company } from "../../../shared/company.ts";
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

/** Checks what came from a form or a program; a location that is none of the filters' options matches every job. */
export function validateJobAlert(
	input: unknown,
	filters: readonly LocationFilter[],
	{ locale }: Pick<Company, "locale">,
): { ok: true; email: string; search: JobSearch } | { ok: false; errors: FieldError[] } {
	const result = z.safeParse(jobAlertSchema, input);
	if (!result.success) return { ok: false, errors: listFieldErrors(result.error.issues, locale) };
	const { email, q, location } = result.data;
	return { ok: true, email: email.toLowerCase(), search: { q, location: readLocationFilter(location, filters) } };
}
