import { choiceName, itemsName } from "./field-names.ts";

/** The key of an added entry without variants. */
export const noVariant = "-";

const changes = ["add", "copy", "up", "down", "remove"] as const;

/** A change of a list that a form's button asks for; the key of an entry to add is the index of its variant, or "-". */
export type ListChange = { change: (typeof changes)[number]; list: string; key: string };

/** Writes a change as the value of a button. */
export function writeListChange({ change, list, key }: ListChange): string {
	return `${change} ${list} ${key}`;
}

/** Reads the value of a button; undefined for other buttons. */
export function readListChange(text: string): ListChange | undefined {
	const [name, list = "", key = ""] = text.split(" ");
	const change = changes.find((one) => one === name);
	return change && list !== "" ? { change, list, key } : undefined;
}

/**
 * Applies a button's change to a submitted form.
 * @returns the form, and the index of the entry; of a removed one, its former index
 */
export function changeList(
	form: URLSearchParams,
	{ change, list, key }: ListChange,
): { form: URLSearchParams; index: number } {
	const name = itemsName(list);
	const keys = form.getAll(name);
	const at = keys.indexOf(key);
	const { keys: changed, index } = reorder();
	const next = new URLSearchParams([...form].filter(([field]) => field !== name));
	for (const one of changed) next.append(name, one);
	const added = `${list}.${changed[index]}`;
	if (change === "add" && key !== noVariant) next.set(choiceName(added), key);
	if (change === "copy" && at >= 0)
		for (const [field, value] of form) {
			const own = `${list}.${key}`;
			if (field.startsWith(`${own}.`) || field.startsWith(`${own}:`))
				next.append(added + field.slice(own.length), value);
		}
	return { form: next, index };

	function reorder(): { keys: string[]; index: number } {
		if (change === "add") return { keys: [...keys, findFreeKey(keys)], index: keys.length };
		if (at < 0) return { keys, index: 0 };
		if (change === "copy") return { keys: keys.toSpliced(at + 1, 0, findFreeKey(keys)), index: at + 1 };
		if (change === "remove") return { keys: keys.toSpliced(at, 1), index: at };
		const to = Math.min(Math.max(at + (change === "up" ? -1 : 1), 0), keys.length - 1);
		return { keys: keys.toSpliced(at, 1).toSpliced(to, 0, key), index: to };
	}
}

/** Returns an unused key of a list. */
export function findFreeKey(keys: readonly string[]): string {
	for (let number = keys.length; ; number++) if (!keys.includes(`n${number}`)) return `n${number}`;
}
