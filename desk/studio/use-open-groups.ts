import { useSearchParams } from "react-router";

const parameter = "open";

/**
 * Returns which groups of the list are open, and keeps the choice in the address, so that Back from a document restores the list.
 * @param isNarrowed whether there is a search, which opens all groups
 * @param first the group that is open by default
 */
export function useOpenGroups({ isNarrowed, first }: { isNarrowed: boolean; first: string | undefined }) {
	const [search, setSearch] = useSearchParams();
	const changed = new Set(search.getAll(parameter));
	const isOpenAtFirst = (group: string) => isNarrowed || group === first;
	const isOpen = (group: string) => isOpenAtFirst(group) !== changed.has(group);
	return {
		isOpen,
		keep(group: string, isNowOpen: boolean) {
			// The browser also reports groups that are open at first.
			if (isNowOpen === isOpen(group)) return;
			const next = new URLSearchParams(search);
			next.delete(parameter);
			const others = [...changed].filter((one) => one !== group);
			for (const one of isNowOpen === isOpenAtFirst(group) ? others : [...others, group]) next.append(parameter, one);
			setSearch(next, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
		},
	};
}
