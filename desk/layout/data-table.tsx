import { Children, type ReactNode } from "react";
import { ColumnHeads } from "./column-heads.tsx";

type DataTableProps = {
	/** Accessible name. */
	caption: string;
	/** Headings in the order of the cells; on a phone each cell shows its own from data-label. */
	columns: readonly string[];
	/** Columns with numbers. */
	numbers?: readonly string[];
	className?: string;
	/** Stands in for a table without rows. */
	empty?: ReactNode;
	/** Rows. */
	children: ReactNode;
};

export function DataTable({ caption, columns, numbers, className, empty, children }: DataTableProps) {
	if (empty !== undefined && Children.count(children) === 0) return <p className="empty">{empty}</p>;
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
