import { DataTable } from "../layout/data-table.tsx";

/** A figure as a page shows it. */
export type ShownFigure = {
	key: string;
	finding: string;
	about: string;
	headings: string[];
	rows: { label: string; values: string[] }[];
	/** Undefined when there is nothing to plot. */
	svg: string | undefined;
};

/** A figure in words, as a plot, and as a table for exact values and for people who do not see the plot. */
export function FigureCard({ figure: { key, finding, about, headings, rows, svg } }: { figure: ShownFigure }) {
	return (
		<section className="figure" aria-labelledby={`figure-${key}`}>
			<h3 id={`figure-${key}`}>{finding}</h3>
			{/* Drawn on the server by React, which escapes its texts. */}
			{svg !== undefined && <div dangerouslySetInnerHTML={{ __html: svg }} />}
			<p className="hint">{about}</p>
			{rows.length > 0 && (
				<details>
					<summary>As a table</summary>
					<DataTable className="figure-table" caption={finding} columns={headings} numbers={headings.slice(1)}>
						{rows.map(({ label, values }, index) => (
							<tr key={index}>
								<th scope="row">{label}</th>
								{values.map((value, column) => (
									<td key={column} className="number">
										{value}
									</td>
								))}
							</tr>
						))}
					</DataTable>
				</details>
			)}
		</section>
	);
}
