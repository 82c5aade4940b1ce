type ColumnHeadsProps = {
	columns: readonly string[];
	/** Those of them that hold numbers, which stand below each other by their last digit. */
	numbers?: readonly string[] | undefined;
};

/** The headings of a table's columns, within its row of headings. */
export function ColumnHeads({ columns, numbers = [] }: ColumnHeadsProps) {
	return columns.map((column) => (
		<th key={column} scope="col" className={numbers.includes(column) ? "number" : undefined}>
			{column}
		</th>
	));
}
