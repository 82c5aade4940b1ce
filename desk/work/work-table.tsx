import { Link } from "react-router";
import { StateLabel, ValueText } from "../records/shown-value.tsx";
import type { ShownState, ShownValue } from "../records/values.ts";
import { ColumnHeads } from "../layout/column-heads.tsx";

export type WorkRow = {
	reference: string;
	name: string;
	email: string;
	/** What it is about, where its kind has that. */
	about: string | undefined;
	received: ShownValue;
	stage: ShownState;
	owner: string;
	followUp: ShownValue | undefined;
	isDue: boolean;
	isAnswered: boolean;
};

/** Records with where they stand; each can be chosen for what the form around the table does with several. */
export function WorkTable({
	path,
	rows,
	aboutLabel,
	caption,
}: {
	path: string;
	rows: WorkRow[];
	/** Heading of what each is about; undefined where they are about nothing in particular. */
	aboutLabel: string | undefined;
	caption: string;
}) {
	return (
		<table>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					<td>
						<span className="sr-only">Choose</span>
					</td>
					<ColumnHeads
						columns={[
							"From",
							...(aboutLabel === undefined ? [] : [aboutLabel]),
							"Received",
							"Stage",
							"Owner",
							"Follow-up",
						]}
					/>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.reference}>
						<td>
							<input type="checkbox" name="reference" value={row.reference} aria-label={`Choose ${row.reference}`} />
						</td>
						<th scope="row">
							<Link to={`${path}/${row.reference}`} prefetch="intent" data-row>
								{row.name}
							</Link>
							<span className="aside">
								{row.reference} · {row.email}
							</span>
						</th>
						{aboutLabel !== undefined && <td data-label={aboutLabel}>{row.about}</td>}
						<td data-label="Received">
							<ValueText value={row.received} />
						</td>
						<td data-label="Stage">
							<StateLabel state={row.stage} />
							{!row.isAnswered && row.stage.state === "waiting" && <span className="aside">not answered</span>}
						</td>
						<td data-label="Owner">{row.owner || "Nobody"}</td>
						<td data-label="Follow-up">
							{row.followUp ? <ValueText value={row.followUp} /> : "None"}
							{row.isDue && <span className="aside">due</span>}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
