import { foldText } from "../../../shared/fold-text.ts";
import type { TextPiece } from "./results.ts";

/** Characters of an excerpt, and those of them before its first match. */
const excerptLength = 220;
const lengthBefore = 60;
/** Longer texts are searched whole, and excerpts come from their beginning. */
const maxTextLength = 60_000;

const word = /[\p{L}\p{N}\p{M}]+/gu;
const plain = /^\w+$/;
const endMark = /[.,:;!?…]$/;

type Match = { start: number; end: number; wanted: string };

/**
 * Cuts the part of a text that holds most of the wanted words, and marks them.
 * @param wanted folded words; each matches words that begin with it
 * @returns undefined if the text holds none of them
 */
export function cutExcerpt(text: string, wanted: readonly string[]): TextPiece[] | undefined {
	const line = toLine(text.slice(0, maxTextLength));
	const matches = findMatches(line, wanted);
	const first = findDensest(matches);
	if (!first) return undefined;
	const start = findStart(line, first.start);
	const end = findEnd(line, Math.max(start + excerptLength, first.end));
	const pieces = markMatches(line, matches, { start, end });
	return [
		...(start > 0 ? [{ text: "… ", isFound: false }] : []),
		...pieces,
		...(end < line.length ? [{ text: " …", isFound: false }] : []),
	];
}

/** Joins the lines of a text: a heading or an item without a mark at its end is set off by a dot. */
function toLine(text: string): string {
	const lines = text.split("\n").map((line) => line.replaceAll(/\s+/g, " ").trim());
	return lines
		.filter((line) => line !== "")
		.map((line, index, all) => (index === all.length - 1 || endMark.test(line) ? line : `${line} ·`))
		.join(" ");
}

/** Marks the wanted words in a whole text. */
export function markWords(text: string, wanted: readonly string[]): TextPiece[] {
	return markMatches(text, findMatches(text, wanted), { start: 0, end: text.length });
}

function findMatches(text: string, wanted: readonly string[]): Match[] {
	const matches: Match[] = [];
	for (const { 0: found, index } of text.matchAll(word)) {
		const folded = plain.test(found) ? found.toLowerCase() : foldText(found);
		const one = wanted.find((each) => folded.startsWith(each));
		if (one !== undefined) matches.push({ start: index, end: index + found.length, wanted: one });
	}
	return matches;
}

/** Finds the match from which an excerpt holds the most different words; the first among equals. */
function findDensest(matches: readonly Match[]): Match | undefined {
	let densest: Match | undefined;
	let most = 0;
	for (const [index, match] of matches.entries()) {
		const words = new Set<string>();
		for (let at = index; at < matches.length; at++) {
			const { end, wanted } = matches[at] as Match;
			if (end > match.start - lengthBefore + excerptLength) break;
			words.add(wanted);
		}
		if (words.size <= most) continue;
		most = words.size;
		densest = match;
	}
	return densest ?? matches[0];
}

/** Returns the start of a word shortly before a match, or of the match itself. */
function findStart(text: string, at: number): number {
	if (at <= lengthBefore) return 0;
	const space = text.indexOf(" ", at - lengthBefore);
	return space === -1 || space >= at ? at : space + 1;
}

/** Returns the end of the word at an offset, or the offset itself within a very long one. */
function findEnd(text: string, at: number): number {
	if (at >= text.length) return text.length;
	const space = text.lastIndexOf(" ", at);
	return space > at - lengthBefore ? space : at;
}

function markMatches(text: string, matches: readonly Match[], { start, end }: { start: number; end: number }) {
	const pieces: TextPiece[] = [];
	let from = start;
	const add = (until: number, isFound: boolean) => {
		if (until > from) pieces.push({ text: text.slice(from, until), isFound });
		from = Math.max(from, until);
	};
	for (const match of matches) {
		if (match.start < start || match.end > end) continue;
		add(match.start, false);
		add(match.end, true);
	}
	add(end, false);
	return pieces;
}
