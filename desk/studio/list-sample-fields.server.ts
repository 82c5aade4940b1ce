import { bodyName, findFieldName, mapFieldNames } from "../../features/publishing/forms/field-names.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import { listPlaceholders } from "../../features/publishing/launch/list-placeholders.server.ts";

/** Lists a document's texts of the sample company, each at its input. */
export function listSampleFields(
	text: string | undefined,
	{ path, form, fields }: { path: string; form: FormField; fields: unknown },
): { name: string; text: string }[] {
	if (text === undefined) return [];
	const names = mapFieldNames(form, fields);
	return listPlaceholders(new Map([[path, text]])).map(({ field, text: found }) => ({
		// A line of the Markdown below the fields.
		name: field.startsWith("line ") ? bodyName : findFieldName(names, field),
		text: found,
	}));
}
