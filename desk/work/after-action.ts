import { useState } from "react";
import { useOutletContext } from "react-router";
import { createBrowserChoice } from "../layout/browser-choice.ts";

/** Whether the next record opens once the open one is closed or marked as spam. */
export const opensNext = createBrowserChoice("desk-opens-next");

/** Passed by a list to the record that is open beside it. */
export type ListContext = {
	/** References of its neighbours in the list. */
	previous: string | undefined;
	next: string | undefined;
};

/**
 * Finds the open record's neighbours in its list. A record that leaves the list while it is open, such as by an assignment, keeps those that
 * it had there.
 * @param list the query of the list
 */
export function useNeighbours(references: readonly string[], open: string | undefined, list: string): ListContext {
	const [kept, keep] = useState({ list, open, references });
	const isListed = open !== undefined && references.includes(open);
	if (isListed && (kept.list !== list || kept.open !== open || kept.references.join() !== references.join()))
		keep({ list, open, references });
	const order = isListed ? references : kept.list === list && kept.open === open ? kept.references : [];
	const place = open === undefined ? -1 : order.indexOf(open);
	const isLeft = (reference: string) => references.includes(reference);
	return {
		previous: order.slice(0, Math.max(0, place)).findLast(isLeft),
		next: place === -1 ? undefined : order.slice(place + 1).find(isLeft),
	};
}

/** The record that opens after the open one; undefined if its list has no other. */
export function useNextReference(): string | undefined {
	const { next, previous } = useOutletContext<ListContext | undefined>() ?? {};
	return next ?? previous;
}
