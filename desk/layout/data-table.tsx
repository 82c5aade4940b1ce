import type { ReactNode } from "react";
import { ColumnHeads } from "./column-heads.tsx";

type DataTableProps = {
	/** Names the table for whoever listens to it. */
	caption: string;
	/** Headings, in the order of the cells; where there is little room each cell says its own, by data-label. */
	columns: readonly string[];
	/** Those of them that hold numbers. */
	numbers?: readonly string[];
	className?: string;
	/** The rows. */
	children: ReactNode;
};

/** A table of records or facts, a row each. */
export function DataTable({ caption, columns, numbers, className, children }: DataTableProps) {
	return (
		<table className={className}>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					<ColumnHeads columns={columns} numbers={numbers} />
				</tr>
			</thead>
			<tbody>{children}</tbody>
		</table>
	);
}
