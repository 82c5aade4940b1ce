import { exportProgress, nameDownload } from "../jobs/export-progress.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/job-export-progress.ts";

/** The progress of a download; 404 before it begins, or when another server sends it. */
export function loader({ request, context }: Route.LoaderArgs) {
	const progress = exportProgress.get(nameDownload(beginWork(context).signedIn.account.id, request));
	return Response.json(progress ?? null, { status: progress ? 200 : 404 });
}
