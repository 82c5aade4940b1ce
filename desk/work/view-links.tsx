import { Link } from "react-router";
import { pickListSearch } from "./list-search.ts";

/** A view of a list with its number of records, in words; undefined where nobody counts them. */
export type ShownView = { key: string; label: string; count: string | undefined };

/** The views of a list; topic, source and order stay. */
export function ViewLinks({
	path,
	query: { topic, source, sort, show },
	views,
}: {
	/** Of the list, or of the record that is open beside it. */
	path: string;
	query: { topic: string; source: string; sort: string; show: string };
	views: readonly ShownView[];
}) {
	const current = views.find(({ key }) => key === show) ?? views[0];
	return (
		<nav aria-label="Views" className="view-links">
			<ul>
				{views.map(({ key, label, count }) => (
					<li key={key}>
						<Link
							to={path + pickListSearch({ show: key, topic, source, sort })}
							aria-current={key === current?.key ? "true" : undefined}
						>
							{label} {count !== undefined && <span className="number">{count}</span>}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
