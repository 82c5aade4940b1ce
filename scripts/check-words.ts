import { readFileSync } from "node:fs";
import { listFiles } from "./list-files.ts";

type Rule = { pattern: RegExp; instead: string };

/** Words with a usual one in this field, anywhere in code, commands and documents. */
const words: readonly Rule[] = [
	{ pattern: /\blaws? of imports?\b|\bimport laws?\b/gi, instead: "dependency rules" },
	{ pattern: /(?<!test:)\bjourneys?\b/gi, instead: "end-to-end tests" },
	{ pattern: /\b[A-Z]\w*Parts\b/g, instead: "a name that ends in Deps" },
	{ pattern: /\bcreateTurns\b|\btakeTurns\b/g, instead: "lock, keyed queue" },
	{ pattern: /\bSituation\b|\bfindSituation\b/g, instead: "a name that says which facts" },
	{ pattern: /\b\w*Stock\b/g, instead: "a name that says what is stored" },
	{ pattern: /\b(?:become|miss|say)\(/g, instead: "a verb that says what it does" },
	{ pattern: /\b\w*overtaken\w*/gi, instead: "conflict; superseded of e-mails" },
	{ pattern: /\w*doubtful\w*/gi, instead: "quarantined" },
	{ pattern: /"capped"|\w+Capped\b/g, instead: "limit-reached" },
	{ pattern: /\b(?!page)[a-z]+Budget\b/g, instead: "limit" },
	{ pattern: /\bt(?:ake|aken|ook)Back\w*|\w+Take(?:n)?Back\b/g, instead: "undo, stop; withdraw an application" },
];

/** Phrases of sentences that need a second reading, in comments and documents. */
const phrases: readonly Rule[] = [
	{ pattern: /\bwho(?:m|se)?ever\b/gi, instead: "the noun: the member, the visitor, the caller" },
	{ pattern: /(?<!\bthe )\bone that\b/gi, instead: "the noun" },
	{ pattern: /\bsuch as (?:has|have|is|are|can) (?:been|be|not)\b/gi, instead: "the noun" },
	{ pattern: /\b(?:for|of|to|by) nobody\b/gi, instead: "what is the case" },
	{ pattern: /\bit is told\b/gi, instead: "the actor and the verb" },
	{ pattern: /\b(?:takes?|took|taken|taking) back\b/gi, instead: "undo; withdraw an application" },
];

/** Openings that leave the reader waiting for the verb, unless the sentence is a question. */
const opening =
	/^(?:What|Who|Whom|Whose|Whatever|Of which|Of wh\w+|Those (?:that|which|who|whose|of)|One (?:that|who|which))\b/;

/** Content, pictures, the past (released changes, migrations, former names) and texts that third parties fix are free. */
const free =
	/^(?:content|pictures|e2e\/fixtures)\/|\/migrations\/|^server\/migrations\.ts$|^CHANGELOG\.md$|package-lock|check-words\.ts$|retired-names\.ts$|scripts\/screen-words|docs\/glossary\.md$/;

const files = listFiles(".").filter((file) => /\.(?:tsx?|mjs|css|json|yml|md)$/.test(file) && !free.test(file));

const found = files.flatMap((file) => {
	const lines = readFileSync(file, "utf8").split("\n");
	const prose = file.endsWith(".md") ? readDocument(lines) : file.endsWith(".json") ? [] : readComments(lines);
	return [
		...lines.flatMap((line, index) => listMatches(words, line).map((fault) => `${file}:${index + 1}: ${fault}`)),
		...prose.flatMap((paragraph) => listFaults(paragraph).map(({ line, fault }) => `${file}:${line}: ${fault}`)),
	];
});
for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;

/** Lines of prose that belong together, with the number of the first. */
type Paragraph = { line: number; lines: string[] };

function listFaults({ line, lines }: Paragraph): { line: number; fault: string }[] {
	const text = lines.join("\n");
	const lineOf = (index: number) => line + text.slice(0, index).split("\n").length - 1;
	const openings = [...text.matchAll(/(?<=^|[.?!:]\s)\S[^.?!]*[.?!]?/g)].flatMap(({ 0: sentence, index }) => {
		const plain = sentence.replace(/^[*_`"(]+/, "");
		const [openingWords = ""] = opening.exec(plain) ?? [];
		return openingWords === "" || sentence.endsWith("?")
			? []
			: [{ line: lineOf(index), fault: `a sentence opens with "${openingWords}": begin with the noun` }];
	});
	const matches = phrases.flatMap(({ pattern, instead }) =>
		[...text.matchAll(pattern)].map(({ 0: phrase, index }) => ({
			line: lineOf(index),
			fault: `"${phrase.replaceAll("\n", " ")}": say ${instead}`,
		})),
	);
	return [...openings, ...matches];
}

/** Finds the paragraphs and list items of a Markdown file, without code, headings and tables. */
function readDocument(lines: readonly string[]): Paragraph[] {
	const paragraphs: Paragraph[] = [];
	let isCode = false;
	for (const [index, line] of lines.entries()) {
		if (/^\s*```/.test(line)) isCode = !isCode;
		const isProse = !isCode && /\S/.test(line) && !/^\s*(?:```|[#|]|---)/.test(line);
		if (isProse) paragraphs.push({ line: index + 1, lines: [line.replace(/^\s*(?:[-*>]|\d+\.)\s+/, "")] });
	}
	return paragraphs;
}

/** Finds the comments of code and YAML; a run of line comments is one. */
function readComments(lines: readonly string[]): Paragraph[] {
	const comments: Paragraph[] = [];
	let current: Paragraph | undefined;
	let isBlock = false;
	for (const [index, line] of lines.entries()) {
		const text = line.trim();
		const begins = !isBlock && /^\{?\/\*/.test(text);
		const isLine = !isBlock && /^(?:\/\/|# )/.test(text);
		if (begins) isBlock = true;
		if (isBlock || isLine) {
			if (begins || !current) comments.push((current = { line: index + 1, lines: [] }));
			const prose = text.replace(/^(?:\{?\/\*\*?|\/\/|#|\*(?!\/))\s?/, "").replace(/\*\/.*$/, "");
			// Tags begin a sentence of their own.
			if (/^@\w+/.test(prose)) comments.push((current = { line: index + 1, lines: [] }));
			current.lines.push(prose.replace(/^@\w+\s*(?:\w+\s)?/, "").trim());
		} else current = undefined;
		if (isBlock && text.includes("*/")) [isBlock, current] = [false, undefined];
	}
	return comments;
}

function listMatches(rules: readonly Rule[], line: string): string[] {
	return rules.flatMap(({ pattern, instead }) =>
		[...line.matchAll(pattern)].map(([word]) => `"${word}": say ${instead}`),
	);
}
