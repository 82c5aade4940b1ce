import { Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { Facts } from "../layout/facts.tsx";
import { StateCell } from "../records/shown-value.tsx";
import type { ShownState } from "../records/values.ts";

/** An interview in a list. */
export type InterviewRow = {
	reference: string;
	path: string;
	applicant: string;
	jobTitle: string;
	when: string;
	about: string;
	state: ShownState;
	/** The next action, with its page. */
	next: { text: string; path: string } | undefined;
};

/** Interviews with their states and next actions. */
export function InterviewTable({ caption, rows }: { caption: string; rows: InterviewRow[] }) {
	const hasNext = rows.some(({ next }) => next);
	return (
		<DataTable
			className="interview-table"
			caption={caption}
			columns={["Applicant", "When", "Status", ...(hasNext ? ["Next"] : [])]}
		>
			{rows.map(({ reference, path, applicant, jobTitle, when, about, state, next }) => (
				<tr key={reference}>
					<th scope="row">
						<Link to={path} prefetch="intent" dir="auto" data-row>
							{applicant}
						</Link>
						<Facts facts={[jobTitle, reference]} />
					</th>
					<td data-label="When">
						{when}
						<span className="aside">{about}</span>
					</td>
					<StateCell state={state} />
					{hasNext && <td data-label="Next">{next && <Link to={next.path}>{next.text}</Link>}</td>}
				</tr>
			))}
		</DataTable>
	);
}
