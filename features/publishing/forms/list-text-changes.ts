import { entryOf, isObject, rootName } from "./field-names.ts";
import { findField } from "./find-field.ts";
import type { FormField } from "./form-field.ts";

/** A typed text that another has replaced, with its input's name. */
export type TextChange = { name: string; text: string };

/** Lists the changes between two values of a form; undefined when more than typed texts has changed. */
export function listTextChanges(root: FormField, before: unknown, now: unknown): TextChange[] | undefined {
	return compare(before, now, rootName);

	function compare(one: unknown, other: unknown, name: string): TextChange[] | undefined {
		if (Object.is(one, other)) return [];
		if (typeof one === "string" && typeof other === "string")
			return isTyped(findField(root, name)) ? [{ name, text: other }] : undefined;
		const areGroups = isObject(one) && isObject(other);
		const areLists = Array.isArray(one) && Array.isArray(other);
		if (!areGroups && !areLists) return undefined;
		const keys = Object.keys(one);
		if (keys.join("\n") !== Object.keys(other).join("\n")) return undefined;
		const changes = keys.map((key) => compare(entryOf(one, key), entryOf(other, key), `${name}.${key}`));
		return changes.includes(undefined) ? undefined : changes.flatMap((found) => found ?? []);
	}
}

function isTyped(field: FormField | undefined): boolean {
	return (field?.kind === "text" && !field.chosenFrom) || field?.kind === "long-text" || field?.kind === "markdown";
}
