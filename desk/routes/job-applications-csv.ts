import { Readable } from "node:stream";
import { data } from "react-router";
import { beginWork, longestSubject } from "../work.server.ts";
import type { Route } from "./+types/job-applications-csv.ts";

/** The applications of a job as CSV. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, note } = beginWork(context);
	const job = await deps.jobs.writing.find(params.id);
	if (!job) throw data(null, { status: 404 });
	await note({ action: "job.applications-csv", subject: job.id.slice(0, longestSubject) });
	return new Response(Readable.toWeb(deps.applicationExport.writeCsv(job.id)) as ReadableStream, {
		headers: {
			"Content-Type": "text/csv; charset=utf-8",
			"Content-Disposition": `attachment; filename="${job.id}.csv"`,
		},
	});
}
