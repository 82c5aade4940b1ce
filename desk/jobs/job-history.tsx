import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";

const deeds: Record<string, string> = {
	draft: "wrote it as a draft",
	change: "changed it",
	publish: "published it",
	close: "closed it",
	reopen: "reopened it",
	extend: "let people apply for longer",
	stages: "changed its stages",
	"applications-csv": "downloaded its applications",
	"applications-zip": "downloaded its applications with their resumes",
};

/** Actions on a job, latest first. */
export function JobHistory({
	entries,
}: {
	entries: { sequence: number; at: ShownValue; actor: string; deed: string }[];
}) {
	return (
		<section aria-labelledby="history">
			<h2 id="history">What happened</h2>
			{entries.length === 0 ? (
				<p className="remark">Nothing since it came from a file.</p>
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
