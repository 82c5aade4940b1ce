import { Link } from "react-router";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownState, ShownValue } from "../records/values.ts";
import { ColumnHeads } from "../layout/column-heads.tsx";
import { Facts } from "../layout/facts.tsx";

export type WorkRow = {
	reference: string;
	name: string;
	email: string;
	/** Its topic, where its kind has one. */
	about: string | undefined;
	received: ShownValue;
	/** Where its kind has one. */
	moment: ShownValue | undefined;
	/** Shown beside its stage. */
	remark: string | undefined;
	stage: ShownState;
	owner: string;
	followUp: ShownValue | undefined;
	isDue: boolean;
	/** Whether its sender waits for the promised answer. */
	isAwaited: boolean;
};

/** Records with their states; they can be selected for the form around the table. */
export function WorkTable({
	path,
	rows,
	aboutLabel,
	momentLabel,
	caption,
}: {
	path: string;
	rows: WorkRow[];
	/** Headings of topic and moment; undefined where the kind has none. */
	aboutLabel: string | undefined;
	momentLabel: string | undefined;
	caption: string;
}) {
	const columns = ["From", aboutLabel, momentLabel, "Received", "Stage", "Owner", "Follow-up"];
	return (
		<table>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					<td>
						<span className="sr-only">Select</span>
					</td>
					<ColumnHeads columns={columns.filter((column) => column !== undefined)} />
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.reference}>
						<td>
							<input type="checkbox" name="reference" value={row.reference} aria-label={`Select ${row.reference}`} />
						</td>
						<th scope="row">
							<Link to={`${path}/${row.reference}`} prefetch="intent" dir="auto" data-row>
								{row.name}
							</Link>
							<Facts facts={[row.reference, row.email]} />
						</th>
						{aboutLabel !== undefined && (
							<td data-label={aboutLabel} className="about" dir="auto">
								{row.about}
							</td>
						)}
						{momentLabel !== undefined && (
							<td data-label={momentLabel}>{row.moment && <ValueText value={row.moment} />}</td>
						)}
						<td data-label="Received">
							<ValueText value={row.received} />
						</td>
						<td data-label="Stage" className="whole-words">
							<StateLabel state={row.stage} />
							{row.isAwaited && <span className="aside">No reply yet</span>}
							{row.remark !== undefined && <span className="aside">{row.remark}</span>}
						</td>
						<td data-label="Owner" className="whole-words">
							{row.owner || "Unassigned"}
						</td>
						<td data-label="Follow-up">
							{row.followUp ? <ValueText value={row.followUp} /> : "None"}
							{row.isDue && <span className="aside">Due</span>}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
