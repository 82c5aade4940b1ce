import { data, redirect, type RouterContextProvider } from "react-router";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { pickListSearch } from "./list-search.ts";

/** Reads the form of a bulk action: the kind of the records, and their list. */
export async function beginWithMany(context: Readonly<RouterContextProvider>, request: Request) {
	const work = beginWork(context);
	const kind = getKind(work.kinds, request);
	const form = await readForm(request);
	const search = pickListSearch(new URL(request.url).searchParams);
	const listPath = `/${kind.names}${search}`;
	return {
		...work,
		kind,
		form,
		/** The query of the list with its question mark; empty for the default list. */
		search,
		listPath,
		/** Returns the selected records, all of this kind, as the guard has checked; redirects to the list without any. */
		requireChosen(references: readonly string[]): string[] {
			if (references.some((reference) => !reference.startsWith(`${kind.prefix}-`))) throw data(null, { status: 404 });
			if (references.length > 0) return [...references];
			work.deskRequest.notices.leave("Select at least one first.");
			throw redirect(listPath, 303);
		},
	};
}
