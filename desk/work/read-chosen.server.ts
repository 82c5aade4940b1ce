import { data, redirect, type RouterContextProvider } from "react-router";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { pickListSearch } from "./list-search.ts";

/** Reads the form of a bulk action: the kind of the records, and their list. */
export async function beginWithMany(context: Readonly<RouterContextProvider>, request: Request) {
	const work = beginWork(context);
	const kind = getKind(work.kinds, request);
	const form = await readForm(request);
	const { searchParams } = new URL(request.url);
	const job = searchParams.get("job");
	const search = job === null ? pickListSearch(searchParams) : `?${new URLSearchParams({ job }).toString()}`;
	const listPath = `/${kind.names}${job === null ? "" : "/board"}${search}`;
	return {
		...work,
		kind,
		form,
		/** The query of the list, or of the board, with its question mark; empty for the default list. */
		search,
		/** The list, or the board of a position, on which they were selected. */
		listPath,
		isOnBoard: job !== null,
		/** Returns the selected records, all of this kind, as the guard has checked; redirects to the list without any. */
		requireChosen(references: readonly string[]): string[] {
			if (references.some((reference) => !reference.startsWith(`${kind.prefix}-`))) throw data(null, { status: 404 });
			if (references.length > 0) return [...references];
			work.deskRequest.notices.leave("Select at least one first.");
			throw redirect(listPath, 303);
		},
	};
}
