/** The headings of a table's columns, within its row of headings. */
export function ColumnHeads({ columns }: { columns: readonly string[] }) {
	return columns.map((column) => (
		<th key={column} scope="col">
			{column}
		</th>
	));
}
