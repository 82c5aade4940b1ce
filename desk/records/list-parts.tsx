import { Link } from "react-router";
import { useCounts } from "../layout/use-counts.ts";
import type { ListFilter, Paging } from "./values.ts";

/** Links to the views of a list, the current one marked; the first needs no name in its address. */
export function FilterLinks({
	label,
	path,
	filters,
	show,
}: {
	label: string;
	path: string;
	filters: ListFilter[];
	show: string;
}) {
	const write = useCounts();
	return (
		<nav aria-label={label} className="filters">
			<ul>
				{filters.map((filter, index) => (
					<li key={filter.show}>
						<Link
							to={index === 0 ? path : `${path}?show=${filter.show}`}
							aria-current={filter.show === show ? "page" : undefined}
						>
							{filter.name} <span className="number">{write(filter.count)}</span>
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}

/** Links to the neighbouring pages of a list. */
export function Pager({
	path,
	show,
	paging: { page, pageSize, total },
}: {
	path: string;
	show: string;
	paging: Paging;
}) {
	if (total <= pageSize && page === 1) return null;
	const first = (page - 1) * pageSize + 1;
	const addressOf = (other: number) => `${path}?show=${show}&page=${other}`;
	return (
		<nav aria-label="Pages" className="pager">
			{page > 1 && (
				<Link to={addressOf(page - 1)} rel="prev">
					Newer
				</Link>
			)}
			<span className="number">
				{total < first ? `0 of ${total}` : `${first}–${Math.min(total, first + pageSize - 1)} of ${total}`}
			</span>
			{page * pageSize < total && (
				<Link to={addressOf(page + 1)} rel="next">
					Older
				</Link>
			)}
		</nav>
	);
}
