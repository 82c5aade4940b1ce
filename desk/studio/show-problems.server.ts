import type { ContentProblem } from "../../features/publishing/documents/content-error.ts";
import {
	bodyName,
	findFieldName,
	mapFieldNames,
	rootName,
	type ListKeys,
} from "../../features/publishing/forms/field-names.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Problems } from "./draft-response.ts";
import { nameField } from "./name-field.server.ts";

/**
 * Places the errors of the content: one document's at its inputs, others by title.
 * @param listKeys keys of the lists' entries in the browser
 */
export function showProblems(
	problems: readonly ContentProblem[],
	{
		path,
		form,
		fields,
		titles,
		listKeys,
	}: {
		path: string;
		form: FormField;
		fields: unknown;
		/** Titles of documents, by path. */
		titles: ReadonlyMap<string, string>;
		listKeys?: ListKeys;
	},
): Problems {
	const names = mapFieldNames(form, fields, listKeys);
	return {
		here: problems
			.filter(({ file }) => file === path)
			.map(({ field, message }) => ({
				field: field === "" ? rootName : field === bodyName ? bodyName : findFieldName(names, field),
				message: capitalise(message),
			})),
		elsewhere: problems.filter(({ file }) => file !== path).map((problem) => showProblemElsewhere(problem, titles)),
	};
}

/** Shows an error of another document, with its input as the address of the document's page names it. */
export function showProblemElsewhere(
	{ file, field, message }: ContentProblem,
	titles: ReadonlyMap<string, string>,
): Problems["elsewhere"][number] {
	const isInput = field !== "" && field !== bodyName;
	return {
		path: file,
		title: titles.get(file) || file,
		input: isInput ? `${rootName}.${field.replaceAll(/\[(\d+)\]/g, ".$1")}` : field,
		message: isInput ? `${nameField(file, field)}: ${message}` : capitalise(message),
	};
}
