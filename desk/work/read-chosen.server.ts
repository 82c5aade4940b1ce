import { data, redirect, type RouterContextProvider } from "react-router";
import { readForm } from "../read-form.server.ts";
import { beginWork, getKind } from "../work.server.ts";

/** Begins what is done to several records of a list: reads the form, and of which kind they are. */
export async function beginWithMany(context: Readonly<RouterContextProvider>, request: Request) {
	const work = beginWork(context);
	const kind = getKind(work.kinds, request);
	const form = await readForm(request);
	return {
		...work,
		kind,
		form,
		/** Gives those that were chosen, all of this kind, for the guard has judged that; back to the list where none was. */
		requireChosen(references: readonly string[]): string[] {
			if (references.some((reference) => !reference.startsWith(`${kind.prefix}-`))) throw data(null, { status: 404 });
			if (references.length > 0) return [...references];
			work.visit.notices.leave("Choose some first.");
			throw redirect(`/${kind.names}`, 303);
		},
	};
}
