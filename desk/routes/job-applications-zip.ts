import { Readable } from "node:stream";
import { data } from "react-router";
import { beginWork, longestSubject } from "../work.server.ts";
import type { Route } from "./+types/job-applications-zip.ts";

/** The applications of a job with their resumes. The audit log gets its entry before anything is sent. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps, note } = beginWork(context);
	const job = await deps.jobs.writing.find(params.id);
	if (!job) throw data(null, { status: 404 });
	await note({ action: "job.applications-zip", subject: job.id.slice(0, longestSubject) });
	const { content, bytes } = await deps.applicationExport.pack(job.id);
	return new Response(Readable.toWeb(content) as ReadableStream, {
		headers: {
			"Content-Type": "application/zip",
			"Content-Length": String(bytes),
			"Content-Disposition": `attachment; filename="${job.id}.zip"`,
		},
	});
}
