import { Link } from "react-router";
import { BreakableText } from "../layout/breakable-text.tsx";
import { DataTable } from "../layout/data-table.tsx";
import { StateCell, ValueCell } from "./shown-value.tsx";
import type { ShownRow } from "./values.ts";

type RecordTableProps = {
	/** Heading of the column with the times of receipt. */
	received: string;
	rows: ShownRow[];
	caption: string;
};

/** Records in rows; on a phone each row becomes a block whose cells show their column's name. */
export function RecordTable({ received, rows, caption }: RecordTableProps) {
	return (
		<DataTable caption={caption} columns={["Name", received, "E-mail", "Status"]}>
			{rows.map((row) => (
				<tr key={row.reference}>
					<th scope="row">
						<Link to={row.path} prefetch="intent" dir="auto" data-row>
							{row.name}
						</Link>
						<span className="aside number">{row.reference}</span>
					</th>
					<ValueCell label={received} value={row.receivedAt} />
					<td data-label="E-mail" className="address">
						<BreakableText text={row.email} />
					</td>
					<StateCell state={row.state} />
				</tr>
			))}
		</DataTable>
	);
}
