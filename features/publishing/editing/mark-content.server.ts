import type { Content } from "../documents/content.ts";
import { documentKinds, pathOfDocument, type DocumentKind } from "../documents/document-kinds.ts";
import { bodyName, findVariant, isObject, keyOfIndex, rootName } from "../forms/field-names.ts";
import type { FormField } from "../forms/form-field.ts";
import { formOfKind } from "../forms/form-of-kind.server.ts";
import { pageSchemas, type PageName } from "../page-schema.ts";

/** A text of the content, and the field that edits it. */
export type MarkedText = { document: string; name: string; text: string };

/** Content whose texts end with invisible marks, and what the marks stand for. */
export type MarkedContent = { content: Content; texts: MarkedText[] };

/** Private-use characters: no content has a meaning for them. */
const begin = "\uf600";
const end = "\uf601";
const firstDigit = 0xf610;
const base = 64;
const anyMark = /\uf600([\uf610-\uf64f]+)\uf601/g;

/** A figure that a page formats is marked by a number of its own, which no page shows by itself. */
const firstFigure = 71_000_000_000_000;
const anyFigure = /71(?:[,.'’\u00a0\u202f]?\d){12}/g;
const isFigure = (document: string, name: string) =>
	document === "company.yml" && name.startsWith("fields.statistics.");

/** Equal texts of these fields of a document have one mark, because pages compare them. */
const comparedTexts = new Set(["team.yml fields.members.name", "team.yml fields.founderMessage.name"]);

/** Finds the marks in a text, as indexes into the marked texts, with their places. */
export function findMarks(text: string): { index: number; at: number }[] {
	const marks = [...text.matchAll(anyMark)].map((found) => ({
		index: Array.from(found[1] ?? "").reduce((sum, digit) => sum * base + digit.charCodeAt(0) - firstDigit, 0),
		at: found.index,
	}));
	const figures = [...text.matchAll(anyFigure)].map((found) => ({
		index: Number(found[0].replaceAll(/\D/g, "")) - firstFigure,
		at: found.index,
	}));
	return [...marks, ...figures].toSorted((a, b) => a.at - b.at);
}

function writeMark(index: number): string {
	let digits = "";
	for (let rest = index; digits === "" || rest > 0; rest = Math.floor(rest / base))
		digits = String.fromCharCode(firstDigit + (rest % base)) + digits;
	return begin + digits + end;
}

/**
 * Returns a copy of the content in which each text that a form edits is marked with its field. A page rendered with it shows where each
 * field is, but must not be sent: its texts are not the content's.
 */
export function markContent(content: Content): MarkedContent {
	const texts: MarkedText[] = [];
	const compared = new Map<string, string>();

	function markText(document: string, name: string, text: string): string {
		texts.push({ document, name, text });
		const marked = text + writeMark(texts.length - 1);
		if (!comparedTexts.has(`${document} ${name.replaceAll(/\.\d+/g, "")}`)) return marked;
		const key = `${document} ${text}`;
		compared.set(key, compared.get(key) ?? marked);
		return compared.get(key) ?? marked;
	}

	function markFigure(document: string, name: string, value: unknown): unknown {
		texts.push({ document, name, text: String(value) });
		const figure = firstFigure + texts.length - 1;
		return typeof value === "number" ? figure : String(figure);
	}

	function mark(field: FormField, value: unknown, document: string, name: string): unknown {
		if (field.kind !== "group" && isFigure(document, name)) return markFigure(document, name, value);
		switch (field.kind) {
			case "group": {
				if (!isObject(value)) return value;
				const marked = { ...value };
				for (const { key, field: child } of field.fields)
					if (Object.hasOwn(value, key) && !(field.isPicture && key === "src"))
						marked[key] = mark(child, value[key], document, `${name}.${key}`);
				return marked;
			}
			case "list":
				return Array.isArray(value)
					? value.map((entry, index) => mark(field.item, entry, document, `${name}.${keyOfIndex(index)}`))
					: value;
			case "record":
				return isObject(value)
					? Object.fromEntries(
							Object.entries(value).map(([key, entry], index) => [
								key,
								mark(field.value, entry, document, `${name}.${keyOfIndex(index)}.value`),
							]),
						)
					: value;
			case "union": {
				const variant = field.variants[findVariant(field, value)];
				return variant ? mark(variant, value, document, name) : value;
			}
			case "text":
			case "long-text":
			case "markdown":
				return typeof value !== "string" || field.isCode || field.chosenFrom || field.input !== "text"
					? value
					: markText(document, name, value);
			case "number":
			case "date":
			case "colour":
			case "boolean":
			case "choice":
			case "fixed":
				return value;
		}
	}

	/** Marks the fields of a document; what the content adds to them stays as it is. */
	const of = <Value>(kind: DocumentKind, value: Value, document: string): Value =>
		mark(formOfKind(kind), value, document, rootName) as Value;
	const inFile = <Value>(kind: DocumentKind & { file: string }, value: Value): Value => of(kind, value, kind.file);
	const inFolder = <Value extends { slug: string }>(
		kind: DocumentKind & Parameters<typeof pathOfDocument>[0],
		values: Value[],
	): Value[] => values.map((value) => of(kind, value, pathOfDocument(kind, value.slug)));
	const withBody = <Value extends { html: string }>(document: string, value: Value): Value => ({
		...value,
		html: markText(document, bodyName, value.html),
	});

	/** Marks the rendered Markdown of sections, which the fields hold as its source. */
	const inSections = <One extends { html?: string }>(document: string, sections: One[]): One[] =>
		sections.map((section, index) =>
			section.html === undefined
				? section
				: {
						...section,
						html: markText(document, `${rootName}.sections.${keyOfIndex(index)}.body`, section.html),
					},
		);

	const { post, terms, privacy, accessibility } = documentKinds;
	const landingPage = documentKinds["landing-page"];
	const markedTerms = inFile(terms, content.terms);
	return {
		texts,
		content: {
			...content,
			company: inFile(documentKinds.company, content.company),
			careers: inFile(documentKinds.careers, content.careers),
			home: inFile(documentKinds.home, content.home),
			services: inFolder(documentKinds.service, content.services),
			projects: inFolder(documentKinds.project, content.projects),
			launchingSoon: inFile(documentKinds["launching-soon"], content.launchingSoon),
			callPages: inFolder(documentKinds["call-type"], content.callPages),
			posts: inFolder(post, content.posts).map((one) => withBody(pathOfDocument(post, one.slug), one)),
			landingPages: inFolder(landingPage, content.landingPages).map((one) => ({
				...one,
				sections: inSections(pathOfDocument(landingPage, one.slug), one.sections),
			})),
			authors: inFile(documentKinds.authors, content.authors),
			team: inFile(documentKinds.team, content.team),
			testimonials: inFile(documentKinds.testimonials, content.testimonials),
			faq: inFile(documentKinds.faq, content.faq),
			menus: inFile(documentKinds.menus, content.menus),
			terms: {
				...markedTerms,
				sections: inSections(terms.file, markedTerms.sections),
			},
			pages: inFile(documentKinds["page-titles"], content.pages),
			copy: Object.fromEntries(
				(Object.keys(pageSchemas) as PageName[]).map((name) => [
					name,
					inFile(documentKinds[`page-${name}`], content.copy[name]),
				]),
			) as Content["copy"],
			documents: {
				privacy: withBody(privacy.file, inFile(privacy, content.documents.privacy)),
				accessibility: withBody(accessibility.file, inFile(accessibility, content.documents.accessibility)),
			},
		},
	};
}
