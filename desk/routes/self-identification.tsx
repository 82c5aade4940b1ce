import { listCounters } from "../../features/careers/applications/self-identification.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { NumberCell } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/self-identification.ts";

/** Answers of the self-identification, as counts large enough to reveal nobody. */
export async function loader({ context }: Route.LoaderArgs) {
	return { counters: await listCounters(beginWork(context).deps.database) };
}

export default function SelfIdentificationPage({ loaderData: { counters } }: Route.ComponentProps) {
	return (
		<Page title="Self-identification">
			<p className="remark">
				Applicants’ voluntary answers, counted by quarter. Counts below ten are hidden, and so is a count that would
				give one of them away. No answer is linked to an application.
			</p>
			<DataTable
				caption="Answers by quarter"
				columns={["Quarter", "Question", "Answer", "Count"]}
				numbers={["Count"]}
				empty="No figures yet. Counts appear here once they reach ten."
			>
				{counters.map(({ quarter, question, option, count }) => (
					<tr key={`${quarter} ${question} ${option}`}>
						<th scope="row">{quarter}</th>
						<td data-label="Question">{question}</td>
						<td data-label="Answer">{option}</td>
						<NumberCell label="Count">{count}</NumberCell>
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
