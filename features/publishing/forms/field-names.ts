import type { FormField, GroupField, UnionField } from "./form-field.ts";

/**
 * Names of a form's inputs: "fields.header.image.src" follows the path of the value. A list's entry is named by a key that stays when it
 * moves; the inputs "fields.services:items" hold the keys in order.
 */
export const rootName = "fields";
/** The Markdown below the fields. */
export const bodyName = "body";

/** Returns the name of the inputs with a list's keys, in order. */
export function itemsName(name: string): string {
	return `${name}:items`;
}

/** Returns the name of the input that selects an optional group or a variant. */
export function choiceName(name: string): string {
	return `${name}:is`;
}

/** Returns the key of an entry in a newly opened page. */
export function keyOfIndex(index: number): string {
	return String(index);
}

/** Returns the keys of a list's entries. */
export type ListKeys = (name: string, value: unknown) => string[];

/**
 * Maps the path of each field, as in errors ("services[2].title"), to the name of its input.
 * @param listKeys the list's keys in the browser; by default those of a newly opened page
 */
export function mapFieldNames(
	root: FormField,
	values: unknown,
	listKeys: ListKeys = (_, value) => listEntries(value).map((_entry, index) => keyOfIndex(index)),
): Map<string, string> {
	const names = new Map<string, string>();
	visit(root, values, { path: "", name: rootName });
	return names;

	function visit(field: FormField, value: unknown, { path, name }: { path: string; name: string }): void {
		if (!names.has(path)) names.set(path, name);
		if (field.kind === "group") {
			for (const { key, field: child } of field.fields)
				visit(child, entryOf(value, key), { path: path === "" ? key : `${path}.${key}`, name: `${name}.${key}` });
		} else if (field.kind === "list") {
			for (const [index, key] of listKeys(name, value).entries())
				visit(field.item, entryOf(value, index), { path: `${path}[${index}]`, name: `${name}.${key}` });
		} else if (field.kind === "record") {
			const entries = Object.entries(isObject(value) ? value : {});
			const keys = listKeys(name, entries);
			for (const [index, [key, entry]] of entries.entries())
				visit(field.value, entry, {
					path: path === "" ? key : `${path}.${key}`,
					name: `${name}.${keys[index] ?? keyOfIndex(index)}.value`,
				});
		} else if (field.kind === "union") {
			const variant = field.variants[findVariant(field, value)];
			if (variant) visit(isTaggedUnion(field) ? withoutTags(variant) : variant, value, { path, name });
		}
	}
}

/** A choice between groups, each identified by constants, such as its type. */
export type TaggedUnion = UnionField & { variants: GroupField[] };

export function isTaggedUnion(field: FormField): field is TaggedUnion {
	return field.kind === "union" && field.variants.every(({ kind }) => kind === "group");
}

/** Leaves out the constants of a variant, which have no input: an entry's type is shown beside its number. */
export function withoutTags<Variant extends FormField>(variant: Variant): Variant {
	if (variant.kind !== "group") return variant;
	return { ...variant, fields: variant.fields.filter(({ field }) => field.kind !== "fixed") };
}

/** Returns the index of a value's variant. */
export function findVariant({ variants }: UnionField, value: unknown): number {
	const fits = variants.findIndex((variant) => {
		if (variant.kind === "fixed") return variant.value === value;
		if (variant.kind === "list") return Array.isArray(value);
		if (variant.kind === "group")
			return (
				isObject(value) &&
				variant.fields.every(({ key, field }) => field.kind !== "fixed" || entryOf(value, key) === field.value)
			);
		if (variant.kind === "record") return isObject(value);
		return typeof value === "string" || typeof value === "number";
	});
	return Math.max(fits, 0);
}

/** Finds the input closest to an error. */
export function findFieldName(names: ReadonlyMap<string, string>, path: string): string {
	for (let way = path; way !== ""; way = way.replace(/(?:^|\.)[^.[\]]*$|\[\d+\]$/, "")) {
		const name = names.get(way);
		if (name !== undefined) return name;
		if (!/[.[]/.test(way)) break;
	}
	return rootName;
}

/** Returns the path of an input's value: "tab.gallery.0.src" for the input "fields.tab.gallery.n3.src". */
export function placeOfName(name: string): string {
	return name
		.split(".")
		.slice(1)
		.map((part) => (/^n\d+$/.test(part) ? "0" : part))
		.join(".");
}

/** Returns values with one input's value replaced, if its path exists. */
export function withValueAt(values: unknown, name: string, value: unknown): unknown {
	const changed: unknown = structuredClone(values);
	const way = placeOfName(name).split(".");
	const last = way.pop() ?? "";
	const around = way.reduce(entryOf, changed);
	if (typeof around === "object" && around !== null) (around as Record<string, unknown>)[last] = value;
	return changed;
}

/** Returns an entry of an object or list; undefined if there is none. */
export function entryOf(value: unknown, key: string | number): unknown {
	return typeof value === "object" && value !== null && Object.hasOwn(value, key)
		? (value as Record<string | number, unknown>)[key]
		: undefined;
}

/** Returns the entries of a list; empty for anything else. */
export function listEntries(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
