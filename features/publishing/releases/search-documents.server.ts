import { listSearchWords } from "../../../core/records/search-words.ts";
import { documentKinds, type DocumentKind } from "../documents/document-kinds.ts";
import { readValues } from "../documents/document-text.server.ts";
import { createRecentMemory } from "../documents/recent-memory.ts";
import { describeForm } from "../forms/describe-form.ts";
import { bodyName } from "../forms/field-names.ts";
import type { FormField } from "../forms/form-field.ts";
import { listLeaves, type Leaf } from "../forms/list-leaves.ts";
import type { DocumentEntry, FoundDocument } from "./studio.server.ts";

/** Most places shown of a document. */
const mostPlaces = 3;
/** Characters around a match. */
const excerptLength = 120;
/** Ignored unless a search has no other words. */
const emptyWords = new Set(["a", "an", "and", "our", "of", "the", "to", "we"]);
/** Other words for the names of fields. */
const otherNames: Readonly<Record<string, string>> = {
	email: "mail",
	mobile: "phone",
	opening: "hours",
	telephone: "phone",
};

/** A document with the text that editing continues from. */
export type SearchedDocument = { entry: DocumentEntry; text: string | undefined };

const formOf = new Map<DocumentKind, FormField>();

function getForm(kind: DocumentKind): FormField {
	const form = formOf.get(kind) ?? describeForm(kind.schema, kind.label);
	formOf.set(kind, form);
	return form;
}

/**
 * Creates the search of documents: by their text and, for kinds with one document, by the names of their fields. Every word has to match,
 * each as a beginning. It caches the words of each text.
 */
export function createDocumentSearch() {
	const memory = createRecentMemory();
	return (documents: readonly SearchedDocument[], search: string): FoundDocument[] => {
		const wanted = listWanted(search);
		memory.beginRound();
		return documents.flatMap(({ entry, text = "" }) => {
			const kind = documentKinds[entry.kind];
			const about = joinWords(entry.title, kind.label, kind.plural, entry.path);
			const all = about + memory.recall(joinWords, text) + ("file" in kind ? nameFields(kind) : "");
			if (!wanted.every((word) => holds(all, word))) return [];
			return [{ path: entry.path, places: findPlaces(kind, text, wanted, about) }];
		});
	};
}

/** Lists each word with its synonyms, and plural words also in the singular. */
function listWanted(search: string): string[][] {
	const words = listSearchWords(search);
	const full = words.filter((word) => !emptyWords.has(word));
	return (full.length > 0 ? full : words).map((word) => [
		word,
		...(otherNames[word] ? [otherNames[word]] : []),
		...(/[^s]s$/.test(word) ? [word.slice(0, -1)] : []),
	]);
}

/** Joins the words of texts, each after a space, so that beginnings match. */
function joinWords(...texts: string[]): string {
	return ` ${listSearchWords(...texts).join(" ")}`;
}

const holds = (joined: string, words: readonly string[]) => words.some((word) => joined.includes(` ${word}`));

const fieldNames = new Map<DocumentKind, string>();

function nameFields(kind: DocumentKind): string {
	const known = fieldNames.get(kind);
	if (known !== undefined) return known;
	const titles: string[] = [];
	const visit = (field: FormField): void => {
		titles.push(field.title);
		if (field.kind === "group") for (const { field: inner } of field.fields) visit(inner);
		if (field.kind === "list") visit(field.item);
		if (field.kind === "record") visit(field.value);
		if (field.kind === "union") field.variants.forEach(visit);
	};
	visit(getForm(kind));
	const joined = joinWords(...titles);
	fieldNames.set(kind, joined);
	return joined;
}

/** Finds the places with most of the words, literal matches first; none where the document's title matches. */
function findPlaces(kind: DocumentKind, text: string, wanted: string[][], about: string): FoundDocument["places"] {
	const values = readValues(text, kind.hasBody);
	if (!values || wanted.every((word) => holds(about, word))) return [];
	const leaves = [...listLeaves(getForm(kind), values.fields), ...listParagraphs(values.body)];
	const rated = leaves.flatMap((leaf) => {
		const own = joinWords(leaf.text);
		const around = own + ("file" in kind ? joinWords(...leaf.titles) : "");
		const count = wanted.filter((word) => holds(around, word)).length;
		return count === 0 ? [] : [{ leaf, count, said: wanted.filter((word) => holds(own, word)).length }];
	});
	const most = Math.max(0, ...rated.map(({ count }) => count));
	return rated
		.filter(({ count }) => count === most)
		.toSorted((a, b) => b.said - a.said)
		.slice(0, mostPlaces)
		.map(({ leaf: { name, titles, text: found } }) => ({
			name,
			label: titles.join(" › "),
			text: cutAround(found, wanted.flat()),
		}));
}

function listParagraphs(body: string): Leaf[] {
	return body
		.split(/\n{2,}/)
		.filter((paragraph) => paragraph.trim() !== "")
		.map((text) => ({ name: bodyName, titles: ["Text"], text }));
}

/** Cuts a text around the first match. */
function cutAround(text: string, words: readonly string[]): string {
	const line = text.replaceAll(/\s+/g, " ").trim();
	if (line.length <= excerptLength) return line;
	const lower = line.toLowerCase();
	const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0), line.length);
	const start = at === line.length ? 0 : Math.max(0, line.lastIndexOf(" ", Math.max(0, at - excerptLength / 3)) + 1);
	const end = line.length - start <= excerptLength ? line.length : line.lastIndexOf(" ", start + excerptLength);
	return `${start > 0 ? "… " : ""}${line.slice(start, end <= start ? start + excerptLength : end)}${end < line.length ? " …" : ""}`;
}
