import { useEffect, useState } from "react";
import type { ExportProgress } from "../../features/careers/applications/export-applications.server.ts";

const askAgainMs = 700;

/** A link to a large download that shows its progress; without scripts the browser does, as the file’s size is known. */
export function DownloadProgress({ href, progressPath, label }: { href: string; progressPath: string; label: string }) {
	const [isAsked, setAsked] = useState(false);
	const [progress, setProgress] = useState<ExportProgress>();
	const isDone = progress !== undefined && progress.bytesSent >= progress.bytes;

	useEffect(() => {
		if (!isAsked || isDone) return;
		const timer = setInterval(async () => {
			const response = await fetch(progressPath).catch(() => undefined);
			if (response?.ok) setProgress((await response.json()) as ExportProgress);
		}, askAgainMs);
		return () => clearInterval(timer);
	}, [isAsked, isDone, progressPath]);

	return (
		<>
			<a className="button button-main" href={href} download onClick={() => setAsked(true)}>
				{label}
			</a>
			<div className="download-progress">
				{isAsked && (
					<>
						<progress
							aria-label="Download progress"
							max={progress?.bytes ?? 1}
							{...(progress && { value: progress.bytesSent })}
						/>{" "}
						<span className="number">
							{progress ? `${progress.filesSent} of ${progress.files} resumes` : "Collecting files…"}
						</span>
					</>
				)}
				<span role="status">{isDone ? " Done." : ""}</span>
			</div>
		</>
	);
}
