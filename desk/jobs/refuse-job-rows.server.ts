import { data } from "react-router";
import type { JobRefusal } from "../../features/careers/jobs/job-writing.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";

/**
 * Returns the typed rows of a job, such as stages, with the errors of their list.
 * @param revision the one that the rows are based on
 * @throws a 404 response when the job is gone
 */
export function refuseJobRows<Row>(
	refusal: JobRefusal,
	{ field, rows, revision }: { field: string; rows: readonly Row[]; revision: string },
) {
	if (refusal.why === "gone") throw data(null, { status: 404 });
	const errors: FieldError[] =
		refusal.why === "errors"
			? refusal.errors
			: [{ field, message: "Not saved: someone else has changed this job. Review it and save again." }];
	return data(
		{
			errors,
			rows: rows.length > 0 ? rows : undefined,
			revision: refusal.why === "conflict" ? refusal.current.revision : revision,
		},
		{ status: refusal.why === "errors" ? 422 : 409 },
	);
}
