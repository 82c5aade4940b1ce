import { Bookmark, Users } from "lucide-react";
import { Link } from "react-router";
import { pickListSearch } from "./list-search.ts";

/** A view of a list with its number of records, in words; undefined where nobody counts them. */
export type ShownView = { key: string; label: string; count: string | undefined };

/** A saved view, with the list's query that it stands for. */
export type ShownSavedView = {
	id: string;
	name: string;
	search: string;
	isShared: boolean;
	count: string | undefined;
};

type Query = Record<"topic" | "source" | "service" | "answer" | "sort" | "show", string>;

/** The views of a list, where filters and order stay, and the saved ones, which set them all. */
export function ViewLinks({
	path,
	query,
	views,
	saved,
}: {
	/** Of the list, or of the record that is open beside it. */
	path: string;
	query: Query;
	views: readonly ShownView[];
	saved: readonly ShownSavedView[];
}) {
	const { show, ...others } = query;
	const currentSaved = findSavedView(saved, query);
	const current = currentSaved ? undefined : (views.find(({ key }) => key === show) ?? views[0]);
	return (
		<>
			<nav aria-label="Views" className="view-links">
				<ul>
					{views.map(({ key, label, count }) => (
						<li key={key}>
							<Link
								to={path + pickListSearch({ show: key, ...(!currentSaved && { ...others, stage: "", owner: "" }) })}
								aria-current={key === current?.key ? "true" : undefined}
							>
								{label} <ViewCount count={count} />
							</Link>
						</li>
					))}
				</ul>
			</nav>
			{saved.length > 0 && (
				<nav aria-label="Saved views" className="view-links view-links-saved">
					<ul>
						{saved.map((view) => (
							<li key={view.id}>
								<Link to={path + view.search} aria-current={view === currentSaved ? "true" : undefined}>
									{view.isShared ? (
										<Users size={14} role="img" aria-label="Shared" />
									) : (
										<Bookmark size={14} aria-hidden="true" />
									)}
									{view.name} <ViewCount count={view.count} />
								</Link>
							</li>
						))}
					</ul>
				</nav>
			)}
		</>
	);
}

function ViewCount({ count }: { count: string | undefined }) {
	return count !== undefined && <span className="number">{count}</span>;
}

/** Finds the saved view that stands for a query; without its page. */
export function findSavedView<View extends { search: string }>(
	saved: readonly View[],
	query: Record<string, string>,
): View | undefined {
	const search = pickListSearch({ ...query, after: "" });
	return saved.find((view) => view.search === search);
}
