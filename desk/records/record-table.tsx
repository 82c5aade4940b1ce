import { Link } from "react-router";
import { StateLabel, ValueText } from "./shown-value.tsx";
import type { ShownRow } from "./values.ts";
import { ColumnHeads } from "../layout/column-heads.tsx";

/** Records in rows; on a phone each row becomes a block whose cells carry their column's name. */
export function RecordTable({ columns, rows, caption }: { columns: string[]; rows: ShownRow[]; caption: string }) {
	return (
		<table>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					<ColumnHeads columns={["Reference", ...columns, "State"]} />
				</tr>
			</thead>
			<tbody>
				{rows.map(({ reference, path, values, state }) => (
					<tr key={reference}>
						<th scope="row">
							<Link to={path} prefetch="intent">
								{reference}
							</Link>
						</th>
						{values.map((value, index) => (
							<td key={columns[index]} data-label={columns[index]}>
								<ValueText value={value} />
							</td>
						))}
						<td data-label="State">
							<StateLabel state={state} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
