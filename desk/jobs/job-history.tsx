import type { JobDeed } from "../../features/careers/jobs/job-writing.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

const deeds: Record<string, string> = {
	draft: "created the draft",
	change: "edited the job",
	publish: "published the job",
	close: "closed the job",
	reopen: "reopened the job",
	extend: "extended the deadline",
	stages: "edited the stages",
	criteria: "edited the scorecard criteria",
	plan: "edited the hiring plan",
	"applications-csv": "downloaded the applications",
	"applications-zip": "downloaded the applications with resumes",
} satisfies Record<JobDeed | "applications-csv" | "applications-zip", string>;

/** Actions on a job, latest first. */
export function JobHistory({
	entries,
}: {
	entries: { sequence: number; at: ShownValue; actor: string; deed: string }[];
}) {
	return (
		<section aria-labelledby="history">
			<h2 id="history">Activity</h2>
			{entries.length === 0 ? (
				<p className="remark">No activity since the import.</p>
			) : (
				<ol className="timeline">
					{entries.map(({ sequence, at, actor, deed }) => (
						<li key={sequence}>
							{actor} {deeds[deed] ?? deed}
							<span className="aside">
								<ValueText value={at} />
							</span>
						</li>
					))}
				</ol>
			)}
		</section>
	);
}
