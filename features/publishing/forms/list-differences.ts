import { diffWordsWithSpace } from "diff";
import { entryOf, findVariant, isObject, listEntries } from "./field-names.ts";
import type { FormField } from "./form-field.ts";

/** Words that are in both texts, or in one of them. */
export type DifferencePart = { is: "same" | "added" | "removed"; text: string };

/** A field in which two documents differ. */
export type Difference = { label: string; parts: DifferencePart[] };

/** Unchanged characters shown around a difference. */
const context = 90;
/** Most differing words. The time of a comparison grows with the square; a rewritten article took minutes. */
const mostEdits = 400;

/**
 * Lists the fields in which two documents differ, by words.
 * @param root the form of their kind
 */
export function listDifferences(root: FormField, before: unknown, after: unknown): Difference[] {
	const differences: Difference[] = [];
	visit(root, [before, after], []);
	return differences;

	function visit(field: FormField, values: [unknown, unknown], titles: string[]): void {
		if (JSON.stringify(values[0]) === JSON.stringify(values[1])) return;
		const both = (key: string | number): [unknown, unknown] => [entryOf(values[0], key), entryOf(values[1], key)];
		if (field.kind === "group") {
			for (const { key, field: child } of field.fields) visit(child, both(key), [...titles, child.title]);
		} else if (field.kind === "list") {
			if (values.every((value) => Array.isArray(value)) && isSameSet(values[0], values[1]))
				return note([...titles, "order"], nameEntries(field.item, values[0]), nameEntries(field.item, values[1]));
			const count = Math.max(...values.map((value) => listEntries(value).length));
			for (let index = 0; index < count; index++)
				visit(field.item, both(index), [...titles, `${field.item.title} ${index + 1}`]);
		} else if (field.kind === "record") {
			const keys = new Set(values.flatMap((value) => Object.keys(isObject(value) ? value : {})));
			for (const key of keys) visit(field.value, both(key), [...titles, key]);
		} else if (field.kind === "union") {
			const [own, other] = values.map((value) => field.variants[findVariant(field, value)]);
			const isOpen = own?.kind === "list" || own?.kind === "group";
			if (isOpen && own === other && values.every((value) => value !== undefined)) visit(own, values, titles);
			else note(titles, toWords(values[0]), toWords(values[1]));
		} else note(titles, toWords(values[0]), toWords(values[1]));
	}

	function note(titles: string[], from: string, to: string): void {
		if (from !== to) differences.push({ label: titles.filter(Boolean).join(" › "), parts: compareWords(from, to) });
	}
}

/** Compares two texts by words and shortens long unchanged parts. Texts with little in common become one removed and one added text. */
export function compareWords(before: string, after: string): DifferencePart[] {
	const changes = diffWordsWithSpace(before, after, { maxEditLength: mostEdits }) ?? [
		{ value: before, removed: true, added: false },
		{ value: after, removed: false, added: true },
	];
	const parts = joinChanges(
		changes.map(({ added, removed, value }): DifferencePart => ({
			is: added ? "added" : removed ? "removed" : "same",
			text: value,
		})),
	);
	return parts.map((part, index) =>
		part.is === "same" ? { ...part, text: shorten(part.text, index > 0, index < parts.length - 1) } : part,
	);
}

/** Joins adjacent changed words: a space between them is not a common part. */
function joinChanges(parts: readonly DifferencePart[]): DifferencePart[] {
	const joined: DifferencePart[] = [];
	let removed = "";
	let added = "";
	const end = () => {
		if (removed !== "") joined.push({ is: "removed", text: removed });
		if (added !== "") joined.push({ is: "added", text: added });
		removed = added = "";
	};
	for (const [index, { is, text }] of parts.entries()) {
		const isBetween = removed + added !== "" && text.trim() === "" && (parts[index + 1]?.is ?? "same") !== "same";
		if (is !== "added" && (is === "removed" || isBetween)) removed += text;
		if (is !== "removed" && (is === "added" || isBetween)) added += text;
		if (is === "same" && !isBetween) {
			end();
			joined.push({ is, text });
		}
	}
	end();
	return joined;
}

function shorten(text: string, hasBefore: boolean, hasAfter: boolean): string {
	if (text.length <= 2 * context + 10) return text;
	return `${hasBefore ? text.slice(0, context) : ""}…${hasAfter ? text.slice(-context) : ""}`;
}

function isSameSet(one: unknown, other: unknown): boolean {
	const texts = (value: unknown) =>
		listEntries(value)
			.map((entry) => JSON.stringify(entry))
			.toSorted()
			.join("\n");
	return texts(one) === texts(other);
}

/** Lists entries by name. */
function nameEntries(item: FormField, value: unknown): string {
	return listEntries(value)
		.map((entry) => {
			const own = item.kind === "union" ? item.variants[findVariant(item, entry)] : item;
			if (own?.kind !== "group") return toWords(entry);
			const first = own.fields.find(({ field }) => field.kind === "text" || field.kind === "long-text");
			return first ? toWords(entryOf(entry, first.key)) : toWords(entry);
		})
		.join("\n");
}

function toWords(value: unknown): string {
	if (value === undefined || value === null) return "";
	if (value === true) return "yes";
	if (value === false) return "no";
	if (typeof value === "string") return value.trim();
	return typeof value === "number" ? String(value) : JSON.stringify(value, null, 1);
}
