import { data, redirect, type RouterContextProvider } from "react-router";
import { readForm } from "../read-form.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginWork, getKind } from "../work.server.ts";
import { listQuery } from "./list-filter.server.ts";

/** Begins what is done to several records of a list: reads the form, of which kind they are, and which list they were chosen from. */
export async function beginWithMany(context: Readonly<RouterContextProvider>, request: Request) {
	const work = beginWork(context);
	const kind = getKind(work.kinds, request);
	const form = await readForm(request);
	const search = readListSearch(request);
	const listPath = `/${kind.names}${search}`;
	return {
		...work,
		kind,
		form,
		/** The query of the list that they were chosen from, with its question mark; empty for the usual list. */
		search,
		listPath,
		/** Gives those that were chosen, all of this kind, for the guard has judged that; back to the list where none was. */
		requireChosen(references: readonly string[]): string[] {
			if (references.some((reference) => !reference.startsWith(`${kind.prefix}-`))) throw data(null, { status: 404 });
			if (references.length > 0) return [...references];
			work.visit.notices.leave("Select at least one first.");
			throw redirect(listPath, 303);
		},
	};
}

/** Reads the filter of a list from the address of what is done with its records. */
function readListSearch(request: Request): string {
	const filter = Object.entries(listQuery.parse(readQuery(request))).filter(([, value]) => value);
	return filter.length === 0 ? "" : `?${new URLSearchParams(filter as [string, string][])}`;
}
