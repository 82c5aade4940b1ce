import { itemsName } from "../../features/publishing/forms/field-names.ts";

/** In a form, an entry of a list is named by a key that stays when it moves; in the stored document, by its index. */

/** Returns an input's name with the index of each entry in place of its key. */
export function nameByIndex(form: HTMLFormElement, name: string): string {
	return mapEntries(form, name, (keys, key) => String(keys.indexOf(key)), "key");
}

/** Returns the name of the input in the form for a name with the index of each entry. */
export function nameByKey(form: HTMLFormElement, name: string): string {
	return mapEntries(form, name, (keys, index) => keys[Number(index)] ?? index, "index");
}

function mapEntries(
	form: HTMLFormElement,
	name: string,
	map: (keys: string[], part: string) => string,
	from: "key" | "index",
): string {
	const sent = new FormData(form);
	const [root = "", ...parts] = name.split(".");
	let byKey = root;
	let mapped = root;
	for (const part of parts) {
		const keys = sent.getAll(itemsName(byKey)).map(String);
		const other = keys.length > 0 ? map(keys, part) : part;
		byKey += `.${from === "key" ? part : other}`;
		mapped += `.${other}`;
	}
	return mapped;
}
