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

/** The open record's neighbours in the list beside it. */
function useNeighbours(): Partial<ListContext> {
	return useOutletContext<ListContext | undefined>() ?? {};
}

/** The record that opens after the open one; undefined if its list has no other. */
export function useNextReference(): string | undefined {
	const { next, previous } = useNeighbours();
	return next ?? previous;
}
