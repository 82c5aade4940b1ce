import { entryOf, findVariant, isObject, listEntries } from "./field-names.ts";
import type { FormField } from "./form-field.ts";

/** Returns the size of a value, in any unit. */
export type SizeOf = (value: unknown) => number;

/** The field that grew most, and by how much. */
export type Growth = { label: string; by: number };

type Part = { field: FormField; before: unknown; after: unknown };

/** Characters of the JSON text. */
export const writtenSize: SizeOf = (value) => (value === undefined ? 0 : JSON.stringify(value).length);

/**
 * Finds the innermost field with more than half of a document's growth.
 * @param root the form of its kind
 */
export function findGrowth(root: FormField, before: unknown, after: unknown, sizeOf: SizeOf = writtenSize): Growth {
	const grown = (part: Part) => sizeOf(part.after) - sizeOf(part.before);
	const titles: string[] = [];
	let around: Part = { field: root, before, after };
	for (;;) {
		const by = grown(around);
		const inner = listParts(around).find(({ part }) => grown(part) > by / 2);
		if (by <= 0 || !inner) return { label: titles.filter(Boolean).join(" › "), by };
		titles.push(inner.title);
		around = inner.part;
	}
}

function listParts({ field, before, after }: Part): { title: string; part: Part }[] {
	const of = (key: string | number, inner: FormField): Part => ({
		field: inner,
		before: entryOf(before, key),
		after: entryOf(after, key),
	});
	if (field.kind === "group")
		return field.fields.map(({ key, field: inner }) => ({ title: inner.title, part: of(key, inner) }));
	if (field.kind === "list")
		return listEntries(after).map((_, index) => ({
			title: `${field.item.title} ${index + 1}`,
			part: of(index, field.item),
		}));
	const variant = field.kind === "union" ? field.variants[findVariant(field, after)] : undefined;
	if (variant) return listParts({ field: variant, before, after });
	if (field.kind === "record" && isObject(after))
		return Object.keys(after).map((key) => ({ title: key, part: of(key, field.value) }));
	return [];
}
