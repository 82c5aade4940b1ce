import { useSearchParams } from "react-router";

const parameter = "open";

/**
 * Tells which groups of the list are open, and keeps in the address which of them somebody has opened or closed, so that the way back from
 * a document leads to the list as it was.
 *
 * @param isNarrowed whether somebody looks for something, so that what was found is shown
 * @param first the group that is open in a list of everything
 */
export function useOpenGroups({ isNarrowed, first }: { isNarrowed: boolean; first: string | undefined }) {
	const [search, setSearch] = useSearchParams();
	const changed = new Set(search.getAll(parameter));
	const isOpenAtFirst = (group: string) => isNarrowed || group === first;
	const isOpen = (group: string) => isOpenAtFirst(group) !== changed.has(group);
	return {
		isOpen,
		keep(group: string, isNowOpen: boolean) {
			// The browser tells of those too that are open as they come.
			if (isNowOpen === isOpen(group)) return;
			const next = new URLSearchParams(search);
			next.delete(parameter);
			const others = [...changed].filter((one) => one !== group);
			for (const one of isNowOpen === isOpenAtFirst(group) ? others : [...others, group]) next.append(parameter, one);
			setSearch(next, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
		},
	};
}
