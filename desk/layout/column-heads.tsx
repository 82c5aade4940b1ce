type ColumnHeadsProps = {
	columns: readonly string[];
	/** Columns with numbers, which are right-aligned. */
	numbers?: readonly string[] | undefined;
};

/** The cells of a table's heading row. */
export function ColumnHeads({ columns, numbers = [] }: ColumnHeadsProps) {
	return columns.map((column) => (
		<th key={column} scope="col" className={numbers.includes(column) ? "number" : undefined}>
			{column}
		</th>
	));
}
