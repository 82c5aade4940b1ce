import { useLocation } from "react-router";

/** Parameters of a list, in its address and in those of the records that are open beside it. */
const listParameters = ["show", "stage", "owner", "topic", "source", "service", "answer", "sort", "after"] as const;

/** Returns the list's part of a query, with its question mark; empty for the default list. */
export function pickListSearch(query: URLSearchParams | Record<string, string> | string): string {
	const given = new URLSearchParams(query);
	const kept = listParameters.flatMap((name) => {
		const value = given.get(name);
		return value ? [[name, value]] : [];
	});
	return kept.length === 0 ? "" : `?${new URLSearchParams(kept).toString()}`;
}

/** The query of the list that is shown, for links and forms that keep it. */
export function useListSearch(): string {
	return pickListSearch(useLocation().search);
}

/** Adds the query of a list to the address of one of its records, before the fragment. */
export function addListSearch(address: string, search: string): string {
	const [path = "", fragment] = address.split("#");
	return `${path}${path.includes("?") ? search.replace("?", "&") : search}${fragment === undefined ? "" : `#${fragment}`}`;
}
