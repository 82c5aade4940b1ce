/** One page of a list: counted from 1, with how many there are in all. */
export type Paging = { page: number; pageSize: number; total: number };

/**
 * Links to the neighbouring pages of a list that does not fit on one.
 *
 * @param turned the list begins with the earliest
 */
export function Pager({
	path,
	show,
	paging: { page, pageSize, total },
	turned = false,
}: {
	path: string;
	show: string;
	paging: Paging;
	turned?: boolean;
}) {
	if (total <= pageSize && page === 1) return null;
	const first = (page - 1) * pageSize + 1;
	const addressOf = (other: number) => `${path}?show=${show}&page=${other}`;
	return (
		<nav aria-label="Pages" className="pager">
			{page > 1 && (
				<a href={addressOf(page - 1)} rel="prev">
					{turned ? "Earlier" : "Newer"}
				</a>
			)}
			<span className="number">
				{total < first ? `None of ${total}` : `${first}–${Math.min(total, first + pageSize - 1)} of ${total}`}
			</span>
			{page * pageSize < total && (
				<a href={addressOf(page + 1)} rel="next">
					{turned ? "Later" : "Older"}
				</a>
			)}
		</nav>
	);
}
