import { data, Link } from "react-router";
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
	return { id: job.id, title: job.title, count, size: describeBytes(resumeBytes) };
}

export default function JobExportPage({ loaderData }: Route.ComponentProps) {
	const { id, title, count, size } = loaderData;
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
						<a className="button button-main" href={`${path}/applications.zip`}>
							Download ZIP with resumes
						</a>
						<a className="button" href={`${path}/applications.csv`}>
							Download CSV only
						</a>
					</div>
				</>
			)}
		</Page>
	);
}
