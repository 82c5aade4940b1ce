import { entryOf, findVariant, isObject, keyOfIndex, listEntries, rootName } from "./field-names.ts";
import type { FormField, UnionField } from "./form-field.ts";

/** A value with a control in a form. */
export type Leaf = {
	/** Of its input. */
	name: string;
	/** Titles of the surrounding fields and its own, outermost first. */
	titles: string[];
	text: string;
};

/** Lists the readable values of a form, in order. */
export function listLeaves(root: FormField, values: unknown): Leaf[] {
	return visit(root, values, { name: rootName, titles: [] });
}

type Place = { name: string; titles: string[] };

function visit(field: FormField, value: unknown, place: Place): Leaf[] {
	const inner = (key: string, title: string): Place => ({
		name: `${place.name}.${key}`,
		titles: title === "" ? place.titles : [...place.titles, title],
	});
	switch (field.kind) {
		case "group":
			return field.fields.flatMap(({ key, field: child }) =>
				visit(child, entryOf(value, key), inner(key, child.title)),
			);
		case "list":
			return listEntries(value).flatMap((entry, index) =>
				visit(field.item, entry, inner(keyOfIndex(index), `${field.item.title} ${index + 1}`.trim())),
			);
		case "record":
			return Object.entries(isObject(value) ? value : {}).flatMap(([key, entry], index) =>
				visit(field.value, entry, inner(`${keyOfIndex(index)}.value`, key)),
			);
		case "union":
			return visitVariant(field, value, place);
		case "fixed":
		case "boolean":
			return [];
		case "text":
		case "long-text":
		case "markdown":
		case "choice":
		case "colour":
		case "date":
		case "number":
			return typeof value === "string" || typeof value === "number" ? [{ ...place, text: String(value) }] : [];
	}
}

function visitVariant(field: UnionField, value: unknown, place: Place): Leaf[] {
	const variant = field.variants[findVariant(field, value)];
	return variant ? visit(variant, value, place) : [];
}
