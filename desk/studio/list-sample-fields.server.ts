import { bodyName, findFieldName, mapFieldNames } from "../../features/publishing/forms/field-names.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import { withoutKept, type KeptSamples } from "../../features/publishing/launch/kept-samples.server.ts";
import { listPlaceholders } from "../../features/publishing/launch/list-placeholders.server.ts";

/** Lists a document's texts of the sample company, each at its input, without those that are kept. */
export function listSampleFields(
	text: string | undefined,
	{ path, form, fields, kept }: { path: string; form: FormField; fields: unknown; kept: KeptSamples },
): { name: string; text: string }[] {
	if (text === undefined) return [];
	return withoutKept(listPlaceholders(new Map([[path, text]])), kept).map(({ field, text: found }) => ({
		name: findSampleField({ form, fields }, field),
		text: found,
	}));
}

/** Finds the input of a sample text, by the field that the launch check names. */
export function findSampleField({ form, fields }: { form: FormField; fields: unknown }, field: string): string {
	// A line of the Markdown below the fields.
	return field.startsWith("line ") ? bodyName : findFieldName(mapFieldNames(form, fields), field);
}
