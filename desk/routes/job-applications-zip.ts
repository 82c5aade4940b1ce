import { Readable } from "node:stream";
import { data } from "react-router";
import { exportProgress, nameDownload } from "../jobs/export-progress.server.ts";
import { beginWork, longestSubject } from "../work.server.ts";
import type { Route } from "./+types/job-applications-zip.ts";

/** The applications of a job with their resumes. The audit log gets its entry before anything is sent. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const { deps, signedIn, note } = beginWork(context);
	const job = await deps.jobs.writing.find(params.id);
	if (!job) throw data(null, { status: 404 });
	await note({ action: "job.applications-zip", subject: job.id.slice(0, longestSubject) });
	const download = nameDownload(signedIn.account.id, request);
	const { content, bytes } = await deps.applicationExport.pack(job.id, (progress) =>
		exportProgress.set(download, progress),
	);
	return new Response(Readable.toWeb(content) as ReadableStream, {
		headers: {
			"Content-Type": "application/zip",
			"Content-Length": String(bytes),
			"Content-Disposition": `attachment; filename="${job.id}.zip"`,
		},
	});
}
