import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";
import { WorkProgress } from "../../layout/work-progress.tsx";

/** Tells how many pictures of an upload are processed. */
export function UploadProgress({ upload: { report, left } }: { upload: { report: UploadReport; left: number } }) {
	const done = report.taken.length + report.refused.length;
	return (
		<WorkProgress label="Pictures processed" done={done} total={done + left} isRunning={left > 0}>
			Processing pictures: {done} of {done + left} done. You can leave this page.
		</WorkProgress>
	);
}
