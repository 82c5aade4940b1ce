type StackingTableProps = {
	/** The subject of the comparison, for screen readers; sighted readers have the heading. */
	caption: string;
	/** The heading of the first column, which names the rows. */
	rowLabel: string;
	columns: string[];
	rows: { name: string; cells: string[] }[];
	/** Index of the highlighted column. */
	highlighted?: number;
};

/**
 * A table on tablets and wider screens; on a phone each row becomes a block, and each cell carries the name of its
 * column.
 */
export function StackingTable({ caption, rowLabel, columns, rows, highlighted }: StackingTableProps) {
	return (
		<table className="block w-full text-left text-16 md:table">
			<caption className="sr-only">{caption}</caption>
			<thead className="sr-only md:not-sr-only md:table-header-group">
				<tr>
					<th scope="col" className="w-1/4 border-b-2 border-ink py-4 pr-6 font-semibold text-ink">
						{rowLabel}
					</th>
					{columns.map((column, index) => (
						<th
							key={column}
							scope="col"
							className={`${columns.length > 3 ? "" : "whitespace-nowrap"} border-b-2 border-ink px-4 py-4 font-semibold text-ink ${index === highlighted ? "rounded-t-12 bg-white" : ""}`}
						>
							{column}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="block md:table-row-group">
				{rows.map(({ name, cells }) => (
					<tr key={name} className="block border-t-2 border-ink py-5 md:table-row md:border-t-0">
						<th
							scope="row"
							className="block font-heading text-22 font-bold text-ink md:table-cell md:border-b md:border-hairline md:py-4 md:pr-6 md:align-top md:font-sans md:text-16 md:font-semibold"
						>
							{name}
						</th>
						{cells.map((cell, index) => (
							<td
								key={columns[index]}
								className={`mt-3 block md:table-cell md:border-b md:border-hairline md:px-4 md:py-4 md:align-top ${index === highlighted ? "rounded-6 bg-white p-3 text-ink" : ""}`}
							>
								<span aria-hidden="true" className="block text-14 font-semibold text-muted md:hidden">
									{columns[index]}
								</span>
								{cell}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
