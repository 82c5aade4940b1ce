import { cleanText } from "../../../shared/clean-text.ts";
import { toLatinDigits } from "../../../shared/latin-digits.ts";
import { takeOverLines } from "../documents/take-over-lines.ts";
import { choiceName, entryOf, isObject, itemsName, rootName } from "./field-names.ts";
import type { FormField, GroupField, LeafField, RecordField, UnionField } from "./form-field.ts";

/**
 * Reads the values that a form of describeForm sends, unchecked: typed text is kept even where the schema refuses it. An absent value stays
 * absent unless something was entered.
 * @param before the values that the form was made from
 */
export function readFormValues(root: FormField, form: URLSearchParams, before: unknown): unknown {
	return readValue(root, rootName, { form, before });
}

type Source = { form: URLSearchParams; before: unknown };

/** Reads the value of one field of such a form. */
export function readFieldValue(field: FormField, name: string, form: URLSearchParams): unknown {
	return readValue(field, name, { form, before: undefined });
}

/** Returns undefined for an absent value. */
function readValue(field: FormField, name: string, source: Source): unknown {
	switch (field.kind) {
		case "group":
			return readGroup(field, name, source);
		case "list": {
			const { form, before } = source;
			const items = form.getAll(itemsName(name)).map(
				(key) =>
					readValue(field.item, `${name}.${key}`, { form, before: entryOf(before, Number(key)) }) ??
					// An empty input still is an entry.
					(field.item.kind === "number" ? null : ""),
			);
			return items.length === 0 && field.isOptional && before === undefined ? undefined : items;
		}
		case "record":
			return readRecord(field, name, source);
		case "union":
			return readUnion(field, name, source);
		case "text":
		case "long-text":
		case "markdown":
		case "number":
		case "date":
		case "colour":
		case "boolean":
		case "choice":
		case "fixed":
			return readLeaf(field, name, source);
	}
}

function readGroup(field: GroupField, name: string, { form, before }: Source): unknown {
	if (field.isOptional && form.get(choiceName(name)) !== "yes") return undefined;
	const entries = field.fields.flatMap(({ key, field: child }) => {
		const value = readValue(child, `${name}.${key}`, { form, before: entryOf(before, key) });
		return value === undefined ? [] : [[key, value] as const];
	});
	return Object.fromEntries(entries);
}

function readRecord(field: RecordField, name: string, { form, before }: Source): unknown {
	const values = new Map<string, unknown>();
	for (const item of form.getAll(itemsName(name))) {
		const key = form.get(`${name}.${item}.key`)?.trim() ?? "";
		const value = readValue(field.value, `${name}.${item}.value`, { form, before: entryOf(before, key) });
		values.set(findFreeKey(values, key), value);
	}
	return Object.fromEntries(values);
}

/** Two entries of one name would lose one's text. */
function findFreeKey(taken: ReadonlyMap<string, unknown>, wanted: string): string {
	let key = wanted;
	for (let number = 2; taken.has(key); number++) key = `${wanted} (${number})`;
	return key;
}

function readUnion(field: UnionField, name: string, source: Source): unknown {
	const chosen = field.variants[Number(source.form.get(choiceName(name)))] ?? field.variants[0];
	return chosen && readValue(chosen, name, source);
}

function readLeaf(field: LeafField, name: string, { form, before }: Source): unknown {
	const value = readTyped(field, form.get(name));
	if (before === undefined && field.fallback !== undefined && (value === undefined || value === field.fallback))
		return undefined;
	if (typeof value !== "string" || typeof before !== "string") return value;
	// A text keeps the line end of its file and what no form returns, and a colour its capitals.
	if (field.kind === "colour") return value === before.toUpperCase() ? before : value;
	const shown = [before.trim(), cleanText(before).trim()];
	if (shown.includes(value.trim())) return before;
	return field.kind === "long-text" || field.kind === "markdown" ? takeOverLines(before, value) : value;
}

function readTyped(field: LeafField, typed: string | null): unknown {
	switch (field.kind) {
		case "boolean":
			return typed === "yes" ? true : field.isOnlyTrue ? undefined : false;
		case "fixed":
			return field.value;
		case "number": {
			const text = typed?.trim() ?? "";
			if (text === "") return undefined;
			const number = Number(toLatinDigits(text));
			return Number.isFinite(number) ? number : text;
		}
		case "colour":
			// Browsers send colours in lower case.
			return typed === null || typed === "" ? undefined : typed.toUpperCase();
		case "text":
		case "long-text":
		case "markdown":
		case "date":
		case "choice": {
			const text = typed ?? "";
			return text.trim() === "" && (field.isOptional || field.kind === "choice") ? undefined : text;
		}
	}
}

/** Lists the entries of a record with their names, as its form shows them. */
export function listRecordEntries(value: unknown): { key: string; value: unknown }[] {
	return isObject(value) ? Object.entries(value).map(([key, entry]) => ({ key, value: entry })) : [];
}
