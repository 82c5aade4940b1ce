import { randomUUID } from "node:crypto";
import { data, Link } from "react-router";
import { DownloadProgress } from "../jobs/download-progress.tsx";
import { Page } from "../layout/page.tsx";
import { countOf } from "../words.ts";
import { beginWork } from "../work.server.ts";
import { describeBytes } from "../work/describe-bytes.ts";
import type { Route } from "./+types/job-export.ts";

/** The downloads of a job’s applications, with their sizes. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const job = await deps.jobs.writing.find(params.id);
	if (!job) throw data(null, { status: 404 });
	const { count, resumeBytes } = await deps.applicationExport.measure(params.id);
	return { id: job.id, title: job.title, count, size: describeBytes(resumeBytes), key: randomUUID() };
}

export default function JobExportPage({ loaderData }: Route.ComponentProps) {
	const { id, title, count, size, key } = loaderData;
	const path = `/jobs/${id}`;
	return (
		<Page title="Download applications" subtitle={<Link to={path}>{title}</Link>}>
			{count === 0 ? (
				<p className="empty">
					No applications yet. <Link to={path}>Back to job</Link>
				</p>
			) : (
				<>
					<p>
						<span className="number">{count}</span> {countOf(count, "applications", "application")} with{" "}
						<span className="number">{size}</span> of resumes, without spam. The download is recorded in the audit log.
					</p>
					<div className="inline-form">
						<DownloadProgress
							href={`${path}/applications.zip?key=${key}`}
							progressPath={`${path}/export-progress?key=${key}`}
							label="Download ZIP with resumes"
						/>
						<a className="button" href={`${path}/applications.csv`} download>
							Download CSV only
						</a>
					</div>
				</>
			)}
		</Page>
	);
}
