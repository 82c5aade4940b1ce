import type { FormField } from "./form-field.ts";

/**
 * How the inputs of a form are named: "fields.header.image.src" by the way to the value. An entry of a list is named by a key that stays
 * when it moves; the inputs "fields.services:items" hold the keys in their order.
 */
export const rootName = "fields";
/** The Markdown below the fields of a document that has some. */
export const bodyName = "body";

/** The inputs with the keys of a list's entries, in their order. */
export function itemsName(name: string): string {
	return `${name}:items`;
}

/** The input that says whether an optional group is there, or which of several kinds a value is. */
export function choiceName(name: string): string {
	return `${name}:is`;
}

/** Keys of entries as the page shows them when it is opened. */
export function keyOfIndex(index: number): string {
	return String(index);
}

/** Gives the keys of a list's entries. */
export type ListKeys = (name: string, value: unknown) => string[];

/**
 * Maps the way to each field, as problems name it ("services[2].title"), to the name of its input.
 *
 * @param listKeys the keys of a list as the browser has them; by default those of a page that was just opened
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
		} else if (field.kind === "union") for (const variant of field.variants) visit(variant, value, { path, name });
	}
}

/** Finds the input that is nearest to where a problem is. */
export function findFieldName(names: ReadonlyMap<string, string>, path: string): string {
	for (let way = path; way !== ""; way = way.replace(/(?:^|\.)[^.[\]]*$|\[\d+\]$/, "")) {
		const name = names.get(way);
		if (name !== undefined) return name;
		if (!/[.[]/.test(way)) break;
	}
	return rootName;
}

/** The way to the value of an input: "tab.gallery.0.src" of the input "fields.tab.gallery.n3.src". */
export function placeOfName(name: string): string {
	return name
		.split(".")
		.slice(1)
		.map((part) => (/^n\d+$/.test(part) ? "0" : part))
		.join(".");
}

/** Gives values in which that of an input is another, as far as there is such a place. */
export function withValueAt(values: unknown, name: string, value: unknown): unknown {
	const changed: unknown = structuredClone(values);
	const way = placeOfName(name).split(".");
	const last = way.pop() ?? "";
	const around = way.reduce(entryOf, changed);
	if (typeof around === "object" && around !== null) (around as Record<string, unknown>)[last] = value;
	return changed;
}

/** The entry of an object or a list; undefined where there is none. */
export function entryOf(value: unknown, key: string | number): unknown {
	return typeof value === "object" && value !== null && Object.hasOwn(value, key)
		? (value as Record<string | number, unknown>)[key]
		: undefined;
}

/** The entries of a list; none of what is no list. */
export function listEntries(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
