import { Link } from "react-router";
import { DataTable } from "../layout/data-table.tsx";
import { StateCell, ValueText } from "./shown-value.tsx";
import type { ShownRow } from "./values.ts";

/** Records in rows; on a phone each row becomes a block whose cells show their column's name. */
export function RecordTable({ columns, rows, caption }: { columns: string[]; rows: ShownRow[]; caption: string }) {
	return (
		<DataTable caption={caption} columns={["Reference", ...columns, "Status"]}>
			{rows.map(({ reference, path, values, state }) => (
				<tr key={reference}>
					<th scope="row">
						<Link to={path} prefetch="intent">
							{reference}
						</Link>
					</th>
					{values.map((value, index) => (
						<td key={columns[index]} data-label={columns[index]} dir="auto">
							<ValueText value={value} />
						</td>
					))}
					<StateCell state={state} />
				</tr>
			))}
		</DataTable>
	);
}
