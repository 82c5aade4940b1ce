import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { UploadReport } from "../../../features/publishing/pictures/uploads.server.ts";

const askAgainMs = 1_000;
const reloadSeconds = 5;

/** Tells how many pictures of an upload are processed, and reads again until all are, also after a restart of the server; without scripts by loading the page again. */
export function UploadProgress({ upload: { report, left } }: { upload: { report: UploadReport; left: number } }) {
	const { revalidate, state } = useRevalidator();
	const [failures, setFailures] = useState(0);
	const done = report.taken.length + report.refused.length;
	const isRunning = left > 0;
	useEffect(() => {
		// Asking again would abort the request that is under way, and a slow request would never be answered.
		if (!isRunning || state !== "idle") return;
		const timer = setTimeout(async () => {
			// While a server restarts, asking for data would put an error in the place of the page.
			const isThere = await fetch(window.location.href, { method: "HEAD" }).then(
				({ ok }) => ok,
				() => false,
			);
			if (isThere) await revalidate();
			else setFailures(failures + 1);
		}, askAgainMs);
		return () => clearTimeout(timer);
	}, [isRunning, state, revalidate, failures]);
	if (!isRunning) return null;
	return (
		<div role="status" className="notice">
			<noscript>
				<meta httpEquiv="refresh" content={String(reloadSeconds)} />
			</noscript>
			<progress aria-label="Pictures processed" max={done + left} value={done} />{" "}
			<span className="number">
				Processing pictures: {done} of {done + left} done. You can leave this page.
			</span>
		</div>
	);
}
